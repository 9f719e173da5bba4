"""From the IR to lowered rules: a layout, numbered options, and code in blocks that every compiled backend shares."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from splendor_dsl.ir.nodes import Program
from splendor_dsl.lowering.code_style import Shape
from splendor_dsl.lowering.control_flow import Course
from splendor_dsl.lowering.keys import Constants, Numbers
from splendor_dsl.lowering.liveness import not_kept
from splendor_dsl.lowering.magnitude import beyond_words
from splendor_dsl.lowering.memory_layout import Flat, flat
from splendor_dsl.lowering.numbering import Numbering, numbering
from splendor_dsl.lowering.obligations import owed_often, owed_to_others
from splendor_dsl.lowering.sizes import layouts_of, too_large
from splendor_dsl.lowering.stops import Stop
from splendor_dsl.lowering.text import Block
from splendor_dsl.lowering.unsupported import NotLowered

_MOST_PASSES = 4


@frozen(kw_only=True)
class Lowered:
    """A game as flat code."""

    flat: Flat
    numbering: Numbering
    blocks: tuple[Block, ...]
    stops: tuple[Stop, ...]
    tables: Constants[Numbers]
    variables: tuple[str, ...]  # held from block to block
    temporary: tuple[str, ...]
    start: int
    over: int


def lower(program: Program, shape: Shape) -> Lowered:
    """The lowered rules of a game, as one backend writes them.

    The code says what the layout must have room for, so it is written until nothing more is asked for.
    """
    for gap in _refused(program):
        raise gap
    where = flat(program)
    for _ in range(_MOST_PASSES):
        shape.forget()
        course = Course(where, numbering(where), shape)
        course.write()
        wanted = (
            tuple(course.tables.running),
            max((len(stop.variables()) for stop in course.stops), default=0),
            tuple(course.tables.areas),
        )
        if wanted == (where.running, where.variables, where.areas):
            _assert_kept(course)
            return Lowered(
                flat=where,
                numbering=course.numbering,
                blocks=tuple(course.out.blocks),
                stops=tuple(course.stops),
                tables=course.tables.lists,
                variables=tuple(dict.fromkeys(course.variables)),
                temporary=tuple(course.out.names),
                start=course.start,
                over=course.over,
            )
        where = flat(program, *wanted)
    message = "the layout of a game does not come to rest"
    raise AssertionError(message)


def _assert_kept(course: Course) -> None:
    """Raise AssertionError unless all that is read after a stop is kept by it, or set by then."""
    names = (*course.variables, *course.out.names)
    unset = not_kept(course.out.blocks, course.stops, course.start, names)
    told = (f"{place}: {', '.join(sorted(each))}" for place, each in unset.items())
    assert not unset, f"variables are read that nothing has set: {'; '.join(told)}"


def _refused(program: Program) -> Iterator[NotLowered]:
    """What is owed in ways that there is no room for, and numbers that are too large."""
    yield from beyond_words(program.model, layouts_of(program))
    yield from owed_often(program.model)
    yield from owed_to_others(program)


def gaps_of(program: Program, shape: Shape) -> tuple[NotLowered, ...]:
    """All clauses that can't be lowered, as far as they can be told apart."""
    gaps = [*_refused(program), *too_large(program, layouts_of(program))]
    try:
        where = flat(program)
        Course(where, numbering(where), shape, gaps).write()
    except NotLowered as gap:
        gaps.append(gap)
    return tuple({gap.path: gap for gap in gaps}.values())
