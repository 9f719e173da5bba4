"""A failed test of rules: the step, the expected and the actual result, and the table at that moment."""

from __future__ import annotations

from io import StringIO
from typing import Final

from rich.console import Console

from splendor_dsl.examples.runner import RunResult
from splendor_dsl.game.state import State
from splendor_dsl.position.view import EVERYTHING, view
from splendor_dsl.prose.words import Words
from splendor_dsl.report.table import draw_table
from splendor_dsl.report.terminal import render_problem

WIDTH: Final = 100


def failure_text(ran: RunResult, words: Words) -> str:
    """Return the problem and the table, including everything hidden."""
    assert ran.problem is not None  # callers pass failed tests only
    return "\n".join([render_problem(ran.problem), *table_lines(ran, words)])


def table_lines(ran: RunResult, words: Words) -> list[str]:
    """Return the table at the failed step, in the language of the words; empty if there is none."""
    if ran.state is None:
        return []
    title = words.say("the table at this step:")
    return ["", title, "", table_text(ran.state, words), *_moves(ran.state, words)]


def table_text(state: State, words: Words) -> str:
    """Return the table as text without colours; hidden things are shown to authors of rules."""
    screen = StringIO()
    console = Console(file=screen, width=WIDTH, color_system=None, highlight=False, markup=False)
    seen = view(state.for_players, state.cells, EVERYTHING, state.origin.names)
    console.print(draw_table(words, seen, width=WIDTH))
    return "\n".join(line.rstrip() for line in screen.getvalue().splitlines())


def _moves(state: State, words: Words) -> list[str]:
    """Return the last moves before the failure, if any are known."""
    made = state.played[-MOST_MOVES:]
    moves = "; ".join(words.move(move, state.origin.names) for move in made)
    return ["", words.say("after: {moves}", moves=moves)] if moves else []


MOST_MOVES: Final = 5
