"""The input of checks: a game, its layers, and its bounds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from attrs import field, frozen

from splendor_dsl.checks.bounds import Bounds
from splendor_dsl.checks.limit_proofs import Proven, kept_limits, proven
from splendor_dsl.diagnostics import Problem
from splendor_dsl.semantics.layers import Resolved
from splendor_dsl.semantics.model import Model, Where
from splendor_dsl.semantics.scope import Names
from splendor_dsl.semantics.tree import find
from splendor_dsl.span import Span


@frozen(kw_only=True)
class CheckedGame:
    """A game under test, with its bounds for each number of players."""

    model: Model
    resolved: Resolved
    names: Names
    proven: tuple[Proven, ...] = field(repr=False)
    bounds: tuple[Bounds, ...] = field(repr=False)

    @property
    def kept_limits(self) -> Mapping[str, int]:
        """The limits that hold whenever a player is to act, with the most that each allows."""
        return kept_limits(self.proven, self.model)


NOTES: Final = re.compile(r"\s+(?:cite|because)\s.*|\s*\{.*", re.DOTALL)


def source_text(game: CheckedGame, where: Where) -> str:
    """Return the text of a clause, without its notes and its block, with the value that a layer has set."""
    clause = find(game.resolved.tree, where.path)
    value = None if clause is None else getattr(clause.construct, "value", None)
    span = where.span
    if clause is not None and value is not None and not _inside(value.span, span):
        return f"{clause.name} = {' '.join(value.span.text.split())}"
    return " ".join(NOTES.sub("", span.text).split())


def _inside(span: Span, other: Span) -> bool:
    same = span.source.name == other.source.name
    return same and other.start <= span.start and span.end <= other.end


def merged(found: Iterable[tuple[Bounds, Problem]], game: CheckedGame) -> Iterator[Problem]:
    """Yield each problem once; its `players` names the numbers of players that have it, unless all have it."""
    first: dict[tuple[str, str, str], Problem] = {}
    counts: dict[tuple[str, str, str], list[int]] = {}
    for bounds, problem in found:
        key = problem.code, problem.path, str(getattr(problem, "token", ""))
        first.setdefault(key, problem)
        players = counts.setdefault(key, [])
        if bounds.world.players not in players:
            players.append(bounds.world.players)
    for key, problem in first.items():
        words = " or ".join(str(count) for count in counts[key])
        every = len(counts[key]) == len(game.bounds)
        yield problem.but(players="" if every else f" with {words} players")


def checked(model: Model, resolved: Resolved, names: Names) -> CheckedGame:
    """Return a game with its bounds."""
    found = tuple(proven(model))
    bounds = tuple(each.bounds for each in found)
    return CheckedGame(model=model, resolved=resolved, names=names, proven=found, bounds=bounds)
