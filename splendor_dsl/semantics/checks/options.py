"""Whether a choice is sure to have an option, or sure to have none."""

from __future__ import annotations

from attrs import frozen

from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.checks.bounds import Bounds
from splendor_dsl.semantics.checks.intervals import Interval
from splendor_dsl.semantics.checks.numbers import players_of
from splendor_dsl.semantics.checks.world import pieces_in


@frozen(kw_only=True)
class Room:
    """How much there is to choose from, and how much the choice asks for."""

    there: Interval
    wanted: Interval

    @property
    def sure(self) -> bool:
        """Whether there always is enough."""
        return self.wanted.low >= 1 and self.there.low >= self.wanted.high

    @property
    def hopeless(self) -> bool:
        """Whether there never is enough."""
        return self.there.high < max(1, self.wanted.low) or self.wanted.high < 1


def surely_has_option(bounds: Bounds, step: m.Choose) -> bool:
    """Whether a choice always has an option, as far as its bounds tell."""
    if step.what == "tokens" and _as_many_as_there_are(bounds, step):
        return room_of(bounds, step).wanted.low >= 1
    if step.what == "piece":
        return any(_there(bounds, source.zone).low >= 1 for source in step.sources)
    return room_of(bounds, step).sure


def surely_has_none(bounds: Bounds, step: m.Choose) -> bool:
    """Whether a choice never has an option."""
    if step.what == "piece":
        return all(_there(bounds, source.zone).high < 1 for source in step.sources)
    return room_of(bounds, step).hopeless


def room_of(bounds: Bounds, step: m.Choose) -> Room:
    """How much there is to choose from: different tokens, numbers, players or pieces."""
    one = Interval(1, 1)
    if step.what == "number" and step.low is not None and step.high is not None:
        low, high = bounds.number(step.low), bounds.number(step.high)
        there = Interval(high.low - low.high + 1, high.high - low.low + 1)
        return Room(there=there, wanted=one)
    if step.what == "player":
        count = players_of(step.domain or v.Domain(kind="players"), bounds)
        return Room(there=Interval(count, count), wanted=one)
    if step.what == "piece":
        there = bounds.number(pieces_in(step.sources[0].zone))
        return Room(there=there, wanted=one)
    wanted = one if step.count is None else bounds.number(step.count)
    return Room(there=_kinds(bounds, step), wanted=wanted)


def _there(bounds: Bounds, zone: v.ZoneRef) -> Interval:
    return bounds.number(pieces_in(zone))


def _kinds(bounds: Bounds, step: m.Choose) -> Interval:
    assert step.tokens is not None
    if step.pile is None:
        count = len(bounds.tokens(step.tokens).tokens)
        return Interval(count, count)
    return bounds.number(v.DifferentKinds(pile=step.pile, tokens=step.tokens))


def _as_many_as_there_are(bounds: Bounds, step: m.Choose) -> bool:
    """Whether the count asked for is `min(..., different X in PILE)` of the very same."""
    if step.tokens is None or step.pile is None or step.count is None:
        return False
    same = bounds.world.key(v.DifferentKinds(pile=step.pile, tokens=step.tokens))
    parts = step.count.parts if isinstance(step.count, v.MinMax) else (step.count,)
    if isinstance(step.count, v.MinMax) and step.count.which != "min":
        return False
    return any(bounds.world.key(part) == same for part in parts)
