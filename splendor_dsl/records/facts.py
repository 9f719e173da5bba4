"""What a position holds, in words by what it is; and a short hash of it, by which records tell positions apart."""

from __future__ import annotations

from collections.abc import Container
from hashlib import blake2b
from typing import Final

from splendor_dsl.game.state import State
from splendor_dsl.position.serialisation import FactSubject, cell_facts
from splendor_dsl.semantics.model import Model

_HELD: Final = ("zones", "counters", "markers", "values")
_SIZE: Final = 2  # bytes: one difference in 65,536 goes unnoticed


def names_of(state: State) -> tuple[str, ...]:
    """What the players are called."""
    return tuple(str(player["name"]) for player in state.view(None)["players"])


def things(model: Model) -> frozenset[str]:
    """The paths of all that a position has facts about."""
    return frozenset(f"{held}.{name}" for held in _HELD for name in getattr(model, held))


def facts(state: State, among: Container[str]) -> dict[FactSubject, str]:
    """What lies, counts and is worth what; of the zones, counters, markers and values whose paths are given."""
    names = names_of(state)
    found = cell_facts(state.for_players, state.cells, names, among)
    for value in state.for_players.model.values.values():
        if f"values.{value.name}" in among:
            for seat, name in enumerate(names):
                about = FactSubject(f"{value.name} of {name}", "values")
                found[about] = _spoken(state.value(value.name, seat), state)
    seat_to_move = state.to_move
    found[FactSubject("to decide")] = "nobody" if seat_to_move is None else names[seat_to_move]
    return found


def facts_hash(state: State, among: Container[str]) -> str:
    """A short hash of these facts, the same in whatever order the rules have them."""
    digest = blake2b(digest_size=_SIZE)
    for what, fact in sorted((each.words, fact) for each, fact in facts(state, among).items()):
        digest.update(f"{what}: {fact}\n".encode())
    return digest.hexdigest()


def _spoken(value: object, state: State) -> str:
    if isinstance(value, tuple):
        named = zip(state.for_players.model.token_names(), value, strict=True)
        return ", ".join(f"{amount} {token}" for token, amount in named if amount) or "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
