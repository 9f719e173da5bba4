"""From the IR to lowered rules: a layout, numbered options, and code in blocks that every compiled backend shares."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from splendor_dsl.ir.nodes import Program
from splendor_dsl.lowering.code_style import CodeStyle
from splendor_dsl.lowering.control_flow import ControlFlowEmitter
from splendor_dsl.lowering.keys import Constants, Numbers
from splendor_dsl.lowering.liveness import unset_reads
from splendor_dsl.lowering.magnitude import overflowing_numbers
from splendor_dsl.lowering.memory_layout import MemoryLayout, memory_layout
from splendor_dsl.lowering.numbering import Numbering, number_options
from splendor_dsl.lowering.obligations import owed_to_others, owed_too_often
from splendor_dsl.lowering.sizes import layouts_of, too_large
from splendor_dsl.lowering.stops import Stop
from splendor_dsl.lowering.text import Block
from splendor_dsl.lowering.unsupported import NotLowered

_MOST_PASSES = 4


@frozen(kw_only=True)
class LoweredGame:
    """A game as flat code."""

    memory: MemoryLayout
    numbering: Numbering
    blocks: tuple[Block, ...]
    stops: tuple[Stop, ...]
    tables: Constants[Numbers]
    variables: tuple[str, ...]  # live across blocks
    temporary: tuple[str, ...]
    start: int
    over: int


def lower(program: Program, style: CodeStyle) -> LoweredGame:
    """Return the lowered rules of a game, in the style of one backend.

    The code requests running sums, variables and lists of the layout, so it is emitted until the layout has them all.
    """
    for gap in _unsupported_beforehand(program):
        raise gap
    where = memory_layout(program)
    for _ in range(_MOST_PASSES):
        style.reset()
        control_flow = ControlFlowEmitter(where, number_options(where), style)
        control_flow.write()
        wanted = (
            tuple(control_flow.tables.running),
            max((len(stop.variables()) for stop in control_flow.stops), default=0),
            tuple(control_flow.tables.areas),
        )
        if wanted == (where.running, where.variables, where.areas):
            _assert_saved(control_flow)
            return LoweredGame(
                memory=where,
                numbering=control_flow.numbering,
                blocks=tuple(control_flow.out.blocks),
                stops=tuple(control_flow.stops),
                tables=control_flow.tables.lists,
                variables=tuple(dict.fromkeys(control_flow.variables)),
                temporary=tuple(control_flow.out.names),
                start=control_flow.start,
                over=control_flow.over,
            )
        where = memory_layout(program, *wanted)
    message = "the layout of a game does not come to rest"
    raise AssertionError(message)


def _assert_saved(control_flow: ControlFlowEmitter) -> None:
    """Raise AssertionError unless all that is read after a stop is kept by it, or set by then."""
    names = (*control_flow.variables, *control_flow.out.names)
    unset = unset_reads(control_flow.out.blocks, control_flow.stops, control_flow.start, names)
    messages = (f"{place}: {', '.join(sorted(each))}" for place, each in unset.items())
    assert not unset, f"variables are read that nothing has set: {'; '.join(messages)}"


def _unsupported_beforehand(program: Program) -> Iterator[NotLowered]:
    """Yield the clauses that owe too much and those whose numbers are too large."""
    yield from overflowing_numbers(program.model, layouts_of(program))
    yield from owed_too_often(program.model)
    yield from owed_to_others(program)


def gaps_of(program: Program, style: CodeStyle) -> tuple[NotLowered, ...]:
    """Return all clauses that can't be lowered, one per path."""
    gaps = [*_unsupported_beforehand(program), *too_large(program, layouts_of(program))]
    try:
        where = memory_layout(program)
        ControlFlowEmitter(where, number_options(where), style, gaps).write()
    except NotLowered as gap:
        gaps.append(gap)
    return tuple({gap.path: gap for gap in gaps}.values())
