"""The graph of causes between actions and triggers, and its cycles.

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
    """The graph of causes of all actions and triggers, by their paths, with its cycles.

    Between two of them is a node for what links them: a zone that pieces enter, or an action that is owed. So the number
    of edges grows with the number of moves and triggers of a zone, not with their product.
    """

    after: Mapping[str, tuple[str, ...]]  # the successors of each node
    cycles: Mapping[str, frozenset[str]]  # the actions and triggers on circles with it
    order: tuple[str, ...]  # each action and trigger after all that it causes

    def shortest_cycle(self, path: str) -> list[str]:
        """Return the shortest cycle through an action or trigger, without the nodes between."""
        return shortest_cycle(path, self.after)[::2]

    def caused_by(self, path: str) -> list[str]:
        """Return all actions and triggers that one on a cycle causes, directly or not."""
        edges = ((one, other) for one, others in self.after.items() for other in others)
        return [each for each in reachable({path}, edges) if each in self.cycles]


def codes_of(model: m.Model) -> Mapping[str, Part]:
    """Return the actions and triggers of a game by their paths."""
    return {
        f"{part.what}s.{part.name}": part
        for part in parts_of(model)
        if part.what in {"action", "trigger"}
    }


def causes_of(model: m.Model, codes: Mapping[str, Part]) -> Causes:
    """Return the graph of causes of actions and triggers."""
    waiting: dict[str, list[str]] = {}
    for path, part in codes.items():
        if part.what == "action":
            waiting[f"owed.{part.name}"] = [path]
        elif part.trigger is not None and part.trigger.zone is not None:
            waiting.setdefault(f"zones.{part.trigger.zone}", []).append(path)
    after = {path: tuple(_nodes_reached(model, part, waiting)) for path, part in codes.items()}
    after |= {each: tuple(paths) for each, paths in waiting.items()}
    cycles = dict.fromkeys(codes, frozenset[str]())
    for cycle in cycles_of(after):
        own = frozenset(cycle & codes.keys())
        cycles |= dict.fromkeys(own, own)
    parts = reversed(components(after))
    order = tuple(path for part in parts for path in sorted(part & codes.keys()))
    return Causes(after=after, cycles=cycles, order=order)


def _nodes_reached(model: m.Model, part: Part, waiting: Iterable[str]) -> Iterator[str]:
    """Return the nodes between code and code that some code leads to."""
    entered = (f"zones.{target}" for _, target in moves_of(model, part))
    steps = steps_of(part.code.steps)
    owed = (f"owed.{action}" for step in steps for action in step.effects.owed_actions)
    return (each for each in dict.fromkeys((*owed, *entered)) if each in waiting)


def cycles_of(after: Mapping[str, Iterable[str]]) -> list[set[str]]:
    """Return the strongly connected components that have a cycle."""
    return [
        each
        for each in components(after)
        if len(each) > 1 or any(one in after.get(one, ()) for one in each)
    ]


def components(after: Mapping[str, Iterable[str]]) -> list[set[str]]:
    """Return the strongly connected components in topological order, by visiting each edge twice (Kosaraju)."""
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
    """Yield all nodes that are first reached from a start, in postorder."""
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
    """Yield the moves of pieces from zone to zone by some code, refills included."""
    edges = list(piece_edges(model, part))
    yield from edges
    for left in dict.fromkeys(source for source, _ in edges):
        yield from ((source, zone) for zone, source in refills_of(model, left))


def shortest_cycle(name: str, causes: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the shortest way from a node back to itself."""
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
