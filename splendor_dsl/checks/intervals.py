"""Intervals: all that is known of a number before a game is played."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from math import inf
from typing import Final

from attrs import frozen


@frozen
class Interval:
    """All numbers from `low` to `high`; empty if `low` is greater."""

    low: float
    high: float

    @property
    def empty(self) -> bool:
        """True if no number is in it."""
        return self.low > self.high

    def __add__(self, other: Interval) -> Interval:
        """Return the range of the sum of two numbers."""
        return Interval(self.low + other.low, self.high + other.high)

    def __neg__(self) -> Interval:
        """Return the range of the number with its sign changed."""
        return Interval(-self.high, -self.low)

    def __sub__(self, other: Interval) -> Interval:
        """Return the range of the difference of two numbers."""
        return self + -other

    def __mul__(self, other: Interval) -> Interval:
        """Return the range of the product of two numbers."""
        ends = [_times(a, b) for a in (self.low, self.high) for b in (other.low, other.high)]
        return Interval(min(ends), max(ends))

    def meet(self, other: Interval) -> Interval:
        """Return the intersection."""
        return Interval(max(self.low, other.low), min(self.high, other.high))

    def join(self, other: Interval) -> Interval:
        """Return the smallest interval around both."""
        return Interval(min(self.low, other.low), max(self.high, other.high))

    def at_least(self, low: float) -> Interval:
        """Return the interval with numbers below `low` raised to it."""
        return Interval(max(self.low, low), max(self.high, low))


ANY: Final = Interval(-inf, inf)
COUNT: Final = Interval(0, inf)
ZERO: Final = Interval(0, 0)
ONE: Final = Interval(1, 1)


def exactly(number: float) -> Interval:
    """Return the interval of one number."""
    return Interval(number, number)


def up_to(number: float) -> Interval:
    """Return the interval from 0 to a number."""
    return Interval(0, max(0, number))


def or_more(number: float) -> Interval:
    """Return the interval from a number upwards."""
    return Interval(number, inf)


def total(parts: Iterable[Interval]) -> Interval:
    """Return the range of a sum."""
    return reduce(Interval.__add__, parts, ZERO)


def hull(parts: Iterable[Interval]) -> Interval:
    """Return the smallest interval around several."""
    return reduce(Interval.join, parts)


def _times(a: float, b: float) -> float:
    return 0 if 0 in (a, b) else a * b
