"""Every move that can be written and can't be made: the clause that fails, its values, and the nearest move (K39)."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from game.bundled import EDITIONS, after, named
from samples import sampled

from splendor_dsl.chance import Stream, stream_key
from splendor_dsl.explain.why import Reason
from splendor_dsl.game.state import State
from splendor_dsl.notation.moves import Move, Place

POSITIONS, PARTS = 40, 5  # of each edition


def positions(name: str, count: int, part: int = 0) -> Iterator[State]:
    """Random positions: any number of players, from the first decision to far in the game."""
    game = named(name)
    chance = Stream(stream_key(7, part, 98))
    made = 0
    while made < count:
        players = game.players[chance.below(len(game.players))]
        state = game.start(players, seed=chance.below(2**31), automatic=bool(chance.below(2)))
        state = after(state, chance.below(140), chance.below(2**31))
        if not state.over:
            made += 1
            yield state


def test_the_positions_are_of_every_kind() -> None:
    due = {kind for state in positions("classic", 60) for kind in (m.kind for m in state.moves)}
    assert due >= {"action", "pay", "return"}


@pytest.mark.parametrize("part", sampled(range(PARTS), 1))
@pytest.mark.parametrize("name", EDITIONS)
def test_each_move_that_can_t_be_made_gets_clause_values_and_nearest_move(
    name: str, part: int
) -> None:
    refused = sum(judge(name, state) for state in positions(name, POSITIONS, part))
    assert refused > 100 * POSITIONS


def judge(name: str, state: State) -> int:
    """Each move that can be written is either offered, or refused with all that a player wants to know; how many are."""
    offered = set(state.moves)
    clauses = state.for_players.model.places
    refused = 0
    for move in named(name).all_moves(state.players):
        reasons = state.why_not(move)
        assert (move in offered) == (not reasons), str(move)
        for reason in reasons:
            assert reason.path in clauses, (str(move), reason)
            assert reason.message, str(move)
            assert reason.facts, (str(move), reason)
            assert shown(reason), (str(move), reason)
            assert reason.nearest in offered, (str(move), reason)
        if reasons:
            assert reasons[0].nearest == by_hand(move, state.moves), str(move)
        if state.moves[0].kind == move.kind == "action":
            assert by_the_book(name, state, move) == {r.path for r in reasons} or not reasons
        refused += bool(reasons)
    return refused


def shown(reason: Reason) -> bool:
    """Return whether the values behind a reason stand in its words: the missing, the expected and the found."""
    numbers = [str(fact) for fact in reason.facts.values() if type(fact) is int]
    names = [name for fact in reason.facts.values() for name in strings(fact)]
    compared = {"expected", "low", "high", "count"} & reason.facts.keys()
    if compared:
        return all(str(reason.facts[key]) in reason.message for key in compared)
    words = [*numbers, *names]
    return not names or any(word in reason.message for word in words)


def strings(fact: Any) -> list[str]:
    if isinstance(fact, str):
        return [fact]
    return [each for each in fact if isinstance(each, str)] if isinstance(fact, tuple) else []


def by_hand(wanted: Move, moves: tuple[Move, ...]) -> Move:
    """The nearest move, found by looking at the moves of the same decision first."""
    same = [m for m in moves if (m.decision, m.kind) == (wanted.decision, wanted.kind)]
    apart = [(changed(wanted, move), at, move) for at, move in enumerate(same)]
    if not apart:
        apart = [
            (edits(str(wanted).split(), str(move).split()), at, move)
            for at, move in enumerate(moves)
        ]
    return min(apart)[2]


def changed(one: Move, other: Move) -> int:
    total = 0
    for left, right in zip(one.args, other.args, strict=True):
        if isinstance(left, tuple):
            total += max(len({*left} - {*right}), len({*right} - {*left}))
        elif isinstance(left, int):
            total += abs(left - right)
        elif isinstance(left, Place):
            zone = (left.zone, left.owner) != (right.zone, right.owner)
            total += 3 if zone else 2 if left.part != right.part else left != right
        else:
            total += left != right
    return total


def edits(one: list[str], other: list[str]) -> int:
    row = list(range(len(other) + 1))
    for at, word in enumerate(one, 1):
        last, row = row, [at]
        for where, against in enumerate(other, 1):
            row.append(min(last[where] + 1, row[-1] + 1, last[where - 1] + (word != against)))
    return row[-1]


# ---- what the rulebook says, worked out without the interpreter ----------------------------------------
WILD = {
    "classic": ("gems", "gold"),
    "first_printing": ("gems", "gold"),
    "marvel": ("stones", "gray"),
}


def by_the_book(name: str, state: State, move: Move) -> set[str]:
    """The clauses against an action, read off from what lies on the table."""
    group, wild = WILD[name]
    model, seat = state.for_players.model, state.to_move
    view = state.view(seat)
    supply, player = view["piles"]["supply"], view["players"][seat]
    there = {model.token_names()[token] for token in model.groups[group]}
    there -= {colour for colour in there if not supply[colour]}
    match move.path.removeprefix("actions."):
        case "take_same":
            failing = against_two(move.args[0], there, supply)
        case "take_different":
            fits = {*move.args[0]} <= there and len(move.args[0]) == least(name, there)
            failing = set() if fits else {"colours"}
        case "reserve":
            failing = {"room"} if len(player["zones"]["hand"]) == 3 else set()
            failing |= set() if lying(view, seat, move.args[0]) else {"card"}
        case "buy" | "recruit":
            failing = against_buying(state, player, lying(view, seat, move.args[0]), wild)
        case _:
            return {move.path}
    return {f"{move.path}.{clause}" for clause in failing}


def against_two(colour: str, there: set[str], supply: Mapping[str, int]) -> set[str]:
    if colour not in there:
        return {"colour"}
    few = {"pile"} if supply[colour] < 4 else set()
    return few | ({"gain"} if supply[colour] < 2 else set())


def against_buying(state: State, player: Any, label: str | None, wild: str) -> set[str]:
    if label is None:
        return {"card"}
    return {"pay"} if short(state, player, label) > player["piles"]["purse"][wild] else set()


def least(name: str, there: set[str]) -> int:
    """Return how many different colours are taken; the first printing knows no shortage."""
    return 3 if name == "first_printing" else min(3, len(there))


def lying(view: Any, seat: int, place: Place) -> str | None:
    """The label of what lies there, `?` where nobody may know it."""
    owner = seat if place.owner is None else place.owner
    zone = view["zones"].get(place.zone) or view["players"][owner]["zones"].get(place.zone, [])
    pieces = zone.get(str(place.part), []) if isinstance(zone, dict) else zone
    at = (place.place or 1) - 1
    return pieces[at] if at < len(pieces) else None


def short(state: State, player: Any, label: str) -> int:
    """Return how many of the cost neither the bonuses nor the tokens of its colours cover."""
    model = state.for_players.model
    piece = next(piece for piece in model.pieces if piece.label == label)
    return sum(
        max(0, cost - player["values"]["bonus"][colour] - player["piles"]["purse"][colour])
        for colour, cost in zip(model.token_names(), piece.values["cost"], strict=True)
    )
