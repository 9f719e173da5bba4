"""The closures of expressions, one function for each form."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from splendor_dsl.ir.layout import Cell, Layout
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.model import Model

Cells = list[Any]
Env = list[Any]
Fn = Callable[[Cells, Env], Any]

COMPARISONS: Mapping[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class Maker(Protocol):
    """A compiler of closures for one game and number of players."""

    model: Model
    layout: Layout
    tokens: int

    def compile(self, expr: v.Expr) -> Fn:
        """Return the closure of an expression."""

    def cell(self, kind: str, name: str, player: v.Expr | None, *, part: int | None = None) -> Fn:
        """Return the closure of the contents of a cell."""

    def pieces(self, ref: v.ZoneRef) -> Fn:
        """Return the closure of the pieces in a zone."""

    def domain(self, domain: v.Domain) -> Fn:
        """Return the closure of the elements of a domain."""

    def token_set(self, expr: v.Expr) -> Fn:
        """Return the closure of one or several tokens."""

    def field(self, name: str) -> tuple[Any, ...]:
        """Return a field of every piece."""

    def value(self, name: str) -> Callable[[Cells, int], Any]:
        """Return the closure of a named value."""


def _nothing(kind: str, tokens: int) -> Any:
    """Return the value of a player's number when the player is nobody."""
    return (0,) * tokens if kind == "amounts" else 0


def _const(_: Maker, expr: v.Const) -> Fn:
    value = expr.value
    return lambda _cells, _env: value


def _by_players(make: Maker, expr: v.ByPlayers) -> Fn:
    return make.compile(expr.parts[make.layout.players - expr.low])


def _fact(make: Maker, expr: v.Fact) -> Fn:
    if expr.which == "players":
        return _const(make, v.Const(value=make.layout.players))
    at = make.layout.register(expr.which)
    return lambda cells, _: cells[at]


def _local(_: Maker, expr: v.Local) -> Fn:
    slot = expr.slot
    return lambda _cells, env: env[slot]


def _mover(make: Maker, _: v.Mover) -> Fn:
    at = make.layout.register("mover")
    return lambda cells, _env: cells[at]


def _nobody(_make: Maker, _expr: v.Nobody) -> Fn:
    return lambda _cells, _env: -1


def _token(_: Maker, expr: v.TokenConst) -> Fn:
    token = expr.token
    return lambda _cells, _env: token


def _counter(make: Maker, expr: v.CounterValue) -> Fn:
    return make.cell("counter", expr.counter, expr.player)


def _holder(make: Maker, expr: v.Holder) -> Fn:
    at = make.layout.index[Cell("marker", expr.marker)]
    return lambda cells, _: cells[at]


def _in_lanes(make: Maker, amounts: Fn, tokens: v.Expr) -> Fn:
    """Return the closure of the number of some tokens in amounts."""
    if isinstance(tokens, v.TokenConst):
        lane = tokens.token
        return lambda cells, env: amounts(cells, env)[lane]
    which = make.token_set(tokens)

    def count(cells: Cells, env: Env) -> Any:
        lanes = amounts(cells, env)
        return sum(lanes[token] for token in which(cells, env))

    return count


def _pile_count(make: Maker, expr: v.PileCount) -> Fn:
    return _in_lanes(make, make.cell("pile", expr.pile.zone, expr.pile.player), expr.tokens)


def _pile_amounts(make: Maker, expr: v.PileAmounts) -> Fn:
    return make.cell("pile", expr.pile.zone, expr.pile.player)


def _different(make: Maker, expr: v.DifferentKinds) -> Fn:
    pile = make.cell("pile", expr.pile.zone, expr.pile.player)
    which = make.token_set(expr.tokens)

    def count(cells: Cells, env: Env) -> int:
        lanes = pile(cells, env)
        return sum(lanes[token] > 0 for token in which(cells, env))

    return count


def _of_kind(make: Maker, pieces: Fn, kind: str | None) -> Fn:
    """Return the closure of the pieces of one kind, as others in the zone lack its fields."""
    if kind is None:
        return pieces
    alike = [piece.kind == kind for piece in make.model.pieces]
    return lambda cells, env: [piece for piece in pieces(cells, env) if alike[piece]]


def _where(make: Maker, pieces: Fn, slot: int, where: v.Expr | None) -> Fn:
    if where is None:
        return pieces
    holds = make.compile(where)

    def found(cells: Cells, env: Env) -> list[int]:
        chosen = []
        for piece in pieces(cells, env):
            env[slot] = piece
            if holds(cells, env):
                chosen.append(piece)
        return chosen

    return found


def _piece_count(make: Maker, expr: v.PieceCount) -> Fn:
    pieces = _of_kind(make, make.pieces(expr.zone), expr.kind)
    found = _where(make, pieces, expr.slot, expr.where)
    return lambda cells, env: len(found(cells, env))


def _piece_sum(make: Maker, expr: v.PieceSum) -> Fn:
    found = _where(make, make.pieces(expr.zone), expr.slot, expr.where)
    table = make.field(expr.field)
    if expr.type != "amounts":
        return lambda cells, env: sum([table[piece] for piece in found(cells, env)])
    none = (0,) * make.tokens

    def total(cells: Cells, env: Env) -> tuple[int, ...]:
        pieces = found(cells, env)
        if not pieces:
            return none
        return tuple(map(sum, zip(*[table[piece] for piece in pieces], strict=True)))

    return total


def _field_of(make: Maker, expr: v.FieldOf) -> Fn:
    table = make.field(expr.field)
    if isinstance(expr.piece, v.Local):
        slot = expr.piece.slot
        return lambda _, env: table[env[slot]]
    piece = make.compile(expr.piece)
    return lambda cells, env: table[piece(cells, env)]


def _amount_of(make: Maker, expr: v.AmountOf) -> Fn:
    count = make.compile(expr.count)
    which = make.token_set(expr.tokens)
    lanes = range(make.tokens)
    made: dict[tuple[int, tuple[int, ...]], tuple[int, ...]] = {}

    def amounts(cells: Cells, env: Env) -> tuple[int, ...]:
        key = count(cells, env), which(cells, env)
        if key not in made:
            made[key] = tuple(key[0] * (lane in key[1]) for lane in lanes)
        return made[key]

    return amounts


def _amount_in(make: Maker, expr: v.AmountIn) -> Fn:
    return _in_lanes(make, make.compile(expr.amounts), expr.tokens)


def _sum(make: Maker, expr: v.Sum) -> Fn:
    signs, parts = expr.signs, [make.compile(part) for part in expr.parts]
    if signs[0] != "+":
        signs, parts = ("+", "-", *signs[1:]), [_zero(make, expr.type), *parts]
    joins = _LANES if expr.type == "amounts" else _NUMBERS
    first, *rest = parts
    if len(rest) == 1:
        (join,), (other,) = [joins[sign] for sign in signs[1:]], rest
        return lambda cells, env: join(first(cells, env), other(cells, env))
    steps = [(joins[sign], part) for sign, part in zip(signs[1:], rest, strict=True)]

    def summed(cells: Cells, env: Env) -> Any:
        total = first(cells, env)
        for join, part in steps:
            total = join(total, part(cells, env))
        return total

    return summed


def _zero(make: Maker, kind: str) -> Fn:
    nothing = _nothing(kind, make.tokens)
    return lambda _cells, _env: nothing


def _less(one: Lanes, other: Lanes) -> Lanes:
    return tuple([a - b if a > b else 0 for a, b in zip(one, other, strict=True)])


Lanes = tuple[int, ...]
_NUMBERS: Mapping[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
}
_LANES: Mapping[str, Callable[[Any, Any], Any]] = {
    "+": lambda one, other: tuple(map(operator.add, one, other)),
    "less": _less,
}


def _product(make: Maker, expr: v.Product) -> Fn:
    parts = [make.compile(part) for part in expr.parts]

    def product(cells: Cells, env: Env) -> Any:
        total: Any = 1
        for part in parts:
            factor = part(cells, env)
            if isinstance(factor, tuple):
                total = tuple(total * lane for lane in factor)
            elif isinstance(total, tuple):
                total = tuple(lane * factor for lane in total)
            else:
                total *= factor
        return total

    return product


def _min_max(make: Maker, expr: v.MinMax) -> Fn:
    parts = [make.compile(part) for part in expr.parts]
    which = min if expr.which == "min" else max
    return lambda cells, env: which([part(cells, env) for part in parts])


def _compare(make: Maker, expr: v.Compare) -> Fn:
    left, right = make.compile(expr.left), make.compile(expr.right)
    holds = COMPARISONS[expr.operator]
    return lambda cells, env: holds(left(cells, env), right(cells, env))


def _covers(make: Maker, expr: v.Covers) -> Fn:
    left, right = make.compile(expr.left), make.compile(expr.right)
    return lambda cells, env: all(map(operator.ge, left(cells, env), right(cells, env)))


def _not(make: Maker, expr: v.Not) -> Fn:
    body = make.compile(expr.body)
    return lambda cells, env: not body(cells, env)


def _all(make: Maker, expr: v.All) -> Fn:
    parts = [make.compile(part) for part in expr.parts]
    return lambda cells, env: all(part(cells, env) for part in parts)


def _any(make: Maker, expr: v.Any) -> Fn:
    parts = [make.compile(part) for part in expr.parts]
    return lambda cells, env: any(part(cells, env) for part in parts)


_FOLDS: Mapping[str, Callable[[list[Any]], Any]] = {
    "any": any,
    "every": all,
    "sum": sum,
    "most": lambda found: max(found, default=0),
    "least": lambda found: min(found, default=0),
}


def _quantified(make: Maker, expr: v.Quantified) -> Fn:
    domain = make.domain(expr.domain)
    body = make.compile(expr.body)
    fold = _FOLDS[expr.which]
    slot = expr.slot

    def folded(cells: Cells, env: Env) -> Any:
        found = []
        for each in domain(cells, env):
            env[slot] = each
            found.append(body(cells, env))
        return fold(found)

    return folded


def _value_of(make: Maker, expr: v.ValueOf) -> Fn:
    value = make.value(expr.value)
    if isinstance(expr.player, v.Local) and expr.player.slot == 0:
        return lambda cells, env: value(cells, env[0])
    owner = make.compile(expr.player)
    nothing = _nothing(expr.type, make.tokens)

    def of_player(cells: Cells, env: Env) -> Any:
        seat = owner(cells, env)
        return value(cells, seat) if seat >= 0 else nothing

    return of_player


def _stock(make: Maker, expr: v.StockOf) -> Fn:
    stock = make.layout.stock
    return _in_lanes(make, lambda _cells, _env: stock, expr.tokens)


FORMS: Mapping[type, Callable[[Maker, Any], Fn]] = {
    v.Const: _const,
    v.ByPlayers: _by_players,
    v.Fact: _fact,
    v.Local: _local,
    v.Mover: _mover,
    v.Nobody: _nobody,
    v.TokenConst: _token,
    v.CounterValue: _counter,
    v.Holder: _holder,
    v.PileCount: _pile_count,
    v.PileAmounts: _pile_amounts,
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
    v.All: _all,
    v.Any: _any,
    v.Quantified: _quantified,
    v.ValueOf: _value_of,
    v.StockOf: _stock,
}
