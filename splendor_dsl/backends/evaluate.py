"""Typed expressions compiled to closures, once a game; named values are remembered until a cell changes."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

from splendor_dsl.backends.regions import region
from splendor_dsl.ir.layout import Cell, Layout
from splendor_dsl.ir.nodes import Program
from splendor_dsl.ir.slots import slots_of
from splendor_dsl.semantics import values as v

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


def _nothing(kind: str, tokens: int) -> Any:
    """What a value of nobody is."""
    return (0,) * tokens if kind == "amounts" else 0


class Evaluator:
    """Makes closures `f(cells, variables)` for one game and number of players."""

    def __init__(self, program: Program, layout: Layout) -> None:
        self.program = program
        self.model = program.model
        self.layout = layout
        self.tokens = len(self.model.tokens)
        self._values: dict[str, Callable[[Cells, int], Any]] = {}
        self._fields: dict[str, tuple[Any, ...]] = {}

    def compile(self, expr: v.Expr) -> Fn:
        """The closure of an expression."""
        return _COMPILERS[type(expr)](self, expr)

    def about(self, expr: v.Expr) -> Callable[[Cells, int], Any]:
        """The closure of an expression about a player, which gets the seat alone."""
        body = self.compile(expr)
        room = [None] * (slots_of(expr) - 1)
        return lambda cells, seat: body(cells, [seat, *room])

    def field(self, name: str) -> tuple[Any, ...]:
        """A field of every piece, by the piece's number."""
        if name not in self._fields:
            self._fields[name] = tuple(piece.values.get(name) for piece in self.model.pieces)
        return self._fields[name]

    def pieces(self, ref: v.ZoneRef) -> Fn:
        """The closure of the pieces that lie in a zone, its parts one after the other."""
        cells_of = [
            self.cell("zone", ref.zone, ref.player, part=part)
            for part in self.layout.parts[ref.zone]
        ]
        if ref.zone in self.layout.places:
            return lambda cells, env: [
                piece for cell in cells_of for piece in cell(cells, env) if piece >= 0
            ]
        if len(cells_of) == 1:
            return cells_of[0]
        return lambda cells, env: [piece for cell in cells_of for piece in cell(cells, env)]

    def cell(
        self, kind: str, name: str, player: v.Expr | None, *, part: int | None = None
    ) -> Fn:
        """The closure of what a cell holds; nobody holds nothing."""
        seats = self.layout.seats(kind, name, part)
        if player is None:
            (only,) = seats
            return lambda cells, _: cells[only]
        if isinstance(player, v.Local) and player.slot == 0:
            return lambda cells, env: cells[seats[env[0]]]
        whose = self.compile(player)
        nothing = {"pile": (0,) * self.tokens, "zone": ()}.get(kind, 0)

        def of_whoever(cells: Cells, env: Env) -> Any:
            seat = whose(cells, env)
            return cells[seats[seat]] if seat >= 0 else nothing

        return of_whoever

    def domain(self, domain: v.Domain) -> Fn:
        """The closure of all that a domain holds, in order."""
        everyone = tuple(range(self.layout.players))
        if domain.kind == "players":
            return lambda _cells, _env: everyone
        if domain.kind == "others":
            but = self.compile(domain.of or v.Local(slot=0, type="player"))
            return lambda cells, env: tuple(p for p in everyone if p != but(cells, env))
        if domain.kind == "tokens":
            return self.token_set(domain.of or v.TokenSet(tokens=()))
        if not isinstance(domain.of, v.ZoneRef):
            message = f"not a zone: {domain.of!r}"
            raise TypeError(message)
        pieces = self.pieces(domain.of)
        return lambda cells, env: tuple(pieces(cells, env))

    def token_set(self, expr: v.Expr) -> Fn:
        """The closure of one or several tokens, as a tuple."""
        match expr:
            case v.TokenSet(tokens=several):
                return lambda _cells, _env: several
            case v.TokenConst(token=token):
                return lambda _cells, _env: (token,)
            case v.Local(slot=slot, type="token"):
                return lambda _cells, env: (env[slot],)
            case v.Local(slot=slot):
                return lambda _cells, env: env[slot]
        message = f"not tokens: {expr!r}"
        raise TypeError(message)

    def value(self, name: str) -> Callable[[Cells, int], Any]:
        """The closure of a named value, which remembers the last answer for each seat."""
        if name not in self._values:
            self._values[name] = self._remembered(name)
        return self._values[name]

    def _remembered(self, name: str) -> Callable[[Cells, int], Any]:
        compute = self._terms(name)
        seen = region(v.ValueOf(value=name, type="", player=v.Local(slot=0, type="")), self.model)
        players = range(self.layout.players)
        depends = [seen.cells(self.layout, seat) for seat in players]
        last: list[tuple[list[Any], Any]] = [([object()], None) for _ in players]

        def remembered(cells: Cells, seat: int) -> Any:
            was, answer = last[seat]
            for at, old in zip(depends[seat], was, strict=True):
                if cells[at] is not old:
                    break
            else:
                return answer
            answer = compute(cells, seat)
            last[seat] = [cells[at] for at in depends[seat]], answer
            return answer

        for seat in players:  # never equal to what a cell holds, so the first question computes
            last[seat] = [object()] * len(depends[seat]), None
        if not all(depends):
            return compute
        return remembered

    def _terms(self, name: str) -> Callable[[Cells, int], Any]:
        value = self.model.values[name]
        terms = [self.about(term.value) for term in value.terms]
        if value.which == "all":
            return lambda cells, seat: all(term(cells, seat) for term in terms)
        if value.which == "any":
            return lambda cells, seat: any(term(cells, seat) for term in terms)
        if len(terms) == 1:
            return terms[0]
        if value.type == "amounts":
            return lambda cells, seat: tuple(
                map(sum, zip(*(term(cells, seat) for term in terms), strict=True))
            )
        return lambda cells, seat: sum(term(cells, seat) for term in terms)


def _const(_: Evaluator, expr: v.Const) -> Fn:
    value = expr.value
    return lambda _cells, _env: value


def _by_players(make: Evaluator, expr: v.ByPlayers) -> Fn:
    return make.compile(expr.parts[make.layout.players - expr.low])


def _fact(make: Evaluator, expr: v.Fact) -> Fn:
    if expr.which == "players":
        return _const(make, v.Const(value=make.layout.players))
    at = make.layout.register(expr.which)
    return lambda cells, _: cells[at]


def _local(_: Evaluator, expr: v.Local) -> Fn:
    slot = expr.slot
    return lambda _cells, env: env[slot]


def _mover(make: Evaluator, _: v.Mover) -> Fn:
    at = make.layout.register("mover")
    return lambda cells, _env: cells[at]


def _nobody(_make: Evaluator, _expr: v.Nobody) -> Fn:
    return lambda _cells, _env: -1


def _token(_: Evaluator, expr: v.TokenConst) -> Fn:
    token = expr.token
    return lambda _cells, _env: token


def _token_set(make: Evaluator, expr: v.TokenSet) -> Fn:
    return make.token_set(expr)


def _counter(make: Evaluator, expr: v.CounterValue) -> Fn:
    return make.cell("counter", expr.counter, expr.player)


def _holder(make: Evaluator, expr: v.Holder) -> Fn:
    at = make.layout.index[Cell("marker", expr.marker)]
    return lambda cells, _: cells[at]


def _in_lanes(make: Evaluator, amounts: Fn, tokens: v.Expr) -> Fn:
    """How many of some tokens amounts hold together."""
    if isinstance(tokens, v.TokenConst):
        lane = tokens.token
        return lambda cells, env: amounts(cells, env)[lane]
    which = make.token_set(tokens)

    def count(cells: Cells, env: Env) -> Any:
        lanes = amounts(cells, env)
        return sum(lanes[token] for token in which(cells, env))

    return count


def _pile_count(make: Evaluator, expr: v.PileCount) -> Fn:
    return _in_lanes(make, make.cell("pile", expr.pile.zone, expr.pile.player), expr.tokens)


def _pile_amounts(make: Evaluator, expr: v.PileAmounts) -> Fn:
    return make.cell("pile", expr.pile.zone, expr.pile.player)


def _different(make: Evaluator, expr: v.DifferentKinds) -> Fn:
    pile = make.cell("pile", expr.pile.zone, expr.pile.player)
    which = make.token_set(expr.tokens)

    def count(cells: Cells, env: Env) -> int:
        lanes = pile(cells, env)
        return sum(lanes[token] > 0 for token in which(cells, env))

    return count


def _where(make: Evaluator, zone: v.ZoneRef, slot: int, where: v.Expr | None) -> Fn:
    pieces = make.pieces(zone)
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


def _piece_count(make: Evaluator, expr: v.PieceCount) -> Fn:
    found = _where(make, expr.zone, expr.slot, expr.where)
    return lambda cells, env: len(found(cells, env))


def _piece_sum(make: Evaluator, expr: v.PieceSum) -> Fn:
    found = _where(make, expr.zone, expr.slot, expr.where)
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


def _field_of(make: Evaluator, expr: v.FieldOf) -> Fn:
    table = make.field(expr.field)
    if isinstance(expr.piece, v.Local):
        slot = expr.piece.slot
        return lambda _, env: table[env[slot]]
    piece = make.compile(expr.piece)
    return lambda cells, env: table[piece(cells, env)]


def _amount_of(make: Evaluator, expr: v.AmountOf) -> Fn:
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


def _amount_in(make: Evaluator, expr: v.AmountIn) -> Fn:
    return _in_lanes(make, make.compile(expr.amounts), expr.tokens)


def _sum(make: Evaluator, expr: v.Sum) -> Fn:
    parts = [make.compile(part) for part in expr.parts]
    total = parts[0] if expr.signs[0] == "+" else _joined(_zero(make, expr.type), "-", parts[0], expr.type)
    for sign, part in zip(expr.signs[1:], parts[1:], strict=True):
        total = _joined(total, sign, part, expr.type)
    return total


def _zero(make: Evaluator, kind: str) -> Fn:
    nothing = _nothing(kind, make.tokens)
    return lambda _cells, _env: nothing


_NUMBERS: Mapping[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "less": lambda one, other: max(0, one - other),
}


def _less(cells: Cells, env: Env, one: Fn, other: Fn) -> tuple[int, ...]:
    return tuple(
        [a - b if a > b else 0 for a, b in zip(one(cells, env), other(cells, env), strict=True)]
    )


def _joined(one: Fn, sign: str, other: Fn, kind: str) -> Fn:
    if kind == "amounts":
        if sign == "less":
            return lambda cells, env: _less(cells, env, one, other)
        lane = _NUMBERS[sign]
        return lambda cells, env: tuple(map(lane, one(cells, env), other(cells, env)))
    join = _NUMBERS[sign]
    return lambda cells, env: join(one(cells, env), other(cells, env))


def _product(make: Evaluator, expr: v.Product) -> Fn:
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


def _min_max(make: Evaluator, expr: v.MinMax) -> Fn:
    parts = [make.compile(part) for part in expr.parts]
    which = min if expr.which == "min" else max
    return lambda cells, env: which([part(cells, env) for part in parts])


def _compare(make: Evaluator, expr: v.Compare) -> Fn:
    left, right = make.compile(expr.left), make.compile(expr.right)
    holds = COMPARISONS[expr.operator]
    return lambda cells, env: holds(left(cells, env), right(cells, env))


def _covers(make: Evaluator, expr: v.Covers) -> Fn:
    left, right = make.compile(expr.left), make.compile(expr.right)
    return lambda cells, env: all(map(operator.ge, left(cells, env), right(cells, env)))


def _not(make: Evaluator, expr: v.Not) -> Fn:
    body = make.compile(expr.body)
    return lambda cells, env: not body(cells, env)


def _all(make: Evaluator, expr: v.All) -> Fn:
    parts = [make.compile(part) for part in expr.parts]
    return lambda cells, env: all(part(cells, env) for part in parts)


def _any(make: Evaluator, expr: v.Any) -> Fn:
    parts = [make.compile(part) for part in expr.parts]
    return lambda cells, env: any(part(cells, env) for part in parts)


_FOLDS: Mapping[str, Callable[[list[Any]], Any]] = {
    "any": any,
    "every": all,
    "sum": sum,
    "most": lambda found: max(found, default=0),
    "least": lambda found: min(found, default=0),
}


def _quantified(make: Evaluator, expr: v.Quantified) -> Fn:
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


def _value_of(make: Evaluator, expr: v.ValueOf) -> Fn:
    value = make.value(expr.value)
    if isinstance(expr.player, v.Local) and expr.player.slot == 0:
        return lambda cells, env: value(cells, env[0])
    whose = make.compile(expr.player)
    nothing = _nothing(expr.type, make.tokens)

    def of_whoever(cells: Cells, env: Env) -> Any:
        seat = whose(cells, env)
        return value(cells, seat) if seat >= 0 else nothing

    return of_whoever


def _stock(make: Evaluator, expr: v.StockOf) -> Fn:
    stock = make.layout.stock
    return _in_lanes(make, lambda _cells, _env: stock, expr.tokens)


_COMPILERS: Mapping[type, Callable[[Evaluator, Any], Fn]] = {
    v.Const: _const,
    v.ByPlayers: _by_players,
    v.Fact: _fact,
    v.Local: _local,
    v.Mover: _mover,
    v.Nobody: _nobody,
    v.TokenConst: _token,
    v.TokenSet: _token_set,
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
