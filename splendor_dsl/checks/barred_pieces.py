"""Pieces that never come into a zone: all ways there require too much, or the setup has removed them."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from splendor_dsl.checks.assumptions import is_switched
from splendor_dsl.checks.bounds import Bounds
from splendor_dsl.checks.context import Held
from splendor_dsl.checks.flow import Part, home, parts_of, piece_edges, refills
from splendor_dsl.checks.walk import Visit, after_code, walk
from splendor_dsl.checks.world import World, pieces_in
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.changes import steps_of
from splendor_dsl.semantics.scope import ANY_KIND

Way = tuple[tuple[int, Visit], ...]  # requirements on a piece, with the variable that holds it


def within_reach(bounds: Bounds) -> World:
    """Return the world of some bounds after the setup, with the pieces that never come into each zone."""
    world = bounds.world
    if world.barred is not None:
        return world
    if "within reach" not in world.memory:
        barred = {zone: _barred(zone, ways, world) for zone, ways in _ways(bounds).items()}
        world.memory["within reach"] = evolve(
            world, barred=barred, left=dict(_left(bounds)), memory={}
        )
    found = world.memory["within reach"]
    assert isinstance(found, World)
    return found


def _barred(zone: str, ways: list[Way], world: World) -> frozenset[int]:
    return frozenset(
        thing
        for thing, sides in world.things_in(zone).items()
        if all(
            any(fails(visit, slot, side) for slot, visit in way) for way in ways for side in sides
        )
    )


def fails(visit: Visit, slot: int, piece: int) -> bool:
    """Return whether a piece in a variable can't meet a requirement."""
    assert isinstance(visit.step, m.Require)
    kind = visit.bounds.world.model.pieces[piece].kind
    bounds = visit.bounds.bind(slot, Held(kind=kind, piece=piece))
    return bounds.condition(visit.step.value) is False


def _left(bounds: Bounds) -> Iterator[tuple[str, float]]:
    """Yield the most pieces that the setup leaves in each zone of the game that nothing enters."""
    model = bounds.world.model
    parts = tuple(parts_of(model))
    entered = {zone for part in parts for _, zone in piece_edges(model, part)}
    entered |= {zone for _, zone in refills(model)}
    after = after_code(bounds, parts[0])
    for zone in model.zones.values():
        if after is not None and zone.kind is not None and not (zone.owned or zone.name in entered):
            yield zone.name, after.number(pieces_in(v.ZoneRef(zone=zone.name, player=None))).high


def _ways(bounds: Bounds) -> dict[str, list[Way]]:
    """Return the ways into each zone that only chosen pieces with a requirement just before enter."""
    model = bounds.world.model
    found: dict[str, list[Way]] = {}
    for part in parts_of(model):
        for zone, way in _entries(part, bounds):
            found.setdefault(zone, []).append(way)
    begin = {home(model, kind) for kind in model.kinds} | {zone for _, zone in refills(model)}
    return {
        zone: ways
        for zone, ways in found.items()
        if all(ways) and zone not in begin and model.zones[zone].kind not in {ANY_KIND, None}
    }


def _entries(part: Part, bounds: Bounds) -> Iterator[tuple[str, Way]]:
    """Yield each move of some code into a zone, with the requirements on the piece before it."""
    required: list[tuple[int, Visit]] = []
    visits = {id(visit.step): visit for visit in walk(bounds, part)}
    for step in part.code.steps:
        for flow in (flow for inner in steps_of((step,)) for flow in inner.effects.pieces):
            slot = flow.piece.slot if isinstance(flow.piece, v.Local) else None
            yield flow.target.zone, tuple(each for each in required if each[0] == slot)
        visit = visits.get(id(step))
        if visit is not None and isinstance(step, m.Require):
            required += ((slot, visit) for slot in pieces_read(visit))


def pieces_read(visit: Visit) -> list[int]:
    """Return the variables with pieces that a requirement reads and that may fail it, unless parameters switch it."""
    assert isinstance(visit.step, m.Require)
    required = visit.step.value
    if visit.bounds.condition(required) is True or is_switched(visit.bounds, required):
        return []
    free = visit.bounds.world.free(required)
    return [slot for slot in sorted(free) if isinstance(visit.bounds.slots.get(slot), Held)]
