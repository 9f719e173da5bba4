"""Ranges of numbers: all that is known of a number before a game is played."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from math import inf
from typing import Final

from attrs import frozen


@frozen
class Interval:
    """Every number from `low` to `high`; nothing at all if `low` is greater."""

    low: float
    high: float

    @property
    def empty(self) -> bool:
        """Whether no number lies in it."""
        return self.low > self.high

    def __add__(self, other: Interval) -> Interval:
        """What the sum of two numbers can be."""
        return Interval(self.low + other.low, self.high + other.high)

    def __neg__(self) -> Interval:
        """What the number with its sign turned can be."""
        return Interval(-self.high, -self.low)

    def __sub__(self, other: Interval) -> Interval:
        """What the difference of two numbers can be."""
        return self + -other

    def __mul__(self, other: Interval) -> Interval:
        """What the product of two numbers can be."""
        ends = [_times(a, b) for a in (self.low, self.high) for b in (other.low, other.high)]
        return Interval(min(ends), max(ends))

    def meet(self, other: Interval) -> Interval:
        """What lies in both."""
        return Interval(max(self.low, other.low), min(self.high, other.high))

    def join(self, other: Interval) -> Interval:
        """What lies in either, and between them."""
        return Interval(min(self.low, other.low), max(self.high, other.high))

    def at_least(self, low: float) -> Interval:
        """Every number in it, those below `low` raised to it."""
        return Interval(max(self.low, low), max(self.high, low))


ANY: Final = Interval(-inf, inf)
COUNT: Final = Interval(0, inf)
ZERO: Final = Interval(0, 0)
ONE: Final = Interval(1, 1)


def exactly(number: float) -> Interval:
    """One number."""
    return Interval(number, number)


def up_to(number: float) -> Interval:
    """From nothing to a number."""
    return Interval(0, max(0, number))


def or_more(number: float) -> Interval:
    """A number or more."""
    return Interval(number, inf)


def total(parts: Iterable[Interval]) -> Interval:
    """What a sum can be."""
    return reduce(Interval.__add__, parts, ZERO)


def hull(parts: Iterable[Interval]) -> Interval:
    """What any of several can be."""
    return reduce(Interval.join, parts)


def _times(a: float, b: float) -> float:
    return 0 if 0 in (a, b) else a * b
