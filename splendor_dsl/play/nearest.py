"""Which of the moves that are offered differs least from one that is not (K39)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from splendor_dsl.identifiers import folded
from splendor_dsl.play.moves import Move, Place


def nearest_move(wanted: Move | str, moves: Sequence[Move]) -> Move | None:
    """The first of the moves with the least distance; none where there are no moves."""
    if isinstance(wanted, str):
        return min(moves, key=lambda move: letters_apart(wanted, str(move)), default=None)
    return min(moves, key=lambda move: distance(wanted, move), default=None)


def distance(one: Move, other: Move) -> tuple[int, int]:
    """How far two moves are apart.

    First whether they answer different decisions; then how much differs in what is chosen, or in the words.
    """
    # Payments and returns are read as those of whichever step asks first.
    same = one.kind in {"pay", "return"} or one.decision == other.decision
    if same and one.kind == other.kind:
        return 0, sum(map(_apart, one.args, other.args))
    return 1, words_apart(str(one), str(other))


def _apart(one: Any, other: Any) -> int:
    """How much would have to be changed in one choice."""
    if one == other:
        return 0
    match one:
        case tuple():
            left, right = set(one), set(other)
            return max(len(left - right), len(right - left))
        case int():
            return abs(one - int(other))
        case Place():
            return _places_apart(one, other)
    return 1


def _places_apart(one: Place, other: Place) -> int:
    """1 for another place, 2 for another part, 3 for another zone."""
    if (one.zone, one.owner) != (other.zone, other.owner):
        return 3
    return 2 if one.part != other.part else 1


def words_apart(one: str, other: str) -> int:
    """How many words have to be put in, left out or exchanged."""
    # Loading it takes longer than most commands need.
    from rapidfuzz.distance import Levenshtein  # noqa: PLC0415  # slow to load

    return int(Levenshtein.distance(one.split(), other.split()))


def letters_apart(one: str, other: str) -> int:
    """How many letters have to be put in, left out or exchanged."""
    from rapidfuzz.distance import OSA  # noqa: PLC0415  # slow to load

    return int(OSA.distance(folded(one), folded(other)))
