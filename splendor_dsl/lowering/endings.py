"""The ends of a game, as code: which conditions have been met, and whether one of them ends the game now."""

from __future__ import annotations

from collections.abc import Callable

from splendor_dsl.lowering.keys import Since
from splendor_dsl.lowering.scope import Scope
from splendor_dsl.lowering.unsupported import NotLowered
from splendor_dsl.semantics.model import End

NewScope = Callable[[], Scope]


def judge_turn(about: NewScope) -> None:
    """Emit the test of the ends after a turn: record those that are met; an `at once` one ends the game."""
    for number, end in enumerate(about().memory.program.model.ends):
        out, since = about().out, about().word(Since(end.name))
        with out.under(f"if over == 0 and {since} == 0:"):
            holds = _holds(about, end)
            with out.under(f"if {holds}:"):
                out.line(f"over = {2 * number + 1}" if end.at_once else f"{since} = round")


def judge_round(about: NewScope) -> None:
    """Emit the test of the ends after a round; an end that must still hold is dropped if it no longer does."""
    for number, end in enumerate(about().memory.program.model.ends):
        out, since = about().out, about().word(Since(end.name))
        with out.under(f"if over == 0 and {since} > 0:"):
            more = about().lower(end.more_rounds).text
            with out.under(f"if round >= {since} + {more}:"):
                _finish_if(about, end, number)


def _finish_if(about: NewScope, end: End, number: int) -> None:
    out = about().out
    if end.remembered:
        out.line(f"over = {2 * number + 1}")
        return
    with out.under(f"if {_holds(about, end)}:"):
        out.line(f"over = {2 * number + 1}")
    with out.under("else:"):
        out.line(f"{about().word(Since(end.name))} = 0")


def _holds(about: NewScope, end: End) -> str:
    """Return the condition of an end."""
    try:
        return about().condition(end.value)
    except NotLowered as gap:
        raise gap.at(end.where) from gap
