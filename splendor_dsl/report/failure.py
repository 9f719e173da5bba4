"""A test of rules that failed: the step, what was expected and found, and the table at that moment."""

from __future__ import annotations

from io import StringIO
from typing import Final

from rich.console import Console

from splendor_dsl.play.examples import Ran
from splendor_dsl.play.state import State
from splendor_dsl.report.table import draw_table
from splendor_dsl.report.terminal import render_problem
from splendor_dsl.report.words import Words

WIDTH: Final = 100


def failure_text(ran: Ran, words: Words) -> str:
    """What is wrong, and the state around it as far as the player to move may see it."""
    assert ran.problem is not None  # it has failed
    lines = [render_problem(ran.problem)]
    if ran.state is not None:
        lines += ["", "the table at this step:", "", table_text(ran.state, words)]
        lines += _moves(ran.state)
    return "\n".join(lines)


def table_text(state: State, words: Words) -> str:
    """The table as text without colours."""
    screen = StringIO()
    console = Console(file=screen, width=WIDTH, color_system=None, highlight=False, markup=False)
    console.print(draw_table(words, state.view(state.to_move), width=WIDTH))
    return "\n".join(line.rstrip() for line in screen.getvalue().splitlines())


def _moves(state: State) -> list[str]:
    """The last moves that led there, if any are known."""
    played = state.played
    return ["", f"after: {'; '.join(map(str, played[-MOST_MOVES:]))}"] if played else []


MOST_MOVES: Final = 5
