"""Numbers that must be known before the game: stocks, places, rounds of phases, first values of counters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import field, frozen

from splendor_dsl.checks.checked_game import CheckedGame, merged
from splendor_dsl.diagnostics import Problem, problem_kind
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.tree import find
from splendor_dsl.semantics.type_problems import NotFixed, OutOfRange, TooLarge

MOST_PLACES: Final = 1_000
MOST_ROUNDS: Final = 1_000
FIXED: Final = (v.Const, v.ByPlayers, v.Fact, v.Sum, v.Product, v.MinMax)


@problem_kind
class TooFew(Problem):
    """A number of tokens or places lies below what makes sense."""

    code = "SPL474"
    headline = "expected at least {least} {what}, found {found:.0f}{players}"
    hint = "'max({least}, ...)' keeps a number from falling lower"

    least: int
    what: str
    found: float
    players: str = ""


@frozen(kw_only=True)
class _Number:
    """A number that has to be fixed, with what it counts and its range."""

    expr: v.Expr
    what: str
    low: int
    high: int | None = None
    most: int | None = None  # by the bounds of the language
    where: m.Where = field(repr=False)


def numbers(game: CheckedGame) -> Iterator[Problem]:
    """Report stocks, places, rounds of phases and first values of counters that are not fixed, or out of range.

    Bounds: a stock is at least 0, places are 1 to 1000, a phase has 0 to 1000 rounds, a counter begins in its range, for
    each number of players.
    """
    for each in (
        *_stocks(game.model),
        *_places(game.model),
        *_phases(game.model),
        *_counters(game.model),
    ):
        if _fixed(each.expr):
            yield from _outside(each, game)
        else:
            where = each.where
            yield NotFixed(found=_text(each, game), span=where.span, path=where.path)


def _stocks(model: m.Model) -> Iterator[_Number]:
    for token, expr in zip(model.tokens, model.stock, strict=True):
        where = model.places.get(f"supply.{token.name}")
        if where is not None:
            yield _Number(expr=expr, what=token.name, low=0, where=where)
    for group, members in model.groups.items():
        where = model.places.get(f"supply.{group}")
        if where is not None and members:
            yield _Number(expr=model.stock[members[0]], what=f"of each {group}", low=0, where=where)


def _places(model: m.Model) -> Iterator[_Number]:
    for zone in model.zones.values():
        if zone.places is not None:
            where = model.places.get(f"{zone.where.path}.places", zone.where)
            yield _Number(
                expr=zone.places,
                what=f"place in {zone.name!r}",
                low=1,
                most=MOST_PLACES,
                where=where,
            )


def _phases(model: m.Model) -> Iterator[_Number]:
    for phase in model.phases:
        yield _Number(expr=phase.rounds, what="rounds", low=0, most=MOST_ROUNDS, where=phase.where)


def _counters(model: m.Model) -> Iterator[_Number]:
    for each in model.counters.values():
        yield _Number(
            expr=each.start, what=each.name, low=each.low, high=each.high, where=each.where
        )


def _fixed(expr: v.Expr) -> bool:
    if not isinstance(expr, FIXED) or (isinstance(expr, v.Fact) and expr.which != "players"):
        return False
    return all(_fixed(part) for part in getattr(expr, "parts", ()))


def _text(number: _Number, game: CheckedGame) -> str:
    """Return the number as it is written."""
    clause = find(game.resolved.tree, number.where.path)
    value = getattr(clause.construct, "value", None) if clause is not None else None
    return " ".join((value or number.where).span.text.split())


def _outside(number: _Number, game: CheckedGame) -> Iterator[Problem]:
    found = [(bounds, int(bounds.number(number.expr).low)) for bounds in game.bounds]
    low, high, where = number.low, number.high, number.where
    if high is not None:
        wrong = [n for _, n in found if not low <= n <= high]
        for n in wrong[:1]:
            yield OutOfRange(
                name=number.what, low=low, high=high, found=n, span=where.span, path=where.path
            )
        return
    most = max(n for _, n in found)
    if number.most is not None and most > number.most:
        yield TooLarge(
            what=repr(where.path),
            bound=number.most,
            found=most,
            span=where.span,
            path=where.path,
        )
    problems = (
        (bounds, TooFew(least=low, what=number.what, found=n, span=where.span, path=where.path))
        for bounds, n in found
        if n < low
    )
    yield from merged(problems, game)
