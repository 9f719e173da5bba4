"""Choices with more options than anybody could look through."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, assert_never

from splendor_dsl.checks.bounds import Bounds
from splendor_dsl.checks.checked_game import CheckedGame
from splendor_dsl.checks.effort import options
from splendor_dsl.checks.flow import parts_of
from splendor_dsl.checks.walk import Visit, walk
from splendor_dsl.diagnostics import Problem
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics.type_problems import TooLarge

MOST_OPTIONS: Final = 10_000


def breadth(game: CheckedGame) -> Iterator[Problem]:
    """Report choices that together offer more than 10000 ways to choose numbers, tokens and players.

    Bounds: each number between the least and the greatest that may be chosen, all sets of that many tokens, all players.
    Pieces are left out, as a zone mostly holds few of those that it can hold: they count as work. So are numbers without
    a bound.
    """
    seen: set[str] = set()
    for bounds in game.bounds:
        for part in parts_of(game.model):
            for problem in _problems(walk(bounds, part)):
                if problem.path not in seen:
                    seen.add(problem.path)
                    yield problem


def _problems(visits: tuple[Visit, ...]) -> Iterator[Problem]:
    made, run = 1, tuple[m.Step, ...]()
    for visit in visits:
        step = visit.step
        if not isinstance(step, m.Choose):
            continue
        made = _ways(visit.bounds, step) * (made if visit.run is run else 1)
        run = visit.run
        if made > MOST_OPTIONS:
            what, where = "options to choose from", step.where
            yield TooLarge(
                what=what, bound=MOST_OPTIONS, found=made, span=where.span, path=where.path
            )
            made = 1


def _ways(bounds: Bounds, step: m.Choose) -> int:
    match step:
        case m.ChoosePiece():
            return 1
        case m.ChooseToken() | m.ChooseTokens() | m.ChooseNumber() | m.ChoosePlayer():
            return max(1, options(bounds, step))
    assert_never(step)
