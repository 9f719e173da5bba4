"""What steps change, and what is still known after them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import inf
from typing import Any, Final

from attrs import evolve, frozen

from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.changes import (
    caused,
    found_in,
    read,
    refilled,
    refills_of,
    steps_of,
    zones_left,
)
from splendor_dsl.semantics.checks.amounts import together
from splendor_dsl.semantics.checks.bounds import Bounds, with_range
from splendor_dsl.semantics.checks.context import Known
from splendor_dsl.semantics.checks.flow import Part, origins
from splendor_dsl.semantics.checks.intervals import ZERO, Interval, or_more, total
from splendor_dsl.semantics.checks.sure import all_enter, how_many
from splendor_dsl.semantics.checks.turns import OWN
from splendor_dsl.semantics.checks.world import World, pieces_in


@frozen(kw_only=True)
class Change:
    """What a step may take from and bring to a zone: at most so many, token by token for piles.

    `sure` pieces are taken for sure, and so many tokens as `gone` says; of all tokens no more than `together`.
    """

    region: str
    sure: float = 0
    gone: tuple[float, ...] = ()
    less: tuple[float, ...] = ()
    more: tuple[float, ...] = ()
    together: float = inf


# ---- what is read ------------------------------------------------------------------------------
def reads(world: World, key: v.Expr) -> frozenset[str]:
    """The zones, counters and markers that an expression depends on, those of its values too."""
    known: dict[int, frozenset[str]] = world.once("reads", dict)
    key = world.key(key)  # which stays, and its id with it
    if id(key) not in known:
        known[id(key)] = read(world.model, key)
    return known[id(key)]


def _reading_none(world: World, regions: frozenset[str]) -> Callable[[v.Expr], bool]:
    """Return whether a key depends on none of some regions."""
    known: dict[int, frozenset[str]] = world.once("reads", dict)
    return lambda key: (known.get(id(key)) or reads(world, key)).isdisjoint(regions)


# ---- forgetting ----------------------------------------------------------------------------------
def forget(bounds: Bounds, regions: Iterable[str]) -> Bounds:
    """The same without all that depends on what may have changed."""
    gone = frozenset(regions)
    world = bounds.world
    known = bounds.known.kept(_reading_none(world, gone))
    return evolve(bounds, known=known, settled=bounds.settled and not gone & _limited(world))


def _limited(world: World) -> frozenset[str]:
    return frozenset(cap.zone for cap in world.caps)


def apply(bounds: Bounds, changes: Iterable[Change]) -> Bounds:
    """What is known after zones changed: counts of them move, all else that reads them is forgotten."""
    found = list(changes)
    regions = frozenset(change.region for change in found)
    world, was = bounds.world, bounds.known
    known = was.kept(_reading_none(world, regions))
    if known is not was:
        ranges = {
            key: now
            for key, each in was.ranges.items()
            if (now := each if key in known.ranges else _moved(bounds, key, each, found))
        }
        known = Known(ranges=ranges, truths=known.truths)
    raised = frozenset(change.region for change in found if any(change.more))
    return evolve(bounds, known=known, settled=bounds.settled and not raised & _limited(world))


def _moved(bounds: Bounds, key: v.Expr, was: Interval, changes: list[Change]) -> Interval | None:
    """The range of a number that was in another before some changes; none if nothing is known of it any more."""
    change = _change(bounds, key, changes)
    if change is None:
        return None
    now = was + change
    counts = isinstance(key, v.PileCount | v.DifferentKinds | v.PieceCount)
    return Interval(max(0, now.low), max(0, now.high)) if counts else now


def _change(bounds: Bounds, key: v.Expr, changes: list[Change]) -> Interval | None:
    """By how much some changes lower and raise a number; none if that can't be told."""
    read = reads(bounds.world, key)
    touching = [change for change in changes if change.region in read]
    if not touching:
        return ZERO
    if isinstance(key, v.Sum) and set(key.signs) <= {"+", "-"}:
        parts = [_change(bounds, part, touching) for part in key.parts]
        signed = zip(key.signs, parts, strict=True)
        known = [part if sign == "+" else -part for sign, part in signed if part is not None]
        return total(known) if len(known) == len(parts) else None
    gone: float = 0
    if isinstance(key, v.PileCount | v.DifferentKinds):
        lanes = bounds.tokens(key.tokens).tokens
        less = sum(min(change.together, _of(change.less, lanes)) for change in touching)
        more = sum(min(change.together, _of(change.more, lanes)) for change in touching)
        every = key.pile.player is None and bounds.tokens(key.tokens).every
        if isinstance(key, v.PileCount) and every:
            gone = sum(_of(change.gone, lanes) for change in touching)
    elif isinstance(key, v.PieceCount):
        less = sum(sum(change.less) for change in touching)
        more = sum(sum(change.more) for change in touching)
        if key.where is None and key.zone.player is None:  # no other player's zone of that name
            gone = sum(change.sure for change in touching)
    else:
        return None
    return Interval(-less, more - gone)


def _of(lanes: tuple[float, ...], tokens: frozenset[int]) -> float:
    return sum([lanes[token] for token in tokens if token < len(lanes)])


# ---- one function a step ---------------------------------------------------------------------------
def after(bounds: Bounds, step: m.Step, part: Part) -> Bounds:
    """What is known after a step that is no choice, requirement or block."""
    make = EFFECTS.get(type(step))
    return bounds if make is None else make(bounds, step, part)


def _tokens(bounds: Bounds, step: m.MoveTokens, _: Part) -> Bounds:
    lanes = tuple(max(0, lane.high) for lane in bounds.amounts(step.amounts))
    most = together(step.amounts, frozenset(range(len(lanes))), bounds)
    gone = tuple(max(0, lane.low) for lane in bounds.amounts(step.amounts))
    less = Change(
        region=step.source.zone,
        less=lanes,
        gone=() if step.up_to else gone,
        together=most,
    )
    found = apply(bounds, (less, Change(region=step.target.zone, more=lanes, together=most)))
    return found if step.up_to else _arrived(found, bounds, step)


def _arrived(found: Bounds, before: Bounds, step: m.MoveTokens) -> Bounds:
    """What was moved for sure lies in the pile that it came to: of each token, or of those that it was chosen from."""
    for token, lane in enumerate(before.amounts(step.amounts)):
        if lane.low > 0:
            one = v.TokenConst(token=token)
            found = with_range(found, v.PileCount(pile=step.target, tokens=one), or_more(lane.low))
    amounts = step.amounts
    if isinstance(amounts, v.AmountOf) and isinstance(amounts.tokens, v.Local):
        some, count = before.tokens(amounts.tokens), before.number(amounts.count)
        group = v.TokenSet(tokens=tuple(sorted(some.tokens)))
        many = max(0, count.low) * max(0, some.size.low)
        found = with_range(found, v.PileCount(pile=step.target, tokens=group), or_more(many))
    return found


def _pay(bounds: Bounds, step: m.Pay, _: Part) -> Bounds:
    lanes = (inf,) * len(bounds.world.stock)
    less = Change(region=step.pile.zone, less=lanes)
    return apply(bounds, (less, Change(region=step.supply.zone, more=lanes)))


def _pieces(bounds: Bounds, step: m.MovePieces, part: Part) -> Bounds:
    model, many, sure_to_enter = bounds.world.model, how_many(bounds, step), all_enter(bounds, step)
    sources = _origin(bounds, step, part)
    sure = many.low if len(sources) == 1 else 0
    changes = [Change(region=zone, less=(many.high,), sure=sure) for zone in sources]
    changes += _refill_changes(model, sources, many.high)
    changes.append(Change(region=step.target.zone, more=(many.high,)))
    entered = {step.target.zone, *(change.region for change in changes if change.more)}
    here = pieces_in(step.target)
    least = bounds.number(here).low + many.low
    found = forget(apply(bounds, changes), caused(model, entered))
    left = _left(bounds.world, step, part) if sure_to_enter else None
    if left is not None and left.zone not in entered | caused(model, entered):
        most = bounds.number(pieces_in(left)).high - 1
        found = with_range(found, pieces_in(left), Interval(0, max(0, most)))
    if caused(model, entered) or step.target.zone in sources | refilled(model, sources):
        return found
    emptied = sure_to_enter and step.count is None and not refilled(model, sources)
    if emptied and step.source is not None:
        found = now(found, pieces_in(step.source), ZERO)
    return raised(found, here, least)


def _left(world: World, step: m.MovePieces, part: Part) -> v.ZoneRef | None:
    """The zone that a chosen piece leaves for sure: its player's or the game's, and no other step takes from it."""
    chosen, taking = world.once(("taking", id(part.code)), lambda: _taking(world.model, part))
    sources = chosen.get(step.piece.slot, ()) if isinstance(step.piece, v.Local) else ()
    if len(sources) != 1:
        return None
    zone = sources[0].zone
    return zone if taking[zone.zone] == [step] and zone.player in {None, OWN} else None


Taking = tuple[Mapping[int, tuple[m.Source, ...]], Mapping[str, list[m.Step]]]


def _taking(model: m.Model, part: Part) -> Taking:
    """Where the pieces in variables were chosen, and the steps that take pieces from a zone."""
    chosen: dict[int, tuple[m.Source, ...]] = {}
    taking: dict[str, list[m.Step]] = {name: [] for name in model.zones}
    found = found_in(part.code.steps)
    for step in steps_of(part.code.steps):
        if isinstance(step, m.Choose):
            chosen[step.slot] = step.sources
        elif isinstance(step, m.Fill):
            taking[step.source.zone].append(step)
        elif isinstance(step, m.MovePieces):
            for zone in {*zones_left(model, step, found)}:
                taking[zone].append(step)
    return chosen, taking


def now(bounds: Bounds, expr: v.Expr, found: Interval) -> Bounds:
    """A number lies in a range, whatever was known of it."""
    world = bounds.world
    return evolve(bounds, known=bounds.known.with_range(world.key(expr), found, world.free))


def raised(bounds: Bounds, count: v.PieceCount, least: float) -> Bounds:
    """A zone now holds at least so many pieces, as far as it has room."""
    room = bounds.world.zone_high(count.zone.zone)
    return with_range(bounds, count, Interval(min(least, room), inf))


def _origin(bounds: Bounds, step: m.MovePieces, part: Part) -> frozenset[str]:
    if step.source is not None:
        return frozenset((step.source.zone,))
    found = origins(part)
    if isinstance(step.piece, v.Local) and step.piece.slot in found:
        return frozenset(found[step.piece.slot])
    return frozenset(name for name, zone in bounds.world.model.zones.items() if zone.kind)


def _refill_changes(model: m.Model, sources: Iterable[str], many: float) -> Iterator[Change]:
    for name in sources:
        much = many
        for zone, source in refills_of(model, name):
            refill = model.zones[zone].refill
            if refill is not None and refill.when != "at once":
                much = inf
            yield Change(region=source, less=(much,))
            yield Change(region=zone, more=(much,))


def _fill(bounds: Bounds, step: m.Fill, _: Part) -> Bounds:
    world = bounds.world
    gaps = world.places.get(step.zone.zone, 0) * world.parts(step.zone.zone)
    count = pieces_in(step.source)
    there = bounds.number(count)
    taken = min(gaps, there.high)
    less = Change(region=step.source.zone, less=(taken,), sure=_filled(bounds, step))
    refills = tuple(_refill_changes(world.model, (step.source.zone,), taken))
    found = apply(bounds, (less, Change(region=step.zone.zone, more=(gaps,)), *refills))
    effects = caused(world.model, {step.zone.zone, *(c.region for c in refills if c.more)})
    here = pieces_in(step.zone)
    least = (
        min(world.places.get(step.zone.zone, 0), there.low)
        if world.parts(step.zone.zone) == 1
        else 0
    )
    found = forget(found, effects)
    return found if effects else raised(found, here, least)


def _filled(bounds: Bounds, step: m.Fill) -> float:
    """How many pieces surely fill a zone that was empty from one that holds all there are."""
    world, zone = bounds.world, bounds.world.model.zones[step.zone.zone]
    things = world.things.get(zone.kind or "", {})
    if bounds.number(pieces_in(step.zone)).high > 0:
        return 0
    if bounds.number(pieces_in(step.source)).low < len(things):
        return 0
    places = world.places.get(zone.name, 0)
    return sum(min(places, count) for count in world.per_part(zone.name).values())


def _give(bounds: Bounds, step: m.Give, _: Part) -> Bounds:
    return forget(bounds, (step.marker,))


def _count(bounds: Bounds, step: m.SetCounter, _: Part) -> Bounds:
    known = bounds.world.model.counters[step.counter]
    now = bounds.number(step.value).meet(Interval(known.low, known.high))
    counter = v.CounterValue(counter=step.counter, player=step.player)
    found = forget(bounds, (step.counter,))
    return found if now.empty else with_range(found, counter, now)


def _everything(bounds: Bounds, _step: m.Step, _part: Part) -> Bounds:
    return evolve(bounds, known=Known(), settled=False)


EFFECTS: Final[dict[type, Callable[[Bounds, Any, Part], Bounds]]] = {
    m.MoveTokens: _tokens,
    m.Pay: _pay,
    m.MovePieces: _pieces,
    m.Fill: _fill,
    m.Give: _give,
    m.SetCounter: _count,
    m.OneAction: _everything,
    m.KeepLimits: _everything,
    m.EndOfTurn: _everything,
}
