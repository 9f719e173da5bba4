"""Which actions and triggers cause which others, and the circles that this makes.

Conditions are left out: a cause is a step that may move a piece into the zone of a trigger, by itself, by `fill` or by
a refill, or a `do`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import frozen

from splendor_dsl.checks.flow import Part, parts_of, piece_edges
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics.changes import Edge, reachable, refills_of, steps_of


@frozen(kw_only=True)
class Causes:
    """What each action and trigger causes, by their paths, and the circles that this makes.

    Between two of them stands what the one does and the other waits for: a zone that pieces enter, or an action that
    is owed. So many that enter a zone and many that wait for it make no more edges than there are of them.
    """

    after: Mapping[str, tuple[str, ...]]
    circles: Mapping[str, frozenset[str]]  # the actions and triggers on circles with it
    order: tuple[str, ...]  # each action and trigger after all that it causes

    def way_back(self, path: str) -> list[str]:
        """The shortest way from some code back to itself, without what stands between."""
        return way_back(path, self.after)[::2]

    def brought_about(self, path: str) -> list[str]:
        """All code that some code on a circle causes, by way of others too."""
        edges = ((one, other) for one, others in self.after.items() for other in others)
        return [each for each in reachable({path}, edges) if each in self.circles]


def codes_of(model: m.Model) -> Mapping[str, Part]:
    """The actions and triggers of a game by their paths."""
    return {
        f"{part.what}s.{part.name}": part
        for part in parts_of(model)
        if part.what in {"action", "trigger"}
    }


def causes_of(model: m.Model, codes: Mapping[str, Part]) -> Causes:
    """For each action and trigger, those that it may cause."""
    waiting: dict[str, list[str]] = {}
    for path, part in codes.items():
        if part.what == "action":
            waiting[f"owed.{part.name}"] = [path]
        elif part.trigger is not None and part.trigger.zone is not None:
            waiting.setdefault(f"zones.{part.trigger.zone}", []).append(path)
    after = {path: tuple(_done(model, part, waiting)) for path, part in codes.items()}
    after |= {each: tuple(paths) for each, paths in waiting.items()}
    circles = dict.fromkeys(codes, frozenset[str]())
    for circle in circles_of(after):
        own = frozenset(circle & codes.keys())
        circles |= dict.fromkeys(own, own)
    parts = reversed(components(after))
    order = tuple(path for part in parts for path in sorted(part & codes.keys()))
    return Causes(after=after, circles=circles, order=order)


def _done(model: m.Model, part: Part, waiting: Iterable[str]) -> Iterator[str]:
    """What some code does that others wait for."""
    entered = (f"zones.{target}" for _, target in moves_of(model, part))
    steps = steps_of(part.code.steps)
    owed = (f"owed.{action}" for step in steps for action in step.effects.owed_actions)
    return (each for each in dict.fromkeys((*owed, *entered)) if each in waiting)


def circles_of(after: Mapping[str, Iterable[str]]) -> list[set[str]]:
    """All that can be reached from each other, where there is a way back."""
    return [
        each
        for each in components(after)
        if len(each) > 1 or any(one in after.get(one, ()) for one in each)
    ]


def components(after: Mapping[str, Iterable[str]]) -> list[set[str]]:
    """All that can be reached from each other, before what it leads to; each edge is looked at twice (Kosaraju)."""
    before: dict[str, list[str]] = {}
    for name, others in after.items():
        for other in others:
            before.setdefault(other, []).append(name)
    taken: set[str] = set()
    found = (set(_finished(name, before, taken)) for name in reversed(_all_finished(after)))
    return [each for each in found if each]


def _all_finished(after: Mapping[str, Iterable[str]]) -> list[str]:
    seen: set[str] = set()
    return [each for name in after for each in _finished(name, after, seen)]


def _finished(start: str, after: Mapping[str, Iterable[str]], seen: set[str]) -> Iterator[str]:
    """Yield all that is first reached from a start, each when all that it leads to has been."""
    if start in seen:
        return
    seen.add(start)
    way = [(start, iter(after.get(start, ())))]
    while way:
        other = next((each for each in way[-1][1] if each not in seen), None)
        if other is None:
            yield way.pop()[0]
        else:
            seen.add(other)
            way.append((other, iter(after.get(other, ()))))


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
