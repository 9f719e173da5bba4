"""Options of choices: surely one, or surely none."""

from __future__ import annotations

from typing import assert_never

from attrs import frozen

from splendor_dsl.checks.bounds import Bounds
from splendor_dsl.checks.intervals import ONE, Interval
from splendor_dsl.checks.numbers import players_of
from splendor_dsl.checks.world import pieces_in
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v


@frozen(kw_only=True)
class Room:
    """The number of things to choose from, and the number that the choice needs."""

    there: Interval
    wanted: Interval

    @property
    def sure(self) -> bool:
        """True if there always is enough."""
        return self.wanted.low >= 1 and self.there.low >= self.wanted.high

    @property
    def hopeless(self) -> bool:
        """True if there never is enough."""
        return self.there.high < max(1, self.wanted.low) or self.wanted.high < 1


def surely_has_option(bounds: Bounds, step: m.Choose) -> bool:
    """Return whether a choice always has an option, by its bounds."""
    match step:
        case m.ChooseTokens() if _as_many_as_there_are(bounds, step):
            return room_of(bounds, step).wanted.low >= 1
        case m.ChoosePiece(sources=sources):
            return any(_there(bounds, source.zone).low >= 1 for source in sources)
        case m.ChooseToken() | m.ChooseTokens() | m.ChooseNumber() | m.ChoosePlayer():
            return room_of(bounds, step).sure
    assert_never(step)


def surely_has_none(bounds: Bounds, step: m.Choose) -> bool:
    """Return whether a choice never has an option."""
    match step:
        case m.ChoosePiece(sources=sources):
            return all(_there(bounds, source.zone).high < 1 for source in sources)
        case m.ChooseToken() | m.ChooseTokens() | m.ChooseNumber() | m.ChoosePlayer():
            return room_of(bounds, step).hopeless
    assert_never(step)


def room_of(bounds: Bounds, step: m.Choose) -> Room:
    """Return the number of different tokens, numbers, players or pieces to choose from."""
    match step:
        case m.ChooseToken():
            return Room(there=_kinds(bounds, step), wanted=ONE)
        case m.ChooseTokens():
            return Room(there=_kinds(bounds, step), wanted=bounds.number(step.count))
        case m.ChoosePiece():
            return Room(there=_there(bounds, step.sources[0].zone), wanted=ONE)
        case m.ChooseNumber():
            low, high = bounds.number(step.low), bounds.number(step.high)
            there = Interval(high.low - low.high + 1, high.high - low.low + 1)
            return Room(there=there, wanted=ONE)
        case m.ChoosePlayer():
            count = players_of(step.domain, bounds)
            return Room(there=Interval(count, count), wanted=ONE)
    assert_never(step)


def _there(bounds: Bounds, zone: v.ZoneRef) -> Interval:
    return bounds.number(pieces_in(zone))


def _kinds(bounds: Bounds, step: m.ChooseToken | m.ChooseTokens) -> Interval:
    if step.pile is None:
        count = len(bounds.tokens(step.tokens).tokens)
        return Interval(count, count)
    return bounds.number(v.DifferentKinds(pile=step.pile, tokens=step.tokens))


def _as_many_as_there_are(bounds: Bounds, step: m.ChooseTokens) -> bool:
    """Return whether the count is `min(..., different X in PILE)` of the same X and PILE."""
    same = bounds.world.key(v.DifferentKinds(pile=step.pile, tokens=step.tokens))
    parts = step.count.parts if isinstance(step.count, v.MinMax) else (step.count,)
    if isinstance(step.count, v.MinMax) and step.count.which != "min":
        return False
    return any(bounds.world.key(part) == same for part in parts)
