"""Facts about each player of a position, as code: the numbers and amounts that an evaluation of positions asks for.

The code fills a row of `facts` for each player: a number for each fact, amounts packed as in a pile. It may loop over
zones where a game keeps no running sum, as the outcome of a game does.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from splendor_dsl.lowering.code_style import CodeStyle, new_writer
from splendor_dsl.lowering.expressions import new_scope
from splendor_dsl.lowering.keys import Constants, Numbers
from splendor_dsl.lowering.memory_layout import MemoryLayout
from splendor_dsl.lowering.results import SEAT, adding_up
from splendor_dsl.lowering.scope import Tables
from splendor_dsl.semantics import values as v


@frozen
class Fact:
    """An expression about a player, who is in the variable of this number."""

    value: v.Expr
    slot: int = 0


@frozen(kw_only=True)
class Facts:
    """The code, the tables that it needs, and its variables."""

    lines: tuple[str, ...]
    tables: Constants[Numbers]
    names: tuple[str, ...]


def facts(memory: MemoryLayout, style: CodeStyle, wanted: Sequence[Fact]) -> Facts:
    """Return the code that computes facts; raise NotLowered for an unsupported expression."""
    out = new_writer(style)
    tables = Tables(running=list(memory.running))
    out.begin(out.label(), "facts about each player")
    with out.under("for seat in range(players):"):
        for at, fact in enumerate(wanted):
            scope = adding_up(new_scope(memory, out, tables, {fact.slot: SEAT}))
            out.line(f"facts[seat * {len(wanted)} + {at}] = {scope.lower(fact.value).text}")
    return Facts(lines=tuple(out.blocks[0].lines), tables=tables.lists, names=tuple(out.names))
