"""The Python interface to games: `load` returns a game by its name or file, or raises all problems of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from os import PathLike, fspath
from pathlib import Path

from splendor_dsl.compiler.backend_choice import BACKENDS, Backend
from splendor_dsl.diagnostics import Problem, sort_problems
from splendor_dsl.extensions import load_extensions
from splendor_dsl.game.game import Game, game
from splendor_dsl.pipeline import load_file
from splendor_dsl.position.plain_data import is_whole, names_from, require_kind, short
from splendor_dsl.rule_files import rule_file

_MOST_DIGITS = 100  # of a setting; a message about a smaller one can show it
_MOST = 10**_MOST_DIGITS


class FaultyError(ValueError):
    """The base of errors with `problems`."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = sort_problems(problems)
        super().__init__("\n".join(_line(problem) for problem in self.problems))

    def __reduce__(self) -> tuple[type[FaultyError], tuple[tuple[Problem, ...]]]:
        """Support pickling: `args` holds the message, but the constructor takes the problems."""
        return type(self), (self.problems,)


class RulesError(FaultyError):
    """A rule file that is no game."""


def load(
    name: str | PathLike[str],
    *,
    settings: Mapping[str, int] | None = None,
    plugins: Sequence[str] = (),
    backend: Backend = "python",
) -> Game:
    """Return the bundled game of that name, or the game of that file.

    It runs as generated Python, as `native` code (with numba), or on the `interpreter`, with which the others must agree.
    If it can't run on the requested backend, the first game to start warns with the reason, and runs on another.
    """
    named = isinstance(name, str | PathLike)
    require_kind(named, "the name of a game or a rule file", name)
    require_settings(settings)
    plugins = names_from(plugins, "plugins")
    require_kind(isinstance(backend, str), "the name of a backend", backend)
    if backend not in BACKENDS:
        message = f"expected a backend ({', '.join(BACKENDS)}), found {short(backend)}"
        raise ValueError(message)
    path = rule_file(name) if isinstance(name, str) else Path(fspath(name))
    if isinstance(path, Problem):
        raise RulesError([path])
    extensions = load_extensions(plugins)
    if extensions.refused:
        raise RulesError(extensions.refused)
    loaded = load_file(path, settings=settings, extensions=extensions)
    if loaded.model is None:
        raise RulesError(loaded.faults())
    return game(loaded.model, backend=backend)


def require_settings(settings: object) -> None:
    """Raise TypeError or ValueError unless settings are whole numbers of acceptable size by names."""
    fine = settings is None or _is_settings(settings)
    require_kind(fine, "settings as whole numbers by their names", settings)
    for value in settings.values() if isinstance(settings, Mapping) else ():
        if abs(value) >= _MOST:
            message = f"expected settings of at most {_MOST_DIGITS} digits, found {short(value)}"
            raise ValueError(message)


def _is_settings(settings: object) -> bool:
    return isinstance(settings, Mapping) and all(
        isinstance(name, str) and is_whole(value) for name, value in settings.items()
    )


def _line(problem: Problem) -> str:
    place = problem.source_name if problem.span is None else str(problem.span)
    line = f"{place}: {problem.severity}[{problem.code}]: {problem.message()}".removeprefix(": ")
    hint = problem.help()
    return line if hint is None else f"{line} ({hint})"
