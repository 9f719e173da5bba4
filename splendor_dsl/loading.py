"""A game by its name or file, for those who use the package: rules with faults are an exception here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from os import PathLike, fspath
from pathlib import Path

from splendor_dsl.bundled import find_game
from splendor_dsl.diagnostics import Problem, sort_problems
from splendor_dsl.extensions import load_extensions
from splendor_dsl.pipeline import load_file
from splendor_dsl.play.game import Game, game


class RulesError(ValueError):
    """A rule file that is no game; `problems` says all that is wrong with it."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = sort_problems(problems)
        super().__init__("\n".join(_line(problem) for problem in self.problems))


def load(
    name: str | PathLike[str],
    *,
    settings: Mapping[str, int] | None = None,
    plugins: Sequence[str] = (),
) -> Game:
    """The bundled game of that name, or the one in that file."""
    extensions = load_extensions(plugins)
    if extensions.refused:
        raise RulesError(extensions.refused)
    path = find_game(name) if isinstance(name, str) else None
    loaded = load_file(
        Path(fspath(name)) if path is None else path,
        settings=settings,
        extensions=extensions,
    )
    if loaded.model is None:
        raise RulesError(loaded.faults())
    return game(loaded.model)


def _line(problem: Problem) -> str:
    place = problem.source_name if problem.span is None else str(problem.span)
    return f"{place}: {problem.severity}[{problem.code}]: {problem.message()}".removeprefix(": ")
