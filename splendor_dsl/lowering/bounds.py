"""Intervals: the least and the greatest value of a number in any state, none where no bound is known."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, assert_never

from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.model import ValueKind

if TYPE_CHECKING:
    from splendor_dsl.lowering.memory_layout import MemoryLayout

Bounds = tuple[int | None, int | None]
UNKNOWN: Bounds = (None, None)


def bounds(memory: MemoryLayout, expr: v.Expr | None) -> Bounds:
    """Return the least and the greatest value of a number."""
    of = _FORMS.get(type(expr))
    return UNKNOWN if of is None else of(memory, expr)


def union(several: Iterable[Bounds]) -> Bounds:
    """Return the bounds of a number that may be any of several."""
    lows, highs = _ends(several)
    return (
        None if None in lows else min(low for low in lows if low is not None),
        None if None in highs else max(high for high in highs if high is not None),
    )


def or_zero(found: Bounds) -> Bounds:
    """Return the bounds of a player's number when the seat may be nobody's, which counts as 0."""
    return union((found, (0, 0)))


def quantified(memory: MemoryLayout, expr: v.Quantified, body: Bounds) -> Bounds:
    """Return the bounds of a quantifier over a body; over an empty domain it is 0, but `every` holds."""
    if expr.which in {"any", "every"}:
        return 0, 1
    low, high = or_zero(body)
    if expr.which != "sum":
        return low, high
    most = _most_of(memory, expr.domain)
    return None if low is None else low * most, None if high is None else high * most


def _most_of(memory: MemoryLayout, domain: v.Domain) -> int:
    """Return the greatest number of elements of a domain."""
    match domain.kind:
        case "tokens":
            return memory.lanes.count
        case "pieces":
            assert isinstance(domain.of, v.ZoneRef)
            return sum(region.size for region in memory.parts(domain.of.zone))
        case "players" | "others" | "partners":
            return memory.high
    assert_never(domain.kind)


def _ends(several: Iterable[Bounds]) -> tuple[list[int | None], list[int | None]]:
    found = list(several)
    return [low for low, _ in found], [high for _, high in found]


def _counter(memory: MemoryLayout, expr: v.CounterValue) -> Bounds:
    counter = memory.program.model.counters[expr.counter]
    if expr.player is None:
        return counter.low, counter.high
    return or_zero((counter.low, counter.high))


def _field(memory: MemoryLayout, expr: v.FieldOf) -> Bounds:
    found = [piece.values.get(expr.field, 0) for piece in memory.program.model.pieces]
    numbers = [value for value in found if isinstance(value, int)]
    return (min(numbers), max(numbers)) if len(numbers) == len(found) else UNKNOWN


def min_or_max(which: str, found: Sequence[Bounds]) -> Bounds:
    """Return the bounds of the least (`min`) or the greatest of several numbers."""
    lows, highs = _ends(found)
    low, high = union(found)
    if which == "min":
        return low, min((each for each in highs if each is not None), default=None)
    return max((each for each in lows if each is not None), default=None), high


def _sum(memory: MemoryLayout, expr: v.Sum) -> Bounds:
    if expr.type != "number":
        return UNKNOWN
    total: Bounds = (0, 0)
    for sign, part in zip(expr.signs, expr.parts, strict=True):
        total = add(total, bounds(memory, part), sign)
    return total


def _product(memory: MemoryLayout, expr: v.Product) -> Bounds:
    total = (1, 1)
    for part in expr.parts:
        low, high = bounds(memory, part)
        if low is None or high is None:
            return UNKNOWN
        ends = [a * b for a in total for b in (low, high)]
        total = min(ends), max(ends)
    return total


def _value(memory: MemoryLayout, expr: v.ValueOf) -> Bounds:
    value = memory.program.model.values[expr.value]
    if value.which != ValueKind.TOTAL:
        return 0, 1
    total: Bounds = (0, 0) if value.type == "number" else UNKNOWN
    for term in value.terms:
        total = add(total, bounds(memory, term.value), "+")
    return or_zero(total)


def add(one: Bounds, other: Bounds, sign: str) -> Bounds:
    """Return the bounds of a sum or a difference."""
    low, high = other if sign == "+" else (_minus(other[1]), _minus(other[0]))
    return _plus(one[0], low), _plus(one[1], high)


def _minus(number: int | None) -> int | None:
    return None if number is None else -number


def _plus(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other


def _stock(memory: MemoryLayout, expr: v.PileCount | v.DifferentKinds | v.StockOf) -> Bounds:
    which: Iterable[int] = range(memory.lanes.count)
    if isinstance(expr.tokens, v.TokenSet):
        which = expr.tokens.tokens
    elif isinstance(expr.tokens, v.TokenConst):
        which = (expr.tokens.token,)
    tokens = tuple(which)
    if isinstance(expr, v.DifferentKinds):
        return 0, len(tokens)
    return 0, max(sum(each.stock[token] for token in tokens) for each in memory.layouts.values())


_FORMS: Mapping[type, Callable[[MemoryLayout, Any], Bounds]] = {
    v.Const: lambda _, expr: (expr.value, expr.value),
    v.ByPlayers: lambda memory, expr: union(bounds(memory, part) for part in expr.parts),
    v.Fact: lambda memory, expr: (
        (memory.low, memory.high) if expr.which == "players" else (0, None)
    ),
    v.CounterValue: _counter,
    v.PileCount: _stock,
    v.DifferentKinds: _stock,
    v.StockOf: _stock,
    v.PieceCount: lambda memory, expr: (0, sum(r.size for r in memory.parts(expr.zone.zone))),
    v.FieldOf: _field,
    v.MinMax: lambda memory, expr: min_or_max(
        expr.which, [bounds(memory, part) for part in expr.parts]
    ),
    v.Sum: _sum,
    v.Product: _product,
    v.ValueOf: _value,
    v.Quantified: lambda memory, expr: quantified(memory, expr, bounds(memory, expr.body)),
    # Variables, sums over pieces and amounts of a token have bounds elsewhere, or none.
    **dict.fromkeys((v.Local, v.PieceSum, v.AmountIn), lambda _memory, _expr: UNKNOWN),
    **dict.fromkeys((v.Compare, v.Covers, v.Not, v.All, v.Any), lambda _memory, _expr: (0, 1)),
}
