"""Mutants of order: the order of steps and triggers, the moment of an event, and the order of ranks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from splendor_dsl.semantics import model as m
from splendor_dsl.syntax import ast as a
from splendor_dsl.syntax import expressions as x
from splendor_dsl.testing.commuting import commute, mentions, triggers_commute
from splendor_dsl.testing.mutants import Mutant, Site

_BLOCKS: Final = (a.Action, a.Phase, a.Trigger, a.If, a.Else, a.ForEach)
_STEPS: Final = ("setup", "turn")
_EDGES: Final = {"start": "end", "end": "start"}


def mutated_order(site: Site) -> Iterator[Mutant]:
    """Yield the mutants with one order changed in a clause or its block."""
    construct = site.clause.construct
    if isinstance(construct, _BLOCKS) or site.path in _STEPS:
        yield from _steps(site)
    if isinstance(construct, a.Ranking):
        yield from _neighbours(site, a.Rank)
    if site.path == "triggers":
        yield from _triggers(site)
    if site.path == "end" and any(end.ranking is not None for end in site.model.ends):
        yield from _neighbours(site, a.EndWhen)
    yield from _moment(site)
    yield from _rank(site)


def _steps(site: Site) -> Iterator[Mutant]:
    """Yield mutants with adjacent steps exchanged, if that is valid and may mean something else."""
    body = site.clause.body
    for at, (one, other) in enumerate(pairwise(body)):
        after = body[at + 2].construct if at + 2 < len(body) else None
        if any(isinstance(each, a.Else) for each in (one.construct, other.construct, after)):
            continue
        asks = isinstance(one.construct, a.Choose | a.Require)
        if asks and isinstance(other.construct, a.Choose | a.Require):
            continue  # all of them must hold, in any order
        if isinstance(one.construct, a.Choose) and mentions(other.construct, one.name):
            continue
        steps = [site.parts.get(f"{site.path}.{each.name}") for each in (one, other)]
        if None in steps or not commute(site.model, steps[0], steps[1]):
            yield site.swapped(at, at + 1)


def _neighbours(site: Site, kind: type) -> Iterator[Mutant]:
    places = [at for at, each in enumerate(site.clause.body) if isinstance(each.construct, kind)]
    for one, other in pairwise(places):
        yield site.swapped(one, other)


def _triggers(site: Site) -> Iterator[Mutant]:
    """Yield mutants with two triggers of one moment exchanged."""
    places = {each.name: at for at, each in enumerate(site.clause.body)}
    last: dict[tuple[str, str | None], m.Trigger] = {}
    for trigger in site.model.triggers:
        moment = trigger.at, trigger.zone
        before = last.get(moment)
        if before is not None and not triggers_commute(site.model, before, trigger):
            yield site.swapped(places[before.name], places[trigger.name])
        last[moment] = trigger


def _moment(site: Site) -> Iterator[Mutant]:
    """Yield mutants in which something happens at another moment."""
    construct = site.clause.construct
    match construct:
        case a.EndWhen():
            yield from _ending(site, construct)
        case a.Trigger(edge=str() as edge, period=str() as period):
            other = _EDGES[edge]
            yield site.construct_with(
                "order", f"{edge} of {period}", f"{other} of {period}", edge=other
            )
        case a.Refill(when=when):
            other = "when empty" if when == "at once" else "at once"
            yield site.construct_with("order", when, other, when=other)
        case a.Phase():
            was, now = ("in snake order", "in seat order")[:: 1 if construct.snake else -1]
            yield site.construct_with("order", was, now, snake=not construct.snake)
        case a.Move() if _is_stack(site):
            was, now = ("to the bottom", "to the top")[:: 1 if construct.under else -1]
            yield site.construct_with("order", was, now, under=not construct.under)


def _ending(site: Site, construct: a.EndWhen) -> Iterator[Mutant]:
    at_once = construct.then == "at once"
    other = "finish the round" if at_once else "at once"
    changes = {} if at_once else {"more_rounds": None, "memory": None}
    yield site.construct_with("order", construct.then, other, then=other, **changes)
    if not at_once:
        was = construct.memory or "remembered"
        now = "judged again" if was == "remembered" else "remembered"
        yield site.construct_with("order", was, now, memory=now)


def _is_stack(site: Site) -> bool:
    """Return whether a moved piece is put onto or under others, from where it may come back."""
    part = site.part
    zone = site.model.zones[part.target.zone] if isinstance(part, m.MovePieces) else None
    return zone is not None and zone.face == m.Face.DOWN and zone.name in _sources(site.model)


def _sources(model: m.Model) -> set[str]:
    """Return the zones from whose tops pieces come."""
    return {zone.refill.source for zone in model.zones.values() if zone.refill is not None} | {
        zone.name for zone in model.zones.values() if zone.by is not None and not zone.owned
    }


def _rank(site: Site) -> Iterator[Mutant]:
    """Yield mutants with the direction of a rank reversed."""
    construct = site.clause.construct
    if not isinstance(construct, a.Rank):
        return
    if construct.which == "with":
        other: x.Expr = x.Not(body=construct.value, span=construct.value.span)
        yield site.construct_with("order", "with", "with not", value=other)
    else:
        turned = "fewest" if construct.which == "most" else "most"
        yield site.construct_with("order", construct.which, turned, which=turned)
