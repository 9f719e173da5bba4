"""Limits that contradict each other or can't be kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import permutations

from splendor_dsl.checks.bounds import Bounds, can_be_kept
from splendor_dsl.checks.checked_game import CheckedGame, merged
from splendor_dsl.checks.intervals import Interval
from splendor_dsl.diagnostics import Problem, Related, problem_kind
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics.problems import Doubt


@problem_kind
class LimitsContradict(Problem):
    """Two limits on one zone, of which the stricter one makes the other meaningless."""

    code = "SPL460"
    headline = "expected a limit below {other_most}, which {other!r} sets, found {most}: {name!r} never matters"
    hint = "lower it, or remove it"

    name: str
    most: str
    other: str
    other_most: str


@problem_kind
class LimitOfNothing(Problem):
    """A limit that lets nothing into its zone, so that the zone has no use."""

    code = "SPL461"
    headline = "expected a limit of at least 1, found {most}{players}"
    hint = "raise it, or remove the zone with all that puts something there"

    most: str
    players: str = ""


@problem_kind
class LimitNotKeepable(Doubt):
    """More tokens may lie in a zone than a limit allows, of which `keep` lets none be put back."""

    code = "SPL462"
    headline = (
        "expected a limit that can be kept for sure, "
        "but {kept:.0f} tokens that can't be put back may exceed its {most}"
    )
    hint = "raise the limit, keep fewer, or limit what can't be put back by a limit of its own"

    kept: float
    most: str


@problem_kind
class KeepIdle(Problem):
    """`keep` names a token that the limit does not count, or a limit from which nothing is put back."""

    code = "SPL463"
    headline = "expected a token that {limit!r} makes players put back, found {token!r}"
    hint = "name one that it counts, or remove 'keep'"

    limit: str
    token: str


@problem_kind
class LimitOutOfReach(Problem):
    """A limit is above all that could ever lie in its zone, so it says nothing."""

    code = "SPL464"
    severity = "warning"
    headline = "expected a limit that can be reached, found {most}, where {zone!r} never holds more than {there:.0f}"
    hint = "lower it, or remove it"

    most: str
    zone: str
    there: float


def limits(game: CheckedGame) -> Iterator[Problem]:
    """Report limits that can't be reached or kept, or that another limit makes meaningless.

    Bounds: the limit at its least and its most in each number of players, the stock of the tokens that it counts and of
    those in `keep`, the pieces that can reach the zone.
    """
    model = game.model
    every = game.bounds
    for limit in model.limits.values():
        nothing = list(_nothing(limit, game))
        yield from nothing or _keeping(limit, every)
        yield from _idle_keeps(limit, model)
        if not nothing and all(_there(limit, b) < b.number(limit.value).low for b in every):
            yield _out_of_reach(limit, every)
    yield from _pairs(model, every)


def _nothing(limit: m.Limit, game: CheckedGame) -> Iterator[Problem]:
    found = [(bounds, bounds.number(limit.value).high) for bounds in game.bounds]
    where = limit.where
    yield from merged(
        (
            (bounds, LimitOfNothing(most=f"{most:.0f}", span=where.span, path=where.path))
            for bounds, most in found
            if most < 1
        ),
        game,
    )


def _keeping(limit: m.Limit, every: Sequence[Bounds]) -> Iterator[Problem]:
    counted = set(limit.tokens or ()) & set(limit.keeps)
    for bounds in every if limit.at_end_of_turn and counted else ():
        kept = min([bounds.world.pile_high(limit.zone, counted), *_left(limit, counted, bounds)])
        found = bounds.number(limit.value)
        if kept > found.high:
            where = limit.where
            yield LimitNotKeepable(
                kept=kept, most=f"{found.high:.0f}", span=where.span, path=where.path
            )
            return


def _left(limit: m.Limit, counted: set[int], bounds: Bounds) -> Iterator[float]:
    """Yield how many of some tokens other limits allow that let nobody keep them."""
    for other in bounds.world.model.limits.values():
        same = other.zone == limit.zone and other.at_end_of_turn and other is not limit
        if same and counted <= set(other.tokens or ()) - set(other.keeps):
            yield bounds.number(other.value).high


def _idle_keeps(limit: m.Limit, model: m.Model) -> Iterator[Problem]:
    for token in limit.keeps:
        if limit.at_end_of_turn and token in (limit.tokens or ()):
            continue
        name = model.tokens[token].name
        clause = model.places.get(f"{limit.where.path}.{name}", limit.where)
        yield KeepIdle(limit=limit.name, token=name, span=clause.span, path=clause.path)


def _there(limit: m.Limit, bounds: Bounds) -> float:
    """Return the most that the zone could hold without the limit."""
    world = bounds.world
    if limit.tokens is None:
        return world.most_pieces(limit.zone)
    held = set(limit.tokens) & world.supplied[limit.zone]
    return sum(max(0, world.stock[token]) for token in held)


def _out_of_reach(limit: m.Limit, every: Sequence[Bounds]) -> Problem:
    there = max(_there(limit, bounds) for bounds in every)
    most = _in_words(limit, every)
    where = limit.where
    return LimitOutOfReach(
        most=most, zone=limit.zone, there=there, span=where.span, path=where.path
    )


# ---- pairs ---------------------------------------------------------------------------------------
def _pairs(model: m.Model, every: Sequence[Bounds]) -> Iterator[Problem]:
    reported: set[str] = set()
    found = {name: [b.number(each.value) for b in every] for name, each in model.limits.items()}
    for one, other in permutations(model.limits.values(), 2):
        if one.zone != other.zone or not _inside(one, other) or {one.name, other.name} & reported:
            continue
        if not all(_holds(other, bounds) for bounds in every):
            continue
        if _at_least(found, one, other) and not _first_of_equals(one, other, found):
            reported |= {one.name, other.name}
            related = (Related(other.where.span, "the other limit stands here"),)
            yield LimitsContradict(
                name=one.name,
                most=_in_words(one, every),
                other=other.name,
                other_most=_in_words(other, every),
                span=one.where.span,
                path=one.where.path,
                related=related,
            )


def _holds(limit: m.Limit, bounds: Bounds) -> bool:
    """Return whether a limit can always be met at the end of a turn, or no move exceeds it."""
    if limit.at_end_of_turn:
        return can_be_kept(bounds, limit)
    return any(cap.limit == limit.name for cap in bounds.world.caps)


def _inside(one: m.Limit, other: m.Limit) -> bool:
    """Return whether the other limit counts all that the first counts, and holds whenever the first does."""
    if other.at_end_of_turn and not one.at_end_of_turn:
        return False
    return one.tokens is None or set(one.tokens) <= set(other.tokens or ())


Found = Mapping[str, Sequence[Interval]]  # the ranges of limits, by name, in each number of players


def _at_least(found: Found, one: m.Limit, other: m.Limit) -> bool:
    pairs = zip(found[one.name], found[other.name], strict=True)
    return all(mine.low >= theirs.high for mine, theirs in pairs)


def _first_of_equals(one: m.Limit, other: m.Limit, found: Found) -> bool:
    """Return whether the limits are equal and the first is written first: the later one is reported."""
    same = _inside(other, one) and _at_least(found, other, one)
    return same and one.where.span.start < other.where.span.start


def _in_words(limit: m.Limit, every: Sequence[Bounds]) -> str:
    read: Callable[[Bounds], str] = lambda bounds: f"{bounds.number(limit.value).high:.0f}"  # noqa: E731  a shorthand
    return " | ".join(dict.fromkeys(read(bounds) for bounds in every))
