"""Which actions and triggers cause which others, and the circles that this makes.

Conditions are left out: a cause is a step that may move a piece into the zone of a trigger, by itself, by `fill` or by
a refill, or a `do`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from splendor_dsl.semantics import model as m
from splendor_dsl.semantics.changes import Edge, grown, refills_of, steps_of
from splendor_dsl.semantics.checks.flow import Part, parts_of, piece_edges

Causes = Mapping[str, tuple[str, ...]]


def codes_of(model: m.Model) -> Mapping[str, Part]:
    """The actions and triggers of a game by their paths."""
    return {
        f"{part.what}s.{part.name}": part
        for part in parts_of(model)
        if part.what in {"action", "trigger"}
    }


def causes_of(model: m.Model, codes: Mapping[str, Part]) -> Causes:
    """For each action and trigger, those that it may cause."""
    return {path: tuple(_caused(model, part, codes)) for path, part in codes.items()}


def _caused(model: m.Model, part: Part, codes: Mapping[str, Part]) -> Iterator[str]:
    entered = {target for _, target in moves_of(model, part)}
    for step in steps_of(part.code.steps):
        if isinstance(step, m.Do):
            yield f"actions.{step.action}"
    for path, other in codes.items():
        if other.trigger is not None and other.trigger.zone in entered:
            yield path


def moves_of(model: m.Model, part: Part) -> Iterator[Edge]:
    """The ways of pieces from zone to zone by some code, refills included."""
    edges = list(piece_edges(model, part))
    yield from edges
    for left in dict.fromkeys(source for source, _ in edges):
        yield from ((source, zone) for zone, source in refills_of(model, left))


def way_back(name: str, causes: Mapping[str, Sequence[str]]) -> list[str]:
    """The shortest way from some code back to itself."""
    ways: list[list[str]] = [[name]]
    seen: set[str] = set()
    for way in ways:
        for after in causes[way[-1]]:
            if after == name:
                return way
            if after not in seen:
                seen.add(after)
                ways.append([*way, after])
    return []


def brought_about(name: str, causes: Causes) -> frozenset[str]:
    """All code that some code causes, by way of others too; itself where it stands on a circle."""
    edges = [(one, other) for one, others in causes.items() for other in others]
    return frozenset(grown(set(causes[name]), edges))


def on_circles(name: str, causes: Causes) -> frozenset[str]:
    """All code on circles through this one; none where it can't cause itself."""
    return frozenset(
        each for each in brought_about(name, causes) if name in brought_about(each, causes)
    )
