"""Consequences of a condition: narrower ranges, and conditions whose truth is known."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from math import inf
from typing import Final

from attrs import evolve

from splendor_dsl.checks import linear
from splendor_dsl.checks.bounds import Bounds, with_range
from splendor_dsl.checks.conditions import OPPOSITE, is_number
from splendor_dsl.checks.context import Known
from splendor_dsl.checks.intervals import ANY, ZERO, Interval, hull
from splendor_dsl.checks.numbers import MOST_WAYS, domain_readers, is_somebody
from splendor_dsl.checks.world import nodes_of
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.changes import terms_read
from splendor_dsl.semantics.model import ValueKind

PLAIN: Final = (v.Const, v.ByPlayers)
OTHERWISE: Final = 2  # alternatives for a condition of another player: it holds, or it can't


def assume(bounds: Bounds, expr: v.Expr, *, holds: bool = True) -> Bounds | None:
    """Return what is known once a condition holds, or does not; None if that cannot be."""
    if bounds.known.truths.get(bounds.world.key(expr)) is holds:
        return bounds  # assumed before, with all that follows
    if not _of_parts(expr, holds) and bounds.condition(expr) is (not holds):
        return None
    return _consequences(_note(bounds, expr, holds=holds), expr, holds=holds)


def _consequences(noted: Bounds, expr: v.Expr, *, holds: bool) -> Bounds | None:
    """Return the bounds with all that follows from a condition that is recorded as known."""
    match expr:
        case v.Not():
            return assume(noted, expr.body, holds=not holds)
        case v.All() | v.Any():
            way = _each if _of_parts(expr, holds) else _either
            return way(noted, expr.parts, holds)
        case v.Compare() if is_number(expr.left) and is_number(expr.right):
            return _compared(noted, expr if holds else _opposite(expr))
        case v.Covers() if holds:
            return _covered(noted, expr)
        case v.ValueOf():
            return _value(noted, expr, holds)
        case v.Quantified(which="any") if holds:
            return _somebody(noted, expr)
    return noted


def _of_parts(expr: v.Expr, holds: bool) -> bool:  # noqa: FBT001  # a truth
    """Return whether assuming a condition means assuming each of its parts, which shows whether it can be."""
    return isinstance(expr, v.All if holds else v.Any)


def switched_off(bounds: Bounds, expr: v.Expr) -> bool:
    """Return whether a condition, or a part of it that must hold, fails by numbers in the rules alone."""
    parts = expr.parts if isinstance(expr, v.All) else (expr,)
    return any(_is_switch(bounds, part) and bounds.condition(part) is False for part in parts)


def is_switched(bounds: Bounds, expr: v.Expr) -> bool:
    """Return whether a condition, or a value that it reads, has a comparison of numbers in the rules alone."""
    world = bounds.world
    memo = ("is switched", world.key(expr))
    if memo not in world.shared:
        world.shared[memo] = any(
            isinstance(node, v.Compare) and _is_switch(bounds, node)
            for each in (expr, *terms_read(world.model, expr))
            for node in nodes_of(each)
        )
    return world.shared[memo] is True


def _is_switch(bounds: Bounds, expr: v.Expr) -> bool:
    """Return whether a condition reads only numbers in the rules."""
    reading = (v.Const, v.Sum, v.Product, v.MinMax, v.Compare, v.Not, v.All, v.Any)
    return all(isinstance(node, reading) for node in nodes_of(bounds.world.key(expr)))


def _note(bounds: Bounds, expr: v.Expr, *, holds: bool) -> Bounds:
    world = bounds.world
    return evolve(bounds, known=bounds.known.with_truth(world.key(expr), holds, world.free))


def _opposite(expr: v.Compare) -> v.Compare:
    return v.Compare(operator=OPPOSITE[expr.operator], left=expr.left, right=expr.right)


def _each(bounds: Bounds, parts: tuple[v.Expr, ...], holds: bool) -> Bounds | None:  # noqa: FBT001  # a truth
    found: Bounds | None = bounds
    for part in parts:
        found = found and assume(found, part, holds=holds)
    return found


def _either(bounds: Bounds, parts: tuple[v.Expr, ...], holds: bool) -> Bounds | None:  # noqa: FBT001  # a truth
    """Return bounds with the ranges that all alternatives have in common; None if none of these can be."""
    each = _for_one_of(bounds, len(parts))
    if each is None:
        return bounds
    ways = [way for part in parts if (way := assume(each, part, holds=holds)) is not None]
    if not ways:
        return None
    known = bounds.known
    first, *others = (way.known.ranges for way in ways)
    for key, found in first.items():
        if known.ranges.get(key) is not found and all(key in other for other in others):
            both = hull([found, *(other[key] for other in others)])
            known = known.with_range(key, both, bounds.world.free)
    return evolve(bounds, known=known)


def _for_one_of(bounds: Bounds, ways: int) -> Bounds | None:
    """Return the reader for one of some alternatives; None if nested alternatives are too many to follow."""
    many = bounds.ways * ways
    return None if bounds.ways > 1 and many > MOST_WAYS else evolve(bounds, ways=many)


def _somebody(bounds: Bounds, expr: v.Quantified) -> Bounds | None:
    """Return the same bounds, or None if the body can hold for no element of the domain."""
    alternative = _for_one_of(bounds, OTHERWISE)
    if alternative is None:
        return bounds
    readers, _ = domain_readers(expr, alternative)
    ways = (assume(each, expr.body) for each in readers)
    return bounds if any(way is not None for way in ways) else None


def _value(bounds: Bounds, expr: v.ValueOf, holds: bool) -> Bounds | None:  # noqa: FBT001  # a truth
    """Return what follows from a named condition; for another player only whether it can be."""
    value = bounds.world.model.values[expr.value]
    if value.which == ValueKind.TOTAL or not (holds or is_somebody(expr.player, bounds)):
        return bounds
    parts = tuple(term.value for term in value.terms)
    together = holds == (value.which == ValueKind.ALL)
    mine = isinstance(expr.player, v.Local) and expr.player.slot == 0
    about = bounds.about(expr.player)  # a value has its own variables
    inner = about if mine else _for_one_of(about, OTHERWISE)
    if inner is None:
        return bounds
    way = _each if together else _either
    found = inner.once((expr.value, "assumed", holds), lambda: _known(way(inner, parts, holds)))
    if found is None:
        return None
    return _knowing(bounds, found.about(bounds.world.free, same=True)) if mine else bounds


def _knowing(bounds: Bounds, more: Known) -> Bounds:
    """Return bounds with more knowledge."""
    known = bounds.known
    ranges, truths = {**known.ranges, **more.ranges}, {**known.truths, **more.truths}
    return evolve(bounds, known=Known(ranges=ranges, truths=truths))


def _known(bounds: Bounds | None) -> Known | None:
    return None if bounds is None else bounds.known


# ---- numbers -------------------------------------------------------------------------------------
def _compared(bounds: Bounds, expr: v.Compare) -> Bounds | None:
    found: Bounds | None = bounds
    for side, other, operator in _views(expr):
        if found is not None:
            allowed = _allowed(operator, found.number(side), found.number(other))
            found = _narrowed(found, side, allowed)
    if found is None or expr.operator == "!=":
        return found
    return linear.compared(found, expr.right, expr.left, _allowed(expr.operator, ANY, ZERO))


def _views(expr: v.Compare) -> Iterator[tuple[v.Expr, v.Expr, str]]:
    turned = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
    yield expr.left, expr.right, expr.operator
    yield expr.right, expr.left, turned.get(expr.operator, expr.operator)


def _allowed(operator: str, mine: Interval, other: Interval) -> Interval:
    """Return the range of a whole number that compares so with another."""
    if operator == "!=":
        return _without(mine, other)
    return {
        "<": Interval(-inf, other.high - 1),
        "<=": Interval(-inf, other.high),
        ">": Interval(other.low + 1, inf),
        ">=": Interval(other.low, inf),
        "=": other,
    }[operator]


def _without(mine: Interval, other: Interval) -> Interval:
    """Return a range without one number at its end."""
    if other.low < other.high:
        return mine
    return Interval(mine.low + (mine.low == other.low), mine.high - (mine.high == other.high))


def _narrowed(bounds: Bounds, expr: v.Expr, allowed: Interval) -> Bounds | None:
    """Return bounds with a narrower range of a number, and of the parts of a sum; None if that is empty."""
    if isinstance(expr, PLAIN):
        return bounds if not bounds.number(expr).meet(allowed).empty else None
    if bounds.number(expr).meet(allowed).empty:
        return None
    found: Bounds | None = _with_range(bounds, expr, allowed)
    if isinstance(expr, v.Sum):
        for sign, part, others in zip(expr.signs, expr.parts, _others(bounds, expr), strict=True):
            rest = allowed - others
            found = found and _narrowed(found, part, rest if sign == "+" else -rest)
    elif isinstance(expr, v.MinMax):
        for part in expr.parts:
            side = (
                Interval(allowed.low, inf) if expr.which == "min" else Interval(-inf, allowed.high)
            )
            found = found and _narrowed(found, part, side)
    return found


def _with_range(bounds: Bounds, expr: v.Expr, allowed: Interval) -> Bounds:
    """Return bounds with the range of a number."""
    if isinstance(expr, v.Sum):
        return linear.compared(bounds, v.Const(value=0), expr, allowed)
    return with_range(bounds, expr, allowed)


def _others(bounds: Bounds, expr: v.Sum) -> Iterator[Interval]:
    """Return, for each part of a sum, the range of all others together: those before it and those after it."""
    numbers = [bounds.number(part) for part in expr.parts]
    signed = [n if sign == "+" else -n for sign, n in zip(expr.signs, numbers, strict=True)]
    before = accumulate(signed, initial=ZERO)
    after = [*accumulate(reversed(signed), initial=ZERO)][-2::-1]
    return map(Interval.__add__, before, after)


def _covered(bounds: Bounds, expr: v.Covers) -> Bounds | None:
    """Return bounds in which a pile that covers amounts holds at least as many of each token."""
    if not isinstance(expr.left, v.PileAmounts):
        return bounds
    found: Bounds | None = bounds
    for token, lane in enumerate(bounds.amounts(expr.right)):
        count = v.PileCount(pile=expr.left.pile, tokens=v.TokenConst(token=token))
        if lane.low > 0:
            found = found and _narrowed(found, count, Interval(lane.low, inf))
    return found
