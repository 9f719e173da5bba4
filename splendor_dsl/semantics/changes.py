"""What steps change, and what expressions read: zones, counters and markers by their names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.parts import all_in

Edge = tuple[str, str]


def steps_of(steps: Iterable[m.Step]) -> Iterator[m.Step]:
    """Steps and all steps inside them."""
    for step in steps:
        yield step
        if isinstance(step, m.If):
            yield from steps_of(step.then)
            yield from steps_of(step.otherwise)
        elif isinstance(step, m.ForEach):
            yield from steps_of(step.body)


def found_in(steps: Iterable[m.Step]) -> Mapping[int, tuple[str, ...]]:
    """For each variable that holds a piece, the zones in which it may have been found."""
    found: dict[int, tuple[str, ...]] = {}
    for step in steps_of(steps):
        if isinstance(step, m.Choose) and step.what == "piece":
            found[step.slot] = tuple(source.zone.zone for source in step.sources)
        elif isinstance(step, m.ForEach) and isinstance(step.domain.of, v.ZoneRef):
            found[step.slot] = (step.domain.of.zone,)
    return found


# ---- what is read ------------------------------------------------------------------------------
def read(model: m.Model, thing: Any) -> frozenset[str]:
    """The zones, counters and markers on which anything in a thing depends, its values included."""
    found: set[str] = set()
    for each in (thing, *terms_read(model, thing)):
        for part in all_in(each):
            match part:
                case v.ZoneRef(zone=name) | v.CounterValue(counter=name) | v.Holder(marker=name):
                    found.add(name)
    return frozenset(found)


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
    """The variables that a thing looks at."""
    return (each.slot for each in all_in(thing) if isinstance(each, v.Local))


# ---- what is written ---------------------------------------------------------------------------
def written(
    model: m.Model, steps: Iterable[m.Step], found: Mapping[int, tuple[str, ...]] | None = None
) -> frozenset[str]:
    """The zones, counters and markers that steps change, with refills and without triggers.

    `found` says where the pieces in variables may lie; where it doesn't, they may lie anywhere.
    """
    names: set[str] = set()
    for step in steps_of(steps):
        names |= _changed(model, step, found or {})
    return frozenset(names | refilled(model, names))


def _changed(model: m.Model, step: m.Step, found: Mapping[int, tuple[str, ...]]) -> set[str]:
    match step:
        case m.MoveTokens():
            return {step.source.zone, step.target.zone}
        case m.Pay():
            return {step.pile.zone, step.supply.zone}
        case m.Give():
            return {step.marker}
        case m.SetCounter():
            return {step.counter}
        case m.MovePieces():
            return {step.target.zone, *zones_left(model, step, found)}
        case m.Fill():
            return {step.zone.zone, step.source.zone}
        case m.Shuffle():  # a piece may show another side
            return {step.zone.zone}
    return set()


def zones_left(
    model: m.Model, step: m.MovePieces, found: Mapping[int, tuple[str, ...]]
) -> tuple[str, ...]:
    """The zones that a move may take pieces from."""
    if step.source is not None:
        return (step.source.zone,)
    if isinstance(step.piece, v.Local) and step.piece.slot in found:
        return found[step.piece.slot]
    return tuple(name for name, zone in model.zones.items() if zone.kind is not None)


def refilled(model: m.Model, zones: Iterable[str]) -> set[str]:
    """The zones among some that refill, and those that they refill from, which may refill in turn."""
    found: set[str] = set()
    for name in zones:
        for zone, source in refills_of(model, name):
            found |= {zone, source}
    return found


def refills_of(model: m.Model, name: str) -> Iterator[tuple[str, str]]:
    """A zone with the one that it refills from, that one with its own, and so on."""
    seen: set[str] = set()
    zone = model.zones.get(name)
    while zone is not None and zone.refill is not None and zone.name not in seen:
        seen.add(zone.name)
        yield zone.name, zone.refill.source
        zone = model.zones.get(zone.refill.source)


def caused(model: m.Model, zones: Iterable[str]) -> frozenset[str]:
    """All that triggers change once pieces enter zones, those zones included where one of them does."""
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
    """By zone, all that the triggers of what enters it change by themselves."""
    if not model.changed_by_triggers:
        for each in model.triggers:
            if each.zone is not None:
                changed = model.changed_by_triggers.setdefault(each.zone, set())
                changed |= written(model, each.code.steps)
    return model.changed_by_triggers


def grown(start: set[str], edges: Iterable[Edge]) -> set[str]:
    """All that can be reached from a start."""
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
