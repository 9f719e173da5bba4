"""The zones, counters and markers that steps change and that expressions read, by their names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.effects import PieceFlow
from splendor_dsl.semantics.parts import all_in

Edge = tuple[str, str]


def steps_of(steps: Iterable[m.Step]) -> Iterator[m.Step]:
    """Yield steps and all steps inside them."""
    for step in steps:
        yield step
        for block in step.effects.blocks:
            yield from steps_of(block)


def found_in(steps: Iterable[m.Step]) -> Mapping[int, tuple[str, ...]]:
    """Return the zones in which the piece of each variable may have been found."""
    return {
        binding.slot: tuple(ref.zone for ref in binding.zones)
        for step in steps_of(steps)
        for binding in step.effects.binds
        if binding.zones
    }


# ---- what is read ------------------------------------------------------------------------------
def read(model: m.Model, thing: Any) -> frozenset[str]:
    """Return the zones, counters and markers on which anything in a thing depends, its values included."""
    return regions_of((thing, *terms_read(model, thing)))


def regions_of(thing: Any) -> frozenset[str]:
    """Return the zones, counters and markers that a thing reads itself, without those of its values."""
    return frozenset(each.region for each in all_in(thing) if isinstance(each, v.Region))


def terms_read(model: m.Model, thing: Any) -> Iterator[v.Expr]:
    """Yield the terms of the values that a thing reads, and of those that they read, each value once."""
    waiting, seen = [thing], set[str]()
    while waiting:
        for each in all_in(waiting.pop()):
            if isinstance(each, v.ValueOf) and each.value not in seen:
                seen.add(each.value)
                terms = [term.value for term in model.values[each.value].terms]
                waiting += terms
                yield from terms


def slots_read(thing: Any) -> Iterator[int]:
    """Return the variables that a thing reads."""
    return (each.slot for each in all_in(thing) if isinstance(each, v.Local))


# ---- what is written ---------------------------------------------------------------------------
def written(
    model: m.Model, steps: Iterable[m.Step], found: Mapping[int, tuple[str, ...]] | None = None
) -> frozenset[str]:
    """Return the zones, counters and markers that steps change, with refills and without triggers.

    `found` has the zones of the pieces in variables; a piece that it does not have may be in any.
    """
    names: set[str] = set()
    for step in steps_of(steps):
        names |= changed_by(model, step, found or {})
    return frozenset(names | refilled(model, names))


def changed_by(model: m.Model, step: m.Step, found: Mapping[int, tuple[str, ...]]) -> set[str]:
    """Return the zones, counters and markers that a step changes by itself, without refills and triggers."""
    effects = step.effects
    names = {each.marker for each in effects.markers}
    names |= {each.counter.counter for each in effects.counters}
    names |= {ref.zone for flow in effects.tokens for ref in (flow.source, flow.target)}
    names |= {ref.zone for ref in effects.shuffled}
    for flow in effects.pieces:
        names |= {flow.target.zone, *zones_left(model, flow, found)}
    return names


def zones_left(
    model: m.Model, flow: PieceFlow, found: Mapping[int, tuple[str, ...]]
) -> tuple[str, ...]:
    """Return the zones that pieces may leave; `found` has the zones of the pieces in variables."""
    left = flow.zones_left(found)
    if left is not None:
        return left
    return tuple(name for name, zone in model.zones.items() if zone.kind is not None)


def refilled(model: m.Model, zones: Iterable[str]) -> set[str]:
    """Return the zones among some that refill, and those that they refill from, which may refill in turn."""
    found: set[str] = set()
    for name in zones:
        for zone, source in refills_of(model, name):
            found |= {zone, source}
    return found


def refills_of(model: m.Model, name: str) -> Iterator[tuple[str, str]]:
    """Yield a zone with the one that it refills from, that one with its own, and so on."""
    seen: set[str] = set()
    zone = model.zones.get(name)
    while zone is not None and zone.refill is not None and zone.name not in seen:
        seen.add(zone.name)
        yield zone.name, zone.refill.source
        zone = model.zones.get(zone.refill.source)


def caused(model: m.Model, zones: Iterable[str]) -> frozenset[str]:
    """Return all that triggers change once pieces enter zones, those zones included if one of the triggers changes them."""
    start = frozenset(zones)
    if start not in model.caused:
        model.caused[start] = _caused(_changed_by_triggers(model), start)
    return model.caused[start]


def _caused(changes: Mapping[str, Iterable[str]], start: Iterable[str]) -> frozenset[str]:
    found: set[str] = set()
    waiting = list(start)
    while waiting:
        more = {*changes.get(waiting.pop(), ())} - found
        found |= more
        waiting += more
    return frozenset(found)


def _changed_by_triggers(model: m.Model) -> Mapping[str, Iterable[str]]:
    """Return, for each zone, all that the triggers of entering pieces change by themselves."""
    if not model.changed_by_triggers:
        for each in model.triggers:
            if each.zone is not None:
                changed = model.changed_by_triggers.setdefault(each.zone, set())
                changed |= written(model, each.code.steps)
    return model.changed_by_triggers


def reachable(start: set[str], edges: Iterable[Edge]) -> set[str]:
    """Return all that can be reached from a start."""
    after: dict[str, set[str]] = {}
    for source, target in edges:
        after.setdefault(source, set()).add(target)
    reached, waiting = set(start), list(start)
    while waiting:
        for target in after.get(waiting.pop(), ()):
            if target not in reached:
                reached.add(target)
                waiting.append(target)
    return reached
