"""The contents of a position as facts in words, and a short hash by which records tell positions apart."""

from __future__ import annotations

from collections.abc import Container
from hashlib import blake2b
from typing import Final

from splendor_dsl.game.state import State
from splendor_dsl.position.serialisation import FactSubject, cell_facts
from splendor_dsl.semantics.model import Model

_HELD: Final = ("zones", "counters", "markers", "values")
_SIZE: Final = 2  # bytes: a difference goes unnoticed once in 65,536 cases


def names_of(state: State) -> tuple[str, ...]:
    """Return the names of the players."""
    return tuple(str(player["name"]) for player in state.view(None)["players"])


def things(model: Model) -> frozenset[str]:
    """Return the paths of all things that a position has facts about."""
    return frozenset(f"{held}.{name}" for held in _HELD for name in getattr(model, held))


def facts(state: State, among: Container[str]) -> dict[FactSubject, str]:
    """Return the contents and values of a position, for the zones, counters, markers and values in `among`."""
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
    """Return a short hash of these facts, which does not depend on their order in the rules."""
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
