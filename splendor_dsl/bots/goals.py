"""The conditions of the ends of a game, and how much of them a seat has reached."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from attrs import frozen

from splendor_dsl.bots.plan import Plan, deep
from splendor_dsl.interpreter.evaluation import Cells, Evaluator
from splendor_dsl.ir.variables import slots_of
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.model import Model, RankOrder
from splendor_dsl.semantics.parts import all_in

WHOLE: Final = 15.0  # the worth of a number that has to be reached
REACHED: Final = 3.0  # what it is worth beyond that to have reached it
BEYOND: Final = 0.3  # the worth of each further unit, in those before
OTHER: Final = 2.0  # the worth of a number that scores nothing
COVERED: Final = 1.0  # the worth of each token that has to be covered

Fn = Callable[[Cells, list[Any]], Any]


@frozen
class Goal:
    """A condition that has to hold for a seat: an amount or number on the left that reaches the one on the right.

    `slot` is the variable of the player among so many `slots`; `condition` is its expression.
    """

    condition: v.Compare | v.Covers
    slot: int
    slots: int
    left: Fn
    right: Fn
    scores: bool

    def worth(self, cells: Cells, seat: int) -> float:
        """Return how much has been reached."""
        have, want = self.sides(cells, seat)
        if isinstance(want, tuple):
            shares = [min(1.0, n / m) for n, m in zip(have, want, strict=True) if m > 0]
            return COVERED * float(sum(shares))
        unit = (WHOLE if self.scores else OTHER) / max(1, want)
        worth = unit * min(have, want)
        if self.scores and have >= want:
            worth += REACHED + BEYOND * unit * (have - want)
        return float(worth)

    def sides(self, cells: Cells, seat: int) -> tuple[Any, Any]:
        """Return what a seat has, and what it has to reach."""
        env: list[Any] = [None] * self.slots
        env[self.slot] = seat
        return self.left(cells, env), self.right(cells, env)


@frozen
class Score:
    """A number by which players are ranked where no end asks for one that scores."""

    expr: v.Expr
    value: Callable[[Cells, int], int]

    def worth(self, cells: Cells, seat: int) -> float:
        """Return the number."""
        return float(self.value(cells, seat))


def goals(model: Model, plan: Plan, make: Evaluator) -> tuple[Goal | Score, ...]:
    """Return the conditions of the ends that a seat can bring about, and what rankings ask for most of beside them."""
    found = (each for end in model.ends for each in _of_players(model, end.value))
    conditions = tuple(_goal(model, plan, make, each, slot) for each, slot in found)
    rankings = [end.ranking for end in model.ends if end.ranking is not None]
    if not any(each.scores for each in conditions):
        rankings.append(model.ranking)
    ranks = [[r for r in each.ranks if r.which == RankOrder.MOST] for each in rankings]
    values = dict.fromkeys(of_one[0].value for of_one in ranks if of_one)
    return (*conditions, *(Score(value, make.about(value)) for value in values))


def _goal(model: Model, plan: Plan, make: Evaluator, expr: Any, slot: int) -> Goal:
    sums = (part for part in deep(model, expr.left) if isinstance(part, v.PieceSum))
    scores = any(plan.scores.get((part.zone.zone, part.field), 0) > 0 for part in sums)
    slots = max(slot + 1, slots_of(expr))
    return Goal(expr, slot, slots, make.compile(expr.left), make.compile(expr.right), scores)


def _of_players(model: Model, expr: object) -> Iterator[tuple[Any, int]]:
    """Yield what has to hold for any player, with the variable of the player."""
    if isinstance(expr, v.Quantified) and expr.domain.kind == "players":
        yield from conditions(model, expr.body, expr.slot)


def conditions(model: Model, expr: object, slot: int) -> Iterator[tuple[Any, int]]:
    """Yield the comparisons in a condition; any other condition does not say how near one is to it."""
    match expr:
        case v.ValueOf(value=name):
            for term in model.values[name].terms:
                yield from conditions(model, term.value, 0)  # where values have their player
        case v.All(parts=parts) | v.Any(parts=parts):
            for part in parts:
                yield from conditions(model, part, slot)
        case v.Compare(operator=">=" | ">") | v.Covers():
            yield expr, slot


def last_rounds(model: Model) -> tuple[v.Expr, ...]:
    """Return the numbers of rounds after which an end comes, whatever anybody does."""
    parts = (part for end in model.ends for part in all_in(end.value))
    asked = (each for each in parts if isinstance(each, v.Compare))
    return tuple(
        each.right
        for each in asked
        if each.operator in {">=", ">", "="}
        and each.left == v.Fact(which="round")
        and _is_fixed(each.right)
    )


def _is_fixed(expr: v.Expr) -> bool:
    """Return whether an expression is about nobody in particular."""
    return not any(isinstance(part, v.Local) for part in all_in(expr))
