"""Wild tokens that never pay anything."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from splendor_dsl.checks.bounds import Bounds
from splendor_dsl.checks.checked_game import CheckedGame
from splendor_dsl.checks.flow import parts_of
from splendor_dsl.checks.walk import walk
from splendor_dsl.checks.world import nodes_of
from splendor_dsl.diagnostics import Problem, problem_kind
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics.tree import find
from splendor_dsl.syntax.expressions import Ident

NAMED: Final = ("values", "limits", "counters")


@problem_kind
class WildPaysNothing(Problem):
    """A payment lets a token stand for others, and it never does."""

    code = "SPL417"
    severity = "warning"
    headline = "expected wild tokens that can pay something, found {token!r}, {why}"
    hint = "change that, or leave out 'wild {token} for ...'"

    token: str
    why: str
    elsewhere: str = ""  # the path of the wild token's clause, if that is in another file

    def help(self) -> str | None:
        """Return how to remove it."""
        return f"change that, or 'remove {self.elsewhere}'" if self.elsewhere else super().help()


def wilds(game: CheckedGame) -> Iterator[Problem]:
    """Report wild tokens that can pay for others in no number of players.

    Bounds: the worth of one, the number that may be spent, the tokens that it replaces besides itself. One whose numbers a
    parameter sets, in values, limits and counters too, is not reported: the parameter may be meant to switch it off.
    """
    found: dict[str, list[Problem | None]] = {}
    for bounds in game.bounds:
        for part in parts_of(game.model):
            for visit in walk(bounds, part):
                if isinstance(visit.step, m.Pay):
                    for wild in visit.step.wilds:
                        problem = _problem(visit.bounds, wild)
                        found.setdefault(wild.where.path, []).append(problem)
    for path, problems in found.items():
        first = problems[0]
        if first is not None and None not in problems and not _set_by_parameter(game, path):
            yield _located(first, game, path)


def _problem(bounds: Bounds, wild: m.Wild) -> Problem | None:
    token, path = bounds.world.model.tokens[wild.token].name, wild.where.path
    worth = bounds.number(wild.worth).high
    if worth <= 0:
        return WildPaysNothing(token=token, why="each worth nothing", path=f"{path}.worth")
    if wild.most is not None and bounds.number(wild.most).high <= 0:
        return WildPaysNothing(token=token, why="of which none may be spent", path=f"{path}.most")
    if wild.group == (wild.token,) and worth <= 1:
        return WildPaysNothing(token=token, why="which stands for itself alone", path=path)
    return None


def _located(problem: Problem, game: CheckedGame, path: str) -> Problem:
    """Return the problem at its clause, with the path of the wild token if that is in another file."""
    whole, clause = (find(game.resolved.tree, each) for each in (path, problem.path))
    if whole is None or clause is None:
        return problem
    here = whole.span.source.name == game.resolved.header.span.source.name
    return problem.but(span=clause.span, elsewhere="" if here else path)


def _set_by_parameter(game: CheckedGame, path: str) -> bool:
    """Return whether a clause reads a parameter, itself or by the values, limits and counters that it names."""
    found, waiting = {path}, [path]
    while waiting:
        clause = find(game.resolved.tree, waiting.pop())
        words = {node.text for node in nodes_of(clause) if isinstance(node, Ident)}
        if not words.isdisjoint(game.model.parameters):
            return True
        named = {f"{section}.{word}" for section in NAMED for word in words} - found
        found |= named
        waiting += named
    return False
