"""The legal move that differs least from an illegal one (K39)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from splendor_dsl.identifiers import folded
from splendor_dsl.notation.moves import Move, Place
from splendor_dsl.spelling import distances_from, edit_distance


def nearest_move(wanted: Move | str, moves: Sequence[Move]) -> Move | None:
    """Return the first of the moves with the least distance; none where there are no moves."""
    if isinstance(wanted, str):
        letters_apart = distances_from(folded(wanted))
        return min(moves, key=lambda move: letters_apart(folded(str(move))), default=None)
    return min(moves, key=lambda move: distance(wanted, move), default=None)


def distance(one: Move, other: Move) -> tuple[int, int]:
    """Return the distance of two moves.

    The first number is 1 if they answer different decisions; the second counts how much differs in their values or
    words.
    """
    # Payments and returns are parsed as those of the first step with such a form.
    same = one.kind in {"pay", "return"} or one.decision == other.decision
    if same and one.kind == other.kind:
        return 0, sum(map(_apart, one.args, other.args))
    return 1, edit_distance(str(one).split(), str(other).split(), swaps=False)


def _apart(one: Any, other: Any) -> int:
    """Return the distance of two values of one choice."""
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
    """Return 1 for another place, 2 for another part, 3 for another zone."""
    if (one.zone, one.owner) != (other.zone, other.owner):
        return 3
    return 2 if one.part != other.part else 1
