"""The chance to win in a position from the parts of its worth: the same for all games, or learned from games of one."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Any, Final

from attrs import frozen

from splendor_dsl.bots.goals import WHOLE

SCALE: Final = 4.0  # the worth by which a position is ahead that wins three games of four
MOST: Final = 700.0  # a greater exponent overflows


@frozen
class Leaf:
    """Weights of a logistic regression on how far each part of a seat's worth is above that of its best rival.

    `plain` weighs each part, `staged` the same times how far the game has come, `mover` that it is the seat's turn.
    """

    plain: tuple[float, ...]
    staged: tuple[float, ...]
    mover: float = 0.0

    @property
    def numbers(self) -> tuple[float, ...]:
        """All weights in a row, as native code takes them."""
        return (*self.plain, *self.staged, self.mover)

    @classmethod
    def of_numbers(cls, numbers: Sequence[float]) -> Leaf:
        """Return the leaf of weights in a row."""
        count = len(numbers) // 2
        return cls(tuple(numbers[:count]), tuple(numbers[count:-1]), numbers[-1])

    def chances(self, parts: Sequence[Sequence[float]], goals: int, mover: int) -> list[float]:
        """Return the chance of each seat; the first `goals` parts say how far the game has come."""
        found = [
            1 / (1 + exp(min(MOST, -self._ahead(features(parts, goals, seat, mover)))))
            for seat in range(len(parts))
        ]
        total = sum(found) if len(found) > 1 else 1.0
        return [chance / total for chance in found]

    def _ahead(self, given: Sequence[float]) -> float:
        return sum(weight * value for weight, value in zip(self.numbers, given, strict=True))


def usual_leaf(count: int) -> Leaf:
    """Return the leaf of a game that nobody has learned: all parts weigh the same, at any stage."""
    return Leaf((1 / SCALE,) * count, (0.0,) * count)


def features(
    parts: Sequence[Sequence[float]], goals: int, seat: int, mover: int
) -> tuple[float, ...]:
    """Return what the weights of a leaf are for, for one seat."""
    stage = min(1.0, max(sum(each[:goals]) for each in parts) / WHOLE)
    others = [each for other, each in enumerate(parts) if other != seat]
    rival: Sequence[Any] = max(others, key=sum, default=(0.0,) * len(parts[seat]))
    ahead = tuple(own - other for own, other in zip(parts[seat], rival, strict=True))
    return (*ahead, *(stage * each for each in ahead), float(seat == mover))
