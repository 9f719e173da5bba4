"""Bounds on values and limits that read each other: on cycles, on depth, and on the size with all that is read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import get_args

from splendor_dsl.diagnostics import Problem
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.changes import reachable
from splendor_dsl.semantics.parts import all_in, parts_of
from splendor_dsl.semantics.type_problems import TooLarge, WrongPlace

EXPRESSIONS = frozenset[type](get_args(v.Expr))
DEEPEST = 150  # expressions within each other: every reader of a value recurses through all of them
STEP = 6  # the depth from a value to those that it reads
# Expressions in one, with those of the values that it reads, counted at each use. Limits are copied into their readers.
MOST_IN_VALUE = 10_000
MOST_IN_LIMIT = 2_000


def problems_of_nesting(values: Mapping[str, m.Value]) -> Iterator[Problem]:
    """Yield the values that are computed from themselves, and the first that is too deep or too large."""
    waiting = {name: set(_read(value.terms)) & values.keys() for name, value in values.items()}
    depths: dict[str, int] = {}
    extents: dict[str, int] = {}
    while ready := [name for name, reads in waiting.items() if reads <= depths.keys()]:
        for name in ready:
            depths[name] = _depth(tuple(term.value for term in values[name].terms), depths)
            del waiting[name]
            if depths[name] > DEEPEST:
                yield too_deep(values[name].where, name, depths[name])
                return
            extents[name] = _extent(values[name].terms, extents)
            if extents[name] > MOST_IN_VALUE:
                yield too_much(values[name].where, name, MOST_IN_VALUE, extents[name])
                return
    while waiting:
        way = _circle(waiting)
        yield of_itself(values[way[0]].where, way)
        edges = [(read, name) for name, reads in waiting.items() for read in reads]
        for name in reachable(set(way), edges):
            del waiting[name]


def _circle(waiting: Mapping[str, set[str]]) -> list[str]:
    """Return values that read each other in a circle, of values that each read another of them."""
    way = [next(iter(waiting))]
    while (after := next(name for name in waiting if name in waiting[way[-1]])) not in way:
        way.append(after)
    return way[way.index(after) :]


def of_itself(where: m.Where, way: list[str]) -> Problem:
    """Return the problem of a value that depends on itself through `way`."""
    through = " -> ".join([*way, way[0]])
    reason = "it is computed from itself" + (f": {through}" if len(way) > 1 else "")
    return WrongPlace(what=repr(way[0]), reason=reason, span=where.span, path=where.path)


def too_deep(where: m.Where, name: str, found: int) -> Problem:
    """Return the problem of too many expressions within each other in a value and those that it reads."""
    what = f"expressions within each other in {name!r} and the values that it reads"
    return TooLarge(what=what, bound=DEEPEST, found=found, span=where.span, path=where.path)


def too_much(where: m.Where, name: str, bound: int, found: int) -> Problem:
    """Return the problem of a value or limit of too many expressions, as it reads others over and over."""
    what = f"expressions in {name!r} and what it reads, each counted as often as it is read"
    return TooLarge(what=what, bound=bound, found=found, span=where.span, path=where.path)


def _extent(node: object, extents: Mapping[str, int]) -> int:
    """Return the number of expressions in one, with those of the values that it reads."""
    return sum(
        extents.get(each.value, 1) if isinstance(each, v.ValueOf) else 1
        for each in all_in(node)
        if type(each) in EXPRESSIONS
    )


class LimitSizes:
    """A measure of limits, one by one; a limit that is read is one and the same object in each of its readers."""

    def __init__(self) -> None:
        self._known: dict[
            int, tuple[int, int, object]
        ] = {}  # by id: extent, depth, and the object itself

    def problem(self, where: m.Where, name: str, value: v.Expr | None) -> Problem | None:
        """Return the problem of a limit that is too deep or too large."""
        extent, depth, _ = self._measured(value)
        if depth > DEEPEST:
            return too_deep(where, name, depth)
        return too_much(where, name, MOST_IN_LIMIT, extent) if extent > MOST_IN_LIMIT else None

    def _measured(self, node: object) -> tuple[int, int, object]:
        if id(node) not in self._known:
            parts = [self._measured(part) for part in parts_of(node)]
            own = int(type(node) in EXPRESSIONS)
            extent = own + sum(part[0] for part in parts)
            self._known[id(node)] = extent, own + max((part[1] for part in parts), default=0), node
        return self._known[id(node)]


def _read(node: object) -> Iterator[str]:
    """Return the values that an expression reads itself."""
    return (each.value for each in all_in(node) if isinstance(each, v.ValueOf))


def _depth(node: object, depths: Mapping[str, int]) -> int:
    """Return the depth of nesting of an expression, with that of the values that it reads."""
    own = 0 if isinstance(node, tuple) else 1
    if isinstance(node, v.ValueOf):
        own = STEP + depths.get(node.value, 0)  # a broken value has no depth
    return own + max((_depth(part, depths) for part in parts_of(node)), default=0)
