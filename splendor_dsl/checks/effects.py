"""The changes by steps, and the knowledge that remains after them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import inf

from attrs import evolve, frozen

from splendor_dsl.checks.amounts import together
from splendor_dsl.checks.bounds import Bounds, with_range
from splendor_dsl.checks.certainty import all_enter, all_moved, how_many
from splendor_dsl.checks.context import Known
from splendor_dsl.checks.flow import Part
from splendor_dsl.checks.intervals import ZERO, Interval, or_more, total
from splendor_dsl.checks.turns import OWN
from splendor_dsl.checks.world import World, pieces_in
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.changes import (
    caused,
    found_in,
    read,
    refilled,
    refills_of,
    steps_of,
    written,
    zones_left,
)
from splendor_dsl.semantics.effects import CounterWrite, PieceFlow, TokenFlow


@frozen(kw_only=True)
class Change:
    """The tokens or pieces that a step may take from or bring to a zone: bounds, token by token for piles.

    `sure` is the number of pieces that surely leave, `gone` the number of each token that surely leaves, `together` the
    most of all tokens together.
    """

    region: str
    sure: float = 0
    gone: tuple[float, ...] = ()
    less: tuple[float, ...] = ()
    more: tuple[float, ...] = ()
    together: float = inf


# ---- what is read ------------------------------------------------------------------------------
def reads(world: World, key: v.Expr) -> frozenset[str]:
    """Return the zones, counters and markers that an expression depends on, those of its values too."""
    known: dict[int, frozenset[str]] = world.once("reads", dict)
    key = world.key(key)  # the world keeps it, so its id is unique
    if id(key) not in known:
        known[id(key)] = read(world.model, key)
    return known[id(key)]


def _reading_none(world: World, regions: frozenset[str]) -> Callable[[v.Expr], bool]:
    """Return a test of whether a key depends on none of some regions."""
    known: dict[int, frozenset[str]] = world.once("reads", dict)
    return lambda key: (known.get(id(key)) or reads(world, key)).isdisjoint(regions)


# ---- forgetting ----------------------------------------------------------------------------------
def forget(bounds: Bounds, regions: Iterable[str]) -> Bounds:
    """Return bounds without the knowledge about anything that may have changed."""
    gone = frozenset(regions)
    world = bounds.world
    known = bounds.known.kept(_reading_none(world, gone))
    return evolve(bounds, known=known, settled=bounds.settled and not gone & _limited(world))


def _limited(world: World) -> frozenset[str]:
    return frozenset(cap.zone for cap in world.caps)


def apply(bounds: Bounds, changes: Iterable[Change]) -> Bounds:
    """Return bounds after changes of zones: counts are adjusted, other knowledge about these zones is dropped."""
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
    """Return the range of a number after some changes; None if nothing is known of it any more."""
    change = _change(bounds, key, changes)
    if change is None:
        return None
    now = was + change
    counts = isinstance(key, v.PileCount | v.DifferentKinds | v.PieceCount)
    return Interval(max(0, now.low), max(0, now.high)) if counts else now


def _change(bounds: Bounds, key: v.Expr, changes: list[Change]) -> Interval | None:
    """Return by how much some changes lower and raise a number; None if that is not known."""
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


# ---- steps -----------------------------------------------------------------------------------------
def after_step(bounds: Bounds, step: m.Step, part: Part, *, sure: bool = False) -> Bounds:
    """Return bounds after a step that is no choice, requirement or block.

    Exact amounts of tokens move in full if that is `sure`, or if all of them surely are there.
    """
    effects = step.effects
    if effects.runs is not None:
        return evolve(bounds, known=Known(), settled=False)
    found = bounds
    if effects.tokens:
        found = _tokens(found, effects.tokens, sure=sure)
    if len(effects.pieces) == 1:
        found = _pieces(found, effects.pieces[0], part)
    elif effects.pieces:
        found = forget(found, _mixed(bounds.world.model, step, part))
    if effects.shuffled:
        found = _shuffled(found, frozenset(ref.zone for ref in effects.shuffled))
    if effects.markers:
        found = forget(found, [each.marker for each in effects.markers])
    for write in effects.counters:
        found = _count(found, write, bounds)
    return found


def _mixed(model: m.Model, step: m.Step, part: Part) -> frozenset[str]:
    """Return all that may change when a step moves pieces in several ways."""
    regions = written(model, (step,), part.origins)
    return regions | caused(model, regions)


# ---- tokens ----------------------------------------------------------------------------------------
def _tokens(bounds: Bounds, flows: Sequence[TokenFlow], *, sure: bool) -> Bounds:
    """Return bounds after tokens have moved, all at once."""
    exact = [not flow.up_to and (sure or all_moved(bounds, flow)) for flow in flows]
    moves = list(zip(flows, exact, strict=True))
    found = apply(
        bounds,
        [c for flow, all_of_it in moves for c in _carried(bounds, flow, all_of_it=all_of_it)],
    )
    if len(flows) == 1 and all(exact):
        found = _arrived(found, bounds, flows[0])
    return found


def _carried(bounds: Bounds, flow: TokenFlow, *, all_of_it: bool) -> Iterator[Change]:
    """Yield the change of each of the two piles."""
    if flow.amounts is None:
        lanes: tuple[float, ...] = (inf,) * len(bounds.world.stock)
        yield Change(region=flow.source.zone, less=lanes)
        yield Change(region=flow.target.zone, more=lanes)
        return
    amounts = bounds.amounts(flow.amounts)
    lanes = tuple(max(0, lane.high) for lane in amounts)
    most = together(flow.amounts, frozenset(range(len(lanes))), bounds)
    gone = tuple(max(0, lane.low) for lane in amounts) if all_of_it else ()
    yield Change(region=flow.source.zone, less=lanes, gone=gone, together=most)
    yield Change(region=flow.target.zone, more=lanes, together=most)


def _arrived(found: Bounds, before: Bounds, flow: TokenFlow) -> Bounds:
    """Return bounds with the least amounts in the target pile: of each token, or of the set that was chosen from."""
    amounts = flow.amounts
    if amounts is None:
        return found
    for token, lane in enumerate(before.amounts(amounts)):
        if lane.low > 0:
            one = v.TokenConst(token=token)
            found = with_range(found, v.PileCount(pile=flow.target, tokens=one), or_more(lane.low))
    if isinstance(amounts, v.AmountOf) and isinstance(amounts.tokens, v.Local):
        some, count = before.tokens(amounts.tokens), before.number(amounts.count)
        group = v.TokenSet(tokens=tuple(sorted(some.tokens)))
        many = max(0, count.low) * max(0, some.size.low)
        found = with_range(found, v.PileCount(pile=flow.target, tokens=group), or_more(many))
    return found


# ---- pieces ----------------------------------------------------------------------------------------
def _pieces(bounds: Bounds, flow: PieceFlow, part: Part) -> Bounds:
    """Return bounds after pieces have moved, places have refilled and triggers have run."""
    return _filled(bounds, flow) if flow.fills else _moved_pieces(bounds, flow, part)


def _moved_pieces(bounds: Bounds, flow: PieceFlow, part: Part) -> Bounds:
    model, many, sure_to_enter = bounds.world.model, how_many(bounds, flow), all_enter(bounds, flow)
    sources = frozenset(zones_left(model, flow, part.origins))
    sure = many.low if len(sources) == 1 else 0
    changes = [Change(region=zone, less=(many.high,), sure=sure) for zone in sources]
    changes += _refill_changes(model, sources, many.high)
    changes.append(Change(region=flow.target.zone, more=(many.high,)))
    entered = {flow.target.zone, *(change.region for change in changes if change.more)}
    here = pieces_in(flow.target)
    least = bounds.number(here).low + many.low
    found = forget(apply(bounds, changes), caused(model, entered))
    left = _left(bounds.world, flow, part) if sure_to_enter else None
    if left is not None and left.zone not in entered | caused(model, entered):
        most = bounds.number(pieces_in(left)).high - 1
        found = with_range(found, pieces_in(left), Interval(0, max(0, most)))
    if caused(model, entered) or flow.target.zone in sources | refilled(model, sources):
        return found
    emptied = sure_to_enter and flow.count is None and not refilled(model, sources)
    if emptied and flow.source is not None:
        found = with_new_range(found, pieces_in(flow.source), ZERO)
    return with_at_least(found, here, least)


def _left(world: World, flow: PieceFlow, part: Part) -> v.ZoneRef | None:
    """Return the zone that a chosen piece surely leaves: its player's or the game's, if no other step takes from it."""
    chosen, taking = world.once(("taking", id(part.code)), lambda: _taking(world.model, part))
    sources = chosen.get(flow.piece.slot, ()) if isinstance(flow.piece, v.Local) else ()
    if len(sources) != 1:
        return None
    zone = sources[0]
    return zone if taking[zone.zone] == [flow] and zone.player in {None, OWN} else None


Taking = tuple[Mapping[int, tuple[v.ZoneRef, ...]], Mapping[str, list[PieceFlow]]]


def _taking(model: m.Model, part: Part) -> Taking:
    """Return the zones where the pieces in variables were chosen, and the flows that take pieces from each zone."""
    chosen: dict[int, tuple[v.ZoneRef, ...]] = {}
    taking: dict[str, list[PieceFlow]] = {name: [] for name in model.zones}
    found = found_in(part.code.steps)
    for step in steps_of(part.code.steps):
        if step.effects.asks:
            chosen |= {each.slot: each.zones for each in step.effects.binds}
        for flow in step.effects.pieces:
            for zone in {*zones_left(model, flow, found)}:
                taking[zone].append(flow)
    return chosen, taking


def with_new_range(bounds: Bounds, expr: v.Expr, found: Interval) -> Bounds:
    """Return bounds with a new range of a number."""
    world = bounds.world
    return evolve(bounds, known=bounds.known.with_range(world.key(expr), found, world.free))


def with_at_least(bounds: Bounds, count: v.PieceCount, least: float) -> Bounds:
    """Return bounds in which a zone holds at least so many pieces, as far as it has room."""
    room = bounds.world.zone_high(count.zone.zone)
    return with_range(bounds, count, Interval(min(least, room), inf))


def _refill_changes(model: m.Model, sources: Iterable[str], many: float) -> Iterator[Change]:
    for name in sources:
        much = many
        for zone, source in refills_of(model, name):
            refill = model.zones[zone].refill
            if refill is not None and refill.when != m.RefillTime.AT_ONCE:
                much = inf
            yield Change(region=source, less=(much,))
            yield Change(region=zone, more=(much,))


def _filled(bounds: Bounds, flow: PieceFlow) -> Bounds:
    world, source = bounds.world, flow.source
    assert source is not None
    places, parts = world.places.get(flow.target.zone, 0), world.parts(flow.target.zone)
    there = bounds.number(pieces_in(source))
    taken = min(places * parts, there.high)
    less = Change(region=source.zone, less=(taken,), sure=_fill_empty(bounds, flow.target, source))
    refills = tuple(_refill_changes(world.model, (source.zone,), taken))
    more = Change(region=flow.target.zone, more=(places * parts,))
    found = apply(bounds, (less, more, *refills))
    effects = caused(world.model, {flow.target.zone, *(c.region for c in refills if c.more)})
    found = forget(found, effects)
    least = min(places, there.low) if parts == 1 else 0
    return found if effects else with_at_least(found, pieces_in(flow.target), least)


def _fill_empty(bounds: Bounds, target: v.ZoneRef, source: v.ZoneRef) -> float:
    """Return how many pieces surely fill an empty zone from one that holds all pieces of the kind."""
    world, zone = bounds.world, bounds.world.model.zones[target.zone]
    things = world.things.get(zone.kind or "", {})
    if bounds.number(pieces_in(target)).high > 0:
        return 0
    if bounds.number(pieces_in(source)).low < len(things):
        return 0
    places = world.places.get(zone.name, 0)
    return sum(min(places, count) for count in world.per_part(zone.name).values())


def _shuffled(bounds: Bounds, zones: frozenset[str]) -> Bounds:
    """Return bounds without knowledge about the sides that showed in some zones; the number of pieces stays."""
    shown = _reading_none(bounds.world, zones)
    return evolve(bounds, known=bounds.known.kept(lambda key: _counts_all(key) or shown(key)))


def _counts_all(key: v.Expr) -> bool:
    return isinstance(key, v.PieceCount) and key.where is None


# ---- counters --------------------------------------------------------------------------------------
def _count(found: Bounds, write: CounterWrite, before: Bounds) -> Bounds:
    counter = before.world.model.counters[write.counter.counter]
    value = before.number(write.value).meet(Interval(counter.low, counter.high))
    found = forget(found, (counter.name,))
    return found if value.empty else with_range(found, write.counter, value)
