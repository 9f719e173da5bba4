"""What is known once a choice is made."""

from __future__ import annotations

from math import inf

from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.checks.bounds import Bounds, with_range
from splendor_dsl.semantics.checks.context import Held, Some
from splendor_dsl.semantics.checks.intervals import ONE, Interval
from splendor_dsl.semantics.checks.world import pieces_in


def chosen(bounds: Bounds, step: m.Choose) -> Bounds:
    """What is known once a choice is made."""
    match step.what:
        case "number" if step.low is not None and step.high is not None:
            low, high = bounds.number(step.low), bounds.number(step.high)
            return bounds.bind(step.slot, Interval(low.low, high.high))
        case "token" | "tokens" if step.tokens is not None:
            return _tokens_chosen(bounds, step, step.tokens)
        case "piece":
            return _piece_chosen(bounds, step)
    return bounds


def _tokens_chosen(bounds: Bounds, step: m.Choose, tokens: v.Expr) -> Bounds:
    size = ONE if step.count is None else bounds.number(step.count).at_least(1)
    some = Some(tokens=bounds.tokens(tokens).tokens, size=size)
    found = bounds.bind(step.slot, some)
    if step.pile is None:
        return found
    local = v.Local(slot=step.slot, type=step.what)
    count = v.PileCount(pile=step.pile, tokens=local)
    kinds = v.DifferentKinds(pile=step.pile, tokens=local)
    found = with_range(found, count, Interval(size.low, inf))
    return with_range(found, kinds, Interval(size.low, inf))


def _piece_chosen(bounds: Bounds, step: m.Choose) -> Bounds:
    first = step.sources[0].zone
    kind = bounds.world.model.zones[first.zone].kind or ""
    found = bounds.bind(step.slot, Held(kind=kind))
    if len(step.sources) > 1:
        return found
    return with_range(found, pieces_in(first), Interval(1, inf))
