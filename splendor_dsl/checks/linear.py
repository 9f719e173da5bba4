"""Comparisons of sums whose ranges alone show nothing: `cards in hand < limit of hand` with a limit that changes.

A requirement is kept as the range of the difference of both sides, in one normal form.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from math import inf
from typing import Final

from attrs import frozen

from splendor_dsl.checks.bounds import Bounds, with_range
from splendor_dsl.checks.intervals import Interval, exactly
from splendor_dsl.semantics import values as v

MOST_PARTS: Final = 12  # in a difference that is kept
MOST_KEPT: Final = (
    16  # at one place, so that the work grows with the code, not with the number of requirements
)


@frozen
class Linear:
    """A number as a sum: the factor of each part, and a constant."""

    parts: Mapping[v.Expr, int]
    known: float = 0

    def minus(self, other: Linear) -> Linear:
        """Return the difference of two."""
        parts = Counter(self.parts)
        parts.subtract(other.parts)
        left = {part: count for part, count in parts.items() if count}
        return Linear(left, self.known - other.known)


def at_most(bounds: Bounds, one: v.Expr, other: v.Expr) -> bool:
    """Return whether a number surely is no greater than another."""
    if bounds.number(one).high <= bounds.number(other).low:
        return True
    for mine, pick in ((one, "min"), (other, "max")):
        if isinstance(mine, v.MinMax):
            ways = (at_most(bounds, *_with(one, other, mine, part)) for part in mine.parts)
            if any(ways) if mine.which == pick else all(ways):
                return True
    return _never_below_zero(bounds, _difference(bounds, other, one))


def _with(one: v.Expr, other: v.Expr, mine: v.Expr, part: v.Expr) -> tuple[v.Expr, v.Expr]:
    return (part, other) if mine is one else (one, part)


def compared(bounds: Bounds, one: v.Expr, other: v.Expr, allowed: Interval) -> Bounds:
    """Return bounds with the range of a difference of two numbers."""
    found = _difference(bounds, other, one)
    if (
        not 2 <= sum(map(abs, found.parts.values())) <= MOST_PARTS
    ):  # a single part has a range of its own
        return bounds
    if len(list(_sums(bounds))) >= MOST_KEPT:
        return bounds
    turned, key = _key(found)
    left = allowed - exactly(found.known)
    return with_range(bounds, key, -left if turned else left)


# ---- sums ----------------------------------------------------------------------------------------
def _difference(bounds: Bounds, one: v.Expr, other: v.Expr) -> Linear:
    return _linear(bounds, one).minus(_linear(bounds, other))


def _linear(bounds: Bounds, expr: v.Expr) -> Linear:
    expr = bounds.world.key(expr)
    parts: Counter[v.Expr] = Counter()
    known = 0.0
    for sign, part in _parts(expr, 1):
        number = bounds.number(part) if isinstance(part, v.Const | v.ByPlayers) else None
        if number is not None and number.low == number.high:
            known += sign * number.low
        else:
            parts[part] += sign
    return Linear(parts, known)


def _parts(expr: v.Expr, sign: int) -> Iterator[tuple[int, v.Expr]]:
    if isinstance(expr, v.Sum) and expr.type == "number" and set(expr.signs) <= {"+", "-"}:
        for each, part in zip(expr.signs, expr.parts, strict=True):
            yield from _parts(part, sign if each == "+" else -sign)
    else:
        yield sign, expr


def _key(found: Linear) -> tuple[bool, v.Sum]:
    """Return the parts of a sum in a fixed order, the first of them added, and whether all signs were changed for that."""
    ordered = sorted(found.parts.items(), key=lambda each: repr(each[0]))
    turned = ordered[0][1] < 0
    each = [(part, -count if turned else count) for part, count in ordered]
    several = [("+" if count > 0 else "-", part) for part, count in each for _ in range(abs(count))]
    signs, parts = zip(*several, strict=True)
    return turned, v.Sum(signs=signs, parts=parts, type="number")


def _never_below_zero(bounds: Bounds, found: Linear) -> bool:
    """Return whether a sum is 0 or more, by its parts or by one known sum."""
    if _low(bounds, found) >= 0:
        return True
    for key, allowed in islice(_sums(bounds), MOST_KEPT):
        if not found.parts.keys().isdisjoint(key.parts):
            required = _linear(bounds, key)
            for each, low in ((required, allowed.low), (ZERO_SUM.minus(required), -allowed.high)):
                if low > -inf and _low(bounds, found.minus(each)) + low >= 0:
                    return True
    return False


def _sums(bounds: Bounds) -> Iterator[tuple[v.Sum, Interval]]:
    """Yield the sums with a known range."""
    for key, found in bounds.known.ranges.items():
        if isinstance(key, v.Sum):
            yield key, found


def _low(bounds: Bounds, found: Linear) -> float:
    return found.known + sum(
        (bounds.number(part) * exactly(count)).low for part, count in found.parts.items()
    )


ZERO_SUM = Linear({})
