"""Games that never end, end at once, or have no winner."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from attrs import evolve

from splendor_dsl.checks.assumptions import assume, switched_off
from splendor_dsl.checks.barred_pieces import within_reach
from splendor_dsl.checks.bounds import Bounds, with_range
from splendor_dsl.checks.checked_game import CheckedGame
from splendor_dsl.checks.intervals import Interval
from splendor_dsl.diagnostics import Problem, problem_kind
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v


@problem_kind
class NoEnd(Problem):
    """The section `end` says who wins, but nothing says when the game ends."""

    code = "SPL440"
    headline = "expected a clause that says when the game ends, found none"
    hint = "such as 'target: when any player has (...) then finish the round'"


@problem_kind
class EndNeverComes(Problem):
    """A clause of the end waits for something that can never come about."""

    code = "SPL441"
    headline = "expected an end that can come, found {text!r}, which never holds{because}"
    hint = "ask for what can be reached, or remove the clause"

    text: str
    because: str


@problem_kind
class EndFromTheStart(Problem):
    """A clause of the end waits for something that always holds, so that the first turn is the last."""

    code = "SPL442"
    headline = "expected an end that comes in time, found {text!r}, which holds from the start"
    hint = "ask for what is not there from the start"

    text: str


@problem_kind
class NobodyCanWin(Problem):
    """Only players for whom a condition holds can win, and it never holds."""

    code = "SPL443"
    headline = "expected winners among the players with {name!r}, but it never holds"
    hint = "ask for less in {name!r}, or rank without 'among'"

    name: str


def endings(game: CheckedGame) -> Iterator[Problem]:
    """Report clauses of the end that can never come, or that hold from the start.

    Bounds: the fields of all pieces together that can meet their requirements, unless a parameter switches these; the
    pieces that the setup leaves in a zone that nothing enters; no more in several zones than there is; the ranges of
    counters; a round and a turn of 1 or later; the stock; limits at the end of a turn that nothing exceeds after they are
    kept; no more passes than an end `at once` allows. A clause is reported if it never (or always) holds in every number
    of players. A comparison of parameters that is joined to another condition by `and` switches it, and a clause that is
    switched off is not reported.
    """
    model = game.model
    if not model.ends:
        section = model.places.get("end")
        yield NoEnd(span=section.span if section else None, path="end")
    all_bounds = [_when_judged(bounds) for bounds in game.bounds]
    for end in model.ends:
        truths = {_truth(bounds, end.value) for bounds in all_bounds}
        where = end.where
        if truths == {False} and not _is_off(all_bounds[0], end.value):
            because = _reason(all_bounds[-1], end.value)
            yield EndNeverComes(text=end.text, because=because, span=where.span, path=where.path)
        elif truths == {True}:
            yield EndFromTheStart(text=end.text, span=where.span, path=where.path)
    yield from _winners(model, all_bounds)


def _when_judged(bounds: Bounds) -> Bounds:
    """Return bounds for the time when ends are judged: after a turn, with its limits kept."""
    world = within_reach(bounds)
    caps = tuple(evolve(cap, always=cap.always or cap.at_actions) for cap in world.caps)
    found = evolve(bounds, world=evolve(world, caps=caps, memory={}))
    for fact in (v.Fact(which="round"), v.Fact(which="turn")):
        found = with_range(found, fact, Interval(1, inf))
    return with_range(found, v.Fact(which="passes"), Interval(0, _most_passes(found)))


def _most_passes(bounds: Bounds) -> float:
    """Return the most passes: they are counted one by one, so an end `at once` at some number is a bound."""
    found = [inf]
    for end in bounds.world.model.ends:
        value = end.value
        if end.at_once and isinstance(value, v.Compare) and value.left == v.Fact(which="passes"):
            required = bounds.number(value.right)
            if value.operator in {">", ">="}:
                found.append(max(0, required.high) + (value.operator == ">"))
    return min(found)


def _truth(bounds: Bounds, expr: v.Expr) -> bool | None:
    """Return whether a condition always or never holds, with its parts taken together."""
    return False if assume(bounds, expr) is None else bounds.condition(expr)


def _is_off(bounds: Bounds, expr: v.Expr) -> bool:
    return isinstance(expr, v.All) and switched_off(bounds, expr)


def _reason(bounds: Bounds, expr: v.Expr) -> str:
    """Return the bound that shows it, if a single number is compared."""
    inner = expr.body if isinstance(expr, v.Quantified) else expr
    if not isinstance(inner, v.Compare) or inner.operator not in {">", ">=", "="}:
        return ""
    most, required = bounds.number(inner.left).high, bounds.number(inner.right).low
    return "" if most > required or most == inf else f", as it is at most {most:.0f}"


def _winners(model: m.Model, all_bounds: list[Bounds]) -> Iterator[Problem]:
    rankings = [model.ranking, *(end.ranking for end in model.ends if end.ranking is not None)]
    for ranking in rankings:
        among = ranking.among
        if among is None or {_truth(bounds, among) for bounds in all_bounds} != {False}:
            continue
        name = among.value if isinstance(among, v.ValueOf) else ""
        yield NobodyCanWin(name=name, span=ranking.where.span, path=ranking.where.path)
