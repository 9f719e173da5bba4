"""Knowledge about the result of a choice."""

from __future__ import annotations

from math import inf
from typing import assert_never

from splendor_dsl.checks.bounds import Bounds, with_range
from splendor_dsl.checks.context import Held, Some
from splendor_dsl.checks.intervals import ONE, Interval
from splendor_dsl.checks.world import pieces_in
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v


def after_choice(bounds: Bounds, step: m.Choose) -> Bounds:
    """Return bounds with what is known once a choice is made."""
    match step:
        case m.ChooseToken():
            return _tokens_chosen(bounds, step, "token", ONE)
        case m.ChooseTokens():
            size = bounds.number(step.count).at_least(1)
            return _tokens_chosen(bounds, step, "tokens", size)
        case m.ChoosePiece():
            return _piece_chosen(bounds, step)
        case m.ChooseNumber():
            low, high = bounds.number(step.low), bounds.number(step.high)
            return bounds.bind(step.slot, Interval(low.low, high.high))
        case m.ChoosePlayer():
            return bounds
    assert_never(step)


def _tokens_chosen(
    bounds: Bounds, step: m.ChooseToken | m.ChooseTokens, type_: str, size: Interval
) -> Bounds:
    """Return bounds with what is known once so many tokens are chosen."""
    some = Some(tokens=bounds.tokens(step.tokens).tokens, size=size)
    found = bounds.bind(step.slot, some)
    if step.pile is None:
        return found
    local = v.Local(slot=step.slot, type=type_)
    count = v.PileCount(pile=step.pile, tokens=local)
    kinds = v.DifferentKinds(pile=step.pile, tokens=local)
    found = with_range(found, count, Interval(size.low, inf))
    return with_range(found, kinds, Interval(size.low, inf))


def _piece_chosen(bounds: Bounds, step: m.ChoosePiece) -> Bounds:
    first = step.sources[0].zone
    kind = bounds.world.model.zones[first.zone].kind or ""
    found = bounds.bind(step.slot, Held(kind=kind))
    if len(step.sources) > 1:
        return found
    return with_range(found, pieces_in(first), Interval(1, inf))
