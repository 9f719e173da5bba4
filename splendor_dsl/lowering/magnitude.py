"""Magnitudes: how far from 0 a number can be in any state, as native code counts in 64 bits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import prod
from typing import Any, TypeVar, assert_never

from attrs import define, field

from splendor_dsl.ir.layout import Layout
from splendor_dsl.lowering.unsupported import LARGE_NUMBER, NotLowered
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.model import (
    Choose,
    ChooseNumber,
    ChoosePiece,
    ChoosePlayer,
    ChooseToken,
    ChooseTokens,
    Expr,
    Model,
    Rank,
    ValueKind,
    Where,
)
from splendor_dsl.semantics.parts import all_in, parts_of

COUNTED = 1 << 24  # turns, rounds and passes: more than any game sees
ROOM = 1 << 62
_Clause = TypeVar("_Clause")


@define
class Magnitude:
    """The magnitudes of one game; of amounts, those of the greatest lane."""

    model: Model
    tokens: int  # in the whole game
    chosen: int = COUNTED  # the greatest number that any choice offers
    _values: dict[str, int] = field(factory=dict, init=False)

    def of(self, expr: v.Expr) -> int:
        """Return the greatest distance of an expression from 0; a condition counts as 0 or 1."""
        return 1 if isinstance(expr, CONDITIONS) else NUMBERS[type(expr)](self, expr)

    def value(self, name: str) -> int:
        """Return the magnitude of a named value."""
        if name not in self._values:
            value = self.model.values[name]
            terms = [self.of(term.value) for term in value.terms]
            self._values[name] = (
                sum(terms) if value.which == ValueKind.TOTAL else max(terms, default=1)
            )
        return self._values[name]

    def most(self, name: str) -> int:
        """Return the greatest number that a field, or a lane of it, holds in one piece."""
        held = [piece.values.get(name) or 0 for piece in self.model.pieces]
        lanes = (each if isinstance(each, tuple) else (each,) for each in held)
        return max((abs(number) for each in lanes for number in each), default=0)

    def ways(self) -> int:
        """Return the greatest number of elements of any domain."""
        return max(len(self.model.pieces), len(self.model.tokens), self.model.high_players)


def magnitude(model: Model, layouts: Mapping[int, Layout]) -> Magnitude:
    """Return the magnitudes of a game."""
    tokens = max(sum(max(0, n) for n in each.stock) for each in layouts.values())
    found = Magnitude(model, tokens)
    ends = (end for step in model.steps if isinstance(step, Choose) for end in _ends(step))
    return Magnitude(model, tokens, max((found.of(end) for end in ends), default=0))


def _ends(step: Choose) -> tuple[Expr, ...]:
    """Return the least and the greatest number of a choice of numbers."""
    match step:
        case ChooseNumber(low=low, high=high):
            return low, high
        case ChooseToken() | ChooseTokens() | ChoosePiece() | ChoosePlayer():
            return ()
    assert_never(step)


def _clauses_of(thing: Any, kind: type[_Clause]) -> Iterator[_Clause]:
    """Return all clauses of a class."""
    return (each for each in all_in(thing) if isinstance(each, kind))


def overflowing_numbers(model: Model, layouts: Mapping[int, Layout]) -> Iterator[NotLowered]:
    """Yield the clauses whose numbers a word has no room for."""
    found = magnitude(model, layouts)
    for expr, where in _expressions(model, None):
        if found.of(expr) > ROOM:
            yield NotLowered(LARGE_NUMBER, where)
    for rank in _clauses_of(model, Rank):
        # A team ranks by the sum over its members.
        if found.of(rank.value) * model.team_size > ROOM:
            yield NotLowered(LARGE_NUMBER, rank.where)


def _expressions(thing: Any, where: Where | None) -> Iterator[tuple[Any, Where | None]]:
    """Yield each numeric expression with the clause that it stands in."""
    here = getattr(thing, "where", None)
    where = here if isinstance(here, Where) else where
    if type(thing) in NUMBERS:
        yield thing, where
    for part in parts_of(thing):
        yield from _expressions(part, where)


# All other expressions are no numbers.
CONDITIONS = (v.Compare, v.Covers, v.Not, v.All, v.Any)
NUMBERS: Mapping[type, Callable[[Magnitude, Any], int]] = {
    v.Const: lambda _, expr: abs(expr.value),
    v.ByPlayers: lambda of, expr: max(of.of(part) for part in expr.parts),
    v.Fact: lambda _of, _expr: COUNTED,
    v.Local: lambda of, _: of.chosen,
    v.CounterValue: lambda of, expr: max(
        abs(of.model.counters[expr.counter].low), abs(of.model.counters[expr.counter].high)
    ),
    v.PileCount: lambda of, _: of.tokens,
    v.PileAmounts: lambda of, _: of.tokens,
    v.DifferentKinds: lambda of, _: len(of.model.tokens),
    v.StockOf: lambda of, _: of.tokens,
    v.PieceCount: lambda of, _: len(of.model.pieces),
    v.PieceSum: lambda of, expr: len(of.model.pieces) * of.most(expr.field),
    v.FieldOf: lambda of, expr: of.most(expr.field),
    v.AmountOf: lambda of, expr: of.of(expr.count),
    v.AmountIn: lambda of, expr: len(of.model.tokens) * of.of(expr.amounts),
    v.Sum: lambda of, expr: sum(of.of(part) for part in expr.parts),
    v.Product: lambda of, expr: prod(of.of(part) for part in expr.parts),
    v.MinMax: lambda of, expr: max(of.of(part) for part in expr.parts),
    v.Quantified: lambda of, expr: of.of(expr.body) * (of.ways() if expr.which == "sum" else 1),
    v.ValueOf: lambda of, expr: of.value(expr.value),
}
