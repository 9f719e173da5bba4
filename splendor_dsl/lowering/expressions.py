"""Expressions as code: each form becomes a short text, with its bounds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial, reduce
from typing import Any

from attrs import evolve

from splendor_dsl.ir.layout import ANY_KIND, face
from splendor_dsl.lowering.bounds import Bounds, add, bounds, min_or_max, or_zero, quantified, union
from splendor_dsl.lowering.domains import for_each, unless_nobody
from splendor_dsl.lowering.keys import Count, Holder
from splendor_dsl.lowering.memory_layout import MemoryLayout, RunningSum, merge_sums
from splendor_dsl.lowering.scope import (
    MOST_TEXT,
    MOVER,
    Form,
    Scope,
    Tables,
    Val,
    is_amounts,
    number,
)
from splendor_dsl.lowering.text import Writer
from splendor_dsl.lowering.unsupported import NEGATIVE_AMOUNT, NOT_KNOWN, NotLowered
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.model import Piece, ValueKind
from splendor_dsl.semantics.piece_conditions import NotFixedError, value_for

OPERATORS = {"=": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}


def new_scope(memory: MemoryLayout, out: Writer, tables: Tables, env: Mapping[int, Val]) -> Scope:
    """Return a scope in which expressions are emitted."""
    return Scope(memory, out, tables, _FORMS, dict(env))


def _by_players(scope: Scope, expr: v.ByPlayers) -> Val:
    parts = [scope.lower(part) for part in expr.parts]
    numbers = tuple(part.const for part in parts if part.const is not None)
    low, high = union((part.low, part.high) for part in parts)
    if len(numbers) == len(parts):
        return Val(scope.by_players(numbers, "by number of players"), low, high)
    text = parts[-1].text
    for players, part in enumerate(parts[:-1], expr.low):
        text = f"({part.text} if players == {players} else {text})"
    return Val(text, low, high)


def _local(scope: Scope, expr: v.Local) -> Val:
    if expr.slot not in scope.env:
        raise NotLowered(NOT_KNOWN)
    return scope.env[expr.slot]


def _counter(scope: Scope, expr: v.CounterValue) -> Val:
    seat = None if expr.player is None else scope.lower(expr.player)
    low, high = bounds(scope.memory, expr)
    return scope.or_zero(Val(scope.word(Count(expr.counter), seat), low, high), seat)


def _pile_count(scope: Scope, expr: v.PileCount) -> Val:
    found = scope.in_lanes(scope.pile(expr.pile), expr.tokens)
    return evolve(found, high=bounds(scope.memory, expr)[1])


def _different(scope: Scope, expr: v.DifferentKinds) -> Val:
    lanes = scope.memory.lanes
    _, known = scope.token_mask(expr.tokens)
    pile = scope.pile(expr.pile).text
    if known is None or len(known) < lanes.count:
        pile = f"({pile} & {scope.token_lanes(expr.tokens)})"
    return Val(lanes.total(lanes.positive(pile), 1), 0, bounds(scope.memory, expr)[1])


def _piece_count(scope: Scope, expr: v.PieceCount) -> Val:
    memory = scope.memory
    zone = memory.program.model.zones[expr.zone.zone]
    high = sum(region.size for region in memory.parts(zone.name))
    every_kind = expr.kind is None or zone.kind != ANY_KIND
    parts = memory.parts(zone.name)
    if every_kind and expr.where is None and zone.places is None:
        seat = scope.seat_of(expr.zone)
        lengths = (scope.word(part.length, seat) for part in parts if part.length is not None)
        return scope.or_zero(Val(f"({scope.joined(lengths, ' + ')})", 0, high), seat)
    pieces = memory.program.model.pieces
    try:
        counted = tuple(
            int(
                (expr.kind is None or piece.kind == expr.kind)
                and piece.kind in _kinds_in(memory, zone.kind)
                and (
                    expr.where is None
                    or bool(value_for(expr.where, expr.slot, piece, memory.lanes.count))
                )
            )
            for piece in pieces
        )
    except NotFixedError:
        return _count_in_loop(scope, expr)
    wanted = RunningSum(((zone.name, (0, *counted)),), f"pieces in {zone.name}")
    return scope.running_sum(wanted, scope.seat_of(expr.zone), high)


def _kinds_in(memory: MemoryLayout, kind: str | None) -> set[str | None]:
    return set(memory.program.model.kinds) if kind == ANY_KIND else {kind}


def _count_in_loop(scope: Scope, expr: v.PieceCount) -> Val:
    kinds = tuple(int(piece.kind == expr.kind) for piece in scope.memory.program.model.pieces)

    def count(inner: Scope, piece: str) -> str:
        holds = inner.condition(expr.where) if expr.where is not None else "1"
        if expr.kind is None:
            return f"({holds} != 0)"
        table = scope.tables.lists.add((0, *kinds), f"1 for each of the {expr.kind}")
        return f"({table}[{piece}] * ({holds} != 0))"

    high = sum(region.size for region in scope.memory.parts(expr.zone.zone))
    return Val(_sum_in_loop(scope, expr.zone, expr.slot, count), 0, high)


def _sum_in_loop(scope: Scope, ref: v.ZoneRef, slot: int, body: Callable[[Scope, str], str]) -> str:
    """Return a sum over the pieces of a zone, added up in a loop."""
    total = scope.out.temp("0")
    seat = scope.seat_of(ref)
    for region in scope.memory.parts(ref.zone):
        with unless_nobody(scope, seat), scope.each_piece(region, seat) as (_, piece):
            inner = scope.with_variable(slot, Val(piece, 1))
            scope.out.line(f"{total} += {body(inner, piece)}")
    return total


def _piece_sum(scope: Scope, expr: v.PieceSum) -> Val:
    try:
        kept = _as_running_sum(scope, expr)
    except NotFixedError:
        return _sum_field_in_loop(scope, expr)
    return _merged_sum(scope, expr, [kept])


def _as_running_sum(scope: Scope, expr: v.PieceSum) -> tuple[RunningSum, Bounds]:
    """Return the running sum that a sum over pieces equals, and its bounds."""
    model, lanes = scope.memory.program.model, scope.memory.lanes
    zone = expr.zone.zone
    kinds = _kinds_in(scope.memory, model.zones[zone].kind)

    def word(piece: Piece) -> int:
        value = piece.values.get(expr.field) or 0
        if piece.kind not in kinds or not value:
            return 0
        if expr.where is not None and not value_for(expr.where, expr.slot, piece, lanes.count):
            return 0
        return lanes.word(value) if isinstance(value, tuple) else value

    kept = RunningSum(((zone, (0, *map(word, model.pieces))),), f"{expr.field} in {zone}")
    return kept, _bounds_of_sum(scope, expr)


def _merged_sum(scope: Scope, expr: v.PieceSum, sums: Sequence[tuple[RunningSum, Bounds]]) -> Val:
    """Return several sums over the zones of one player, or of the game, as a single running sum."""
    low, high = reduce(lambda one, other: add(one, other, "+"), [each for _, each in sums])
    if expr.type == "amounts":
        scope.require_fit(high)
    kept = merge_sums([each for each, _ in sums], scope.memory.program.model.zones)
    found = scope.running_sum(kept, scope.seat_of(expr.zone), high)
    return found if low is not None and low >= 0 else evolve(found, low=None)


def _bounds_of_sum(scope: Scope, expr: v.PieceSum) -> Bounds:
    model = scope.memory.program.model
    kinds = _kinds_in(scope.memory, model.zones[expr.zone.zone].kind)
    inside = [piece for piece in model.pieces if piece.kind in kinds]
    high = _greatest_sum(inside, expr.field)
    found = (piece.values.get(expr.field, 0) for piece in inside)
    least = min((each for each in found if isinstance(each, int)), default=0)
    return 0 if least >= 0 else None, high


def _greatest_sum(pieces: list[Any], name: str) -> int:
    """Return the most that a field, or a lane of it, adds up to over distinct things."""
    best: dict[int, tuple[int, ...]] = {}
    for piece in pieces:
        value = piece.values.get(name) or 0
        lanes = value if isinstance(value, tuple) else (value,)
        known = best.get(piece.thing, (0,) * len(lanes))
        best[piece.thing] = tuple(max(a, b) for a, b in zip(known, lanes, strict=False)) or lanes
    width = max((len(each) for each in best.values()), default=1)
    return max(sum(each[at] for each in best.values() if at < len(each)) for at in range(width))


def _sum_field_in_loop(scope: Scope, expr: v.PieceSum) -> Val:
    table, (low, high) = scope.field(expr.field), _bounds_of_sum(scope, expr)
    if expr.type == "amounts":
        scope.require_fit(high)

    def amount(inner: Scope, piece: str) -> str:
        holds = inner.condition(expr.where) if expr.where is not None else "1"
        return f"{table}[{piece}] * ({holds} != 0)"

    return Val(_sum_in_loop(scope, expr.zone, expr.slot, amount), low, high)


def _field_of(scope: Scope, expr: v.FieldOf) -> Val:
    low, high = scope.field_bounds(expr.field)
    piece = scope.lower(expr.piece).text
    guarded = f"{scope.guarded_field(expr.field)}[{piece}]" if expr.type == "amounts" else None
    return Val(f"{scope.field(expr.field)}[{piece}]", low, high, guarded)


def _amount_of(scope: Scope, expr: v.AmountOf) -> Val:
    count = scope.lower(expr.count)
    low, high = _known_bounds(scope, expr.count, count)
    _require_non_negative(low)
    scope.require_fit(high)
    if count.const is not None:
        return Val(scope.token_lanes(expr.tokens, count.const), 0, high)
    return Val(f"({count.text} * {scope.token_lanes(expr.tokens, 1)})", 0, high)


def _known_bounds(scope: Scope, expr: v.Expr, val: Val) -> Bounds:
    """Return the bounds of a number by its expression, else by its variables."""
    low, high = bounds(scope.memory, expr)
    return val.low if low is None else low, val.high if high is None else high


def _amount_in(scope: Scope, expr: v.AmountIn) -> Val:
    return scope.in_lanes(scope.lower(expr.amounts), expr.tokens)


def _sum(scope: Scope, expr: v.Sum) -> Val:
    total = scope.lower(expr.parts[0])
    if expr.signs[0] != "+":
        total = _join(scope, expr.type, number(0), total, expr.signs[0])
    for sign, part in zip(expr.signs[1:], expr.parts[1:], strict=True):
        total = scope.spill_if_long(_join(scope, expr.type, total, scope.lower(part), sign))
    return total


def _join(scope: Scope, kind: str, one: Val, other: Val, sign: str) -> Val:
    if kind == "amounts":
        if sign == "less":
            return scope.less(one, other)
        assert sign == "+"  # amounts are subtracted by `less` alone
        return scope.plus(one, other)
    low, high = add((one.low, one.high), (other.low, other.high), sign)
    if one.const is not None and other.const is not None and low is not None:
        return number(low)
    return Val(f"({one.text} {sign} {other.text})", low, high)


def _product(scope: Scope, expr: v.Product) -> Val:
    parts = [scope.lower(part) for part in expr.parts]
    total = parts[0]
    for part in parts[1:]:
        if total.const is not None and part.const is not None:
            total = number(total.const * part.const)
            continue
        ends = [
            a * b
            for a in (total.low, total.high)
            for b in (part.low, part.high)
            if a is not None and b is not None
        ]
        low, high = (min(ends), max(ends)) if len(ends) == 4 else (None, None)
        total = scope.spill_if_long(Val(f"({total.text} * {part.text})", low, high))
    if is_amounts(expr):
        scope.require_fit(total.high)
        _require_non_negative(total.low)
    return total


def _require_non_negative(low: int | None) -> None:
    """Raise NotLowered unless amounts are known to be 0 or more, as a lane holds no other."""
    if low is None or low < 0:
        raise NotLowered(NEGATIVE_AMOUNT)


def _min_max(scope: Scope, expr: v.MinMax) -> Val:
    parts = [scope.lower(part) for part in expr.parts]
    if len(parts) == 1:
        return parts[0]
    found = [_known_bounds(scope, *each) for each in zip(expr.parts, parts, strict=True)]
    low, high = min_or_max(expr.which, found)
    some, *others = (part.text for part in parts)
    for each in others:
        if len(some) > MOST_TEXT:
            some = scope.out.temp(f"{expr.which}({some})")
        some = f"{some}, {each}"
    return Val(f"{expr.which}({some})", low, high)


def _compare(scope: Scope, expr: v.Compare) -> Val:
    left, right = scope.lower(expr.left), scope.lower(expr.right)
    return Val(f"({left.text} {OPERATORS[expr.operator]} {right.text})", 0, 1)


def _covers(scope: Scope, expr: v.Covers) -> Val:
    left, right = scope.lower(expr.left), scope.lower(expr.right)
    return Val(scope.memory.lanes.covers(left.text, right.text), 0, 1)


def _joined(sign: str) -> Callable[[Scope, Any], Val]:
    def all_of(scope: Scope, expr: v.All | v.Any) -> Val:
        return Val(f"({scope.joined(map(scope.condition, expr.parts), sign)})", 0, 1)

    return all_of


def _not(scope: Scope, expr: v.Not) -> Val:
    return Val(f"({scope.condition(expr.body)} == 0)", 0, 1)


def _value_of(scope: Scope, expr: v.ValueOf) -> Val:
    seat = scope.lower(expr.player)
    if not seat.text.isidentifier() and seat.const is None:
        seat = scope.temp(seat)
    if not seat.may_be_nobody:
        return _terms(evolve(scope, env={0: seat}), expr.value)
    total = scope.out.temp("0")
    with scope.out.under(f"if {seat.text} >= 0:"):
        about = evolve(scope, env={0: evolve(seat, low=0)}, known=dict(scope.known))
        found = _terms(about, expr.value)
        scope.out.line(f"{total} = {found.text}")
    return Val(total, *or_zero((found.low, found.high)))


def _terms(about: Scope, name: str) -> Val:
    value = about.memory.program.model.values[name]
    terms = [term.value for term in value.terms]
    if value.which == ValueKind.TOTAL:
        return reduce(partial(_plus, about, value.type), _totals(about, terms))
    sign = " & " if value.which == ValueKind.ALL else " | "
    return Val(f"({about.joined(map(about.condition, terms), sign)})", 0, 1)


def _plus(scope: Scope, kind: str, one: Val, other: Val) -> Val:
    both = scope.plus(one, other) if kind == "amounts" else _join(scope, kind, one, other, "+")
    return scope.spill_if_long(both)


def _totals(scope: Scope, terms: Sequence[v.Expr]) -> Iterator[Val]:
    """Yield the terms of a total; sums over open zones of the same player, or of the game, are merged into one."""
    zones = scope.memory.program.model.zones
    together: dict[v.Expr | None, list[tuple[RunningSum, Bounds]]] = {}
    first: dict[v.Expr | None, v.PieceSum] = {}
    for term in terms:
        if isinstance(term, v.PieceSum) and face(zones[term.zone.zone]) == "up":
            with suppress(NotFixedError):
                kept = _as_running_sum(scope, term)
                together.setdefault(term.zone.player, []).append(kept)
                first.setdefault(term.zone.player, term)
                continue
        yield scope.lower(term)
    for player, sums in together.items():
        yield _merged_sum(scope, first[player], sums)


def _stock(scope: Scope, expr: v.StockOf) -> Val:
    words = tuple(scope.memory.lanes.word(each.stock) for each in scope.memory.layouts.values())
    high = max(n for each in scope.memory.layouts.values() for n in each.stock)
    return scope.in_lanes(Val(scope.by_players(words, "stock"), 0, high), expr.tokens)


def _quantified(scope: Scope, expr: v.Quantified) -> Val:
    out = scope.out
    first = {"any": "0", "every": "1"}.get(expr.which, "0")
    total = out.temp(first)
    seen = out.temp("0") if expr.which in {"most", "least"} else ""

    seen_bounds: list[Bounds] = []

    def body(inner: Scope) -> None:
        each = inner.lower(expr.body)
        found = each.text
        seen_bounds.append((each.low, each.high))
        match expr.which:
            case "any":
                out.line(f"{total} |= {found}")
            case "every":
                out.line(f"{total} &= {found}")
            case "sum":
                out.line(f"{total} += {found}")
            case _:
                sign = ">" if expr.which == "most" else "<"
                with out.under(f"if {seen} == 0 or {found} {sign} {total}:"):
                    out.line(f"{total} = {found}")
                out.line(f"{seen} = 1")

    for_each(scope, expr.domain, expr.slot, body)
    return Val(total, *quantified(scope.memory, expr, union(seen_bounds or [(0, 0)])))


_FORMS: Mapping[type, Form] = {
    v.Const: lambda _, expr: number(expr.value),
    v.ByPlayers: _by_players,
    v.Fact: lambda _, expr: Val(expr.which, 0),
    v.Local: _local,
    v.Mover: lambda _scope, _expr: MOVER,
    v.Nobody: lambda _scope, _expr: number(-1),
    v.TokenConst: lambda _, expr: number(expr.token),
    v.CounterValue: _counter,
    v.Holder: lambda scope, expr: Val(scope.word(Holder(expr.marker)), -1),
    v.PileCount: _pile_count,
    v.PileAmounts: lambda scope, expr: scope.pile(expr.pile),
    v.DifferentKinds: _different,
    v.PieceCount: _piece_count,
    v.PieceSum: _piece_sum,
    v.FieldOf: _field_of,
    v.AmountOf: _amount_of,
    v.AmountIn: _amount_in,
    v.Sum: _sum,
    v.Product: _product,
    v.MinMax: _min_max,
    v.Compare: _compare,
    v.Covers: _covers,
    v.Not: _not,
    v.All: _joined(" & "),
    v.Any: _joined(" | "),
    v.Quantified: _quantified,
    v.ValueOf: _value_of,
    v.StockOf: _stock,
}
