"""Reachability: all steps of a game, and the zones that pieces and tokens can ever reach.

Conditions are left out, so anything out of reach by this analysis truly is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Final

from attrs import frozen

from splendor_dsl.semantics import model as m
from splendor_dsl.semantics.changes import Edge, found_in, reachable, steps_of, zones_left
from splendor_dsl.semantics.declarations import BOX
from splendor_dsl.semantics.effects import PieceFlow
from splendor_dsl.semantics.scope import ANY_KIND

ENTERED: Final = 1  # the variable of a trigger with the piece that has entered


@frozen(kw_only=True)
class Part:
    """One piece of code of a game: `what` is "setup", "phase", "turn", "action" or "trigger"."""

    what: str
    name: str
    code: m.Code
    where: m.Where | None
    trigger: m.Trigger | None = None

    @cached_property
    def origins(self) -> Mapping[int, tuple[str, ...]]:
        """The zones in which the piece of each variable may have been found."""
        found = found_in(self.code.steps)
        if self.trigger is not None and self.trigger.zone is not None:
            return {ENTERED: (self.trigger.zone,), **found}
        return found


def parts_of(model: m.Model) -> Iterator[Part]:
    """Yield all code of a game, in the order of a rule file."""
    yield Part(what="setup", name="setup", code=model.setup, where=model.places.get("setup"))
    for phase in model.phases:
        yield Part(what="phase", name=phase.name, code=phase.code, where=phase.where)
    for action in model.actions:
        yield Part(what="action", name=action.name, code=action.code, where=action.where)
    yield Part(what="turn", name="turn", code=model.turn, where=model.places.get("turn"))
    for each in model.triggers:
        yield Part(what="trigger", name=each.name, code=each.code, where=each.where, trigger=each)


def all_steps(model: m.Model) -> Iterator[tuple[Part, m.Step]]:
    """Return every step of a game with its code."""
    return ((part, step) for part in parts_of(model) for step in steps_of(part.code.steps))


def home(model: m.Model, kind: str) -> str:
    """Return the zone of the pieces of a kind before the setup: the game's first zone for them, or the box."""
    zones = (
        zone.name
        for zone in model.zones.values()
        if zone.kind == kind and not zone.owned and zone.places is None and zone.name != BOX
    )
    return next(zones, BOX)


# ---- pieces ------------------------------------------------------------------------------------
def piece_flows(part: Part) -> Iterator[PieceFlow]:
    """Return the flows of pieces in some code, in its order."""
    return (flow for step in steps_of(part.code.steps) for flow in step.effects.pieces)


def piece_edges(model: m.Model, part: Part) -> Iterator[Edge]:
    """Yield the moves of pieces from zone to zone in some code, without refills."""
    found = part.origins
    for flow in piece_flows(part):
        for source in zones_left(model, flow, found):
            yield source, flow.target.zone


def refills(model: m.Model) -> Iterator[Edge]:
    """Yield the moves of pieces into zones that refill."""
    for zone in model.zones.values():
        if zone.refill is not None:
            yield zone.refill.source, zone.name


def zones_reached(model: m.Model) -> Mapping[str, frozenset[str]]:
    """Return, for each kind of piece, the zones that its pieces can ever reach."""
    edges: list[
        Edge
    ] = []  # without refills, which only replace pieces: they are never the first way in
    for part in parts_of(model):
        edges += piece_edges(model, part)
    return {kind: frozenset(_closure(model, kind, edges)) for kind in model.kinds}


def zones_entered(model: m.Model) -> frozenset[str]:
    """Return the zones that some piece can ever enter, by a step or a refill."""
    occupied = frozenset[str]().union(*zones_reached(model).values())
    edges = [edge for part in parts_of(model) for edge in piece_edges(model, part)]
    return frozenset(
        zone for source, zone in (*edges, *refills(model)) if {source, zone} <= occupied
    )


def _closure(model: m.Model, kind: str, edges: list[Edge]) -> set[str]:
    if not any(True for _ in model.pieces_of(kind)):
        return set()
    fitting = {name for name, zone in model.zones.items() if zone.kind in {kind, ANY_KIND}}
    return reachable({home(model, kind)}, [edge for edge in edges if edge[1] in fitting])


# ---- markers and counters ------------------------------------------------------------------------
def given_markers(model: m.Model) -> frozenset[str]:
    """Return the markers that some step gives to somebody."""
    return frozenset(each.marker for _, step in all_steps(model) for each in step.effects.markers)


def set_counters(model: m.Model) -> frozenset[str]:
    """Return the counters that some step changes."""
    return frozenset(
        write.counter.counter for _, step in all_steps(model) for write in step.effects.counters
    )
