"""Bounds of amounts, token by token, and the tokens that an expression can mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from splendor_dsl.checks.context import Lanes, Reader, Some
from splendor_dsl.checks.intervals import ONE, ZERO, Interval, exactly, total
from splendor_dsl.checks.numbers import field_lanes, is_somebody, one_token, sums
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v


def tokens(expr: v.Expr, reader: Reader) -> Some:
    """Return the tokens that an expression can mean: a token, a group, or a variable."""
    if isinstance(expr, v.TokenConst):
        return Some(tokens=frozenset((expr.token,)), size=ONE, every=True)
    if isinstance(expr, v.TokenSet):
        return Some(tokens=frozenset(expr.tokens), size=exactly(len(expr.tokens)), every=True)
    held = reader.slots.get(expr.slot) if isinstance(expr, v.Local) else None
    if isinstance(held, Some):
        return held
    count = len(reader.world.stock)
    return Some(tokens=frozenset(range(count)), size=Interval(0, count))


def nothing(reader: Reader) -> Lanes:
    """Return amounts of no tokens."""
    return (ZERO,) * len(reader.world.stock)


def unknown(reader: Reader) -> Lanes:
    """Return amounts without an upper bound."""
    return tuple(Interval(0, float("inf")) for _ in reader.world.stock)


def pile(expr: v.PileAmounts, reader: Reader) -> Lanes:
    """Return the amounts in a pile."""
    return tuple(one_token(expr.pile, token, reader) for token in range(len(reader.world.stock)))


def amount_of(expr: v.AmountOf, reader: Reader) -> Lanes:
    """Return an amount of a token, or of each of several."""
    some, count = reader.tokens(expr.tokens), reader.number(expr.count)
    lanes = list(nothing(reader))
    for token in some.tokens:
        lanes[token] = count if some.every else count.join(ZERO)
    return tuple(lanes)


def sum_(expr: v.Sum, reader: Reader) -> Lanes:
    """Return amounts added, and subtracted by `less`, which stops at 0."""
    lanes = nothing(reader)
    for sign, part in zip(expr.signs, expr.parts, strict=True):
        other = reader.amounts(part)
        if sign == "less":
            lanes = tuple((a - b).at_least(0) for a, b in zip(lanes, other, strict=True))
        else:
            lanes = tuple(a + b for a, b in zip(lanes, other, strict=True))
    return lanes


def product(expr: v.Product, reader: Reader) -> Lanes:
    """Return the product of one part that is amounts and others that are numbers."""
    factor, lanes = ONE, nothing(reader)
    for part in expr.parts:
        if is_amounts(part):
            lanes = reader.amounts(part)
        else:
            factor *= reader.number(part)
    return tuple(lane * factor for lane in lanes)


def is_amounts(expr: v.Expr) -> bool:
    """Return whether an expression is one of amounts."""
    match expr:
        case v.PileAmounts() | v.AmountOf():
            return True
        case v.FieldOf() | v.PieceSum() | v.Sum() | v.ValueOf():
            return expr.type == "amounts"
        case v.Product():
            return any(is_amounts(part) for part in expr.parts)
    return False


def together(expr: v.Expr, among: frozenset[int], reader: Reader) -> float:
    """Return the most of some tokens together that amounts can be; a choice of tokens adds no more than its size."""
    lanes = reader.amounts(expr)
    most = sum(max(0, lanes[token].high) for token in among)
    if isinstance(expr, v.AmountOf):
        some, count = reader.tokens(expr.tokens), reader.number(expr.count)
        most = min(most, _times(count.high, min(some.size.high, len(some.tokens & among))))
    elif isinstance(expr, v.Sum):  # parts after `less` add nothing
        added = [part for sign, part in zip(expr.signs, expr.parts, strict=True) if sign == "+"]
        most = min(most, sum(together(part, among, reader) for part in added))
    return most


def _times(count: float, tokens: float) -> float:
    return 0 if tokens <= 0 or count <= 0 else count * tokens


def value_of(expr: v.ValueOf, reader: Reader) -> Lanes:
    """Return the amounts of a total; nobody has none."""
    value, inner = reader.world.model.values[expr.value], reader.about(expr.player)
    found = inner.once((expr.value, "amounts"), lambda: _total(value.terms, inner))
    if is_somebody(expr.player, reader):
        return found
    return tuple(lane.join(ZERO) for lane in found)


def _total(terms: Iterable[m.Term], reader: Reader) -> Lanes:
    rows = [reader.amounts(term.value) for term in terms]
    return tuple(map(total, zip(*rows, strict=True))) if rows else nothing(reader)


AMOUNTS: Final[dict[type, Callable[[Any, Reader], Lanes]]] = {
    v.PileAmounts: pile,
    v.AmountOf: amount_of,
    v.FieldOf: field_lanes,
    v.PieceSum: sums,
    v.Sum: sum_,
    v.Product: product,
    v.ValueOf: value_of,
}
