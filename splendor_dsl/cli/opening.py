"""From what a person typed to a game that has been read; what reads is imported when there is a game to read."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve

from splendor_dsl.cli.endings import USAGE, Stop, status_of
from splendor_dsl.cli.output import complain
from splendor_dsl.cli.problems import WrongCommand, WrongSetting
from splendor_dsl.diagnostics import Problem, has_errors, sort_problems
from splendor_dsl.extensions import Extensions, load_extensions
from splendor_dsl.identifiers import normalised
from splendor_dsl.plugin_problems import CommandTaken
from splendor_dsl.rule_files import UnknownGame, rule_file
from splendor_dsl.spelling import nearest

if TYPE_CHECKING:
    from splendor_dsl.pipeline import Loaded

_MOST_DIGITS = 100  # of a number that a person types


def open_extensions(plugins: Sequence[str] | None) -> Extensions:
    """What the plugins add; what is wrong with one that is installed is told on stderr, and the rest works."""
    extensions = load_extensions(plugins or ())
    if extensions.refused:
        raise Stop(extensions.refused)
    complain([*extensions.problems, *_taken(extensions)])
    return extensions


def _taken(extensions: Extensions) -> Iterator[Problem]:
    """The commands of plugins that give way to the program's own."""
    from splendor_dsl.cli.app import COMMANDS

    for name, _ in COMMANDS:
        if name in extensions.commands:
            yield CommandTaken(name=name, plugin=extensions.commands[name].plugin)


def read_rules(
    name: str, *, settings: Mapping[str, int] | None = None, extensions: Extensions
) -> Loaded:
    """A rule file with all that is wrong with it."""
    path = rule_file(name)
    if isinstance(path, Problem):
        return _unread(path)
    from splendor_dsl.pipeline import load_file

    return load_file(path, settings=settings, extensions=extensions)


def read_composed(
    names: Sequence[str], *, settings: Mapping[str, int] | None = None, extensions: Extensions
) -> Loaded:
    """Rule files, and mechanics by their names, laid on each other as one game."""
    parts: list[Path] = []
    mechanics = tuple(name for name in names if name in extensions.mechanics)
    for name in names:
        path = rule_file(name)
        if name in mechanics:
            continue
        if isinstance(path, Problem):
            return _unread(_meant(path, extensions))
        if path.resolve() in (part.resolve() for part in parts):
            raise Stop([WrongCommand(reason=f"expected each file once, found {name!r} twice")])
        parts.append(path)
    if not parts:
        reason = f"expected a game or variant to lay {' and '.join(mechanics)} on, found none"
        raise Stop([WrongCommand(reason=reason)])
    from splendor_dsl.composition import compose, warnings_of_parts

    loaded = compose(parts, mechanics, settings=settings, extensions=extensions)
    told = warnings_of_parts(parts, loaded, extensions)
    return evolve(loaded, problems=sort_problems((*loaded.problems, *told)))


def _meant(problem: Problem, extensions: Extensions) -> Problem:
    """The same, where the name of a mechanic may have been meant."""
    if not isinstance(problem, UnknownGame) or problem.near is not None:
        return problem
    return UnknownGame(name=problem.name, near=nearest(problem.name, extensions.mechanics))


def _unread(problem: Problem) -> Loaded:
    from splendor_dsl.pipeline import Loaded

    return Loaded(source=None, file=None, resolved=None, model=None, problems=(problem,))


def sound_rules(
    name: str, *, settings: Mapping[str, int] | None = None, extensions: Extensions
) -> Loaded:
    """A rule file without errors; its warnings are told on stderr."""
    loaded = read_rules(name, settings=settings, extensions=extensions)
    if loaded.model is None or has_errors(loaded.problems):
        # Rules that are sound without the settings were set wrongly.
        plain = bool(settings) and read_rules(name, extensions=extensions).model is not None
        faults = loaded.faults()
        raise Stop(faults, status=USAGE if plain else status_of(faults))
    complain(loaded.problems, stream=sys.stderr)
    return loaded


def read_settings(texts: Sequence[str] | None) -> dict[str, int]:
    """`target=20` as a name and a number."""
    settings: dict[str, int] = {}
    for text in texts or ():
        name, equals, value = (part.strip() for part in normalised(text).partition("="))
        if not (name and equals and is_number(value)):
            raise Stop([WrongSetting(found=text)])
        if name in settings:
            raise Stop([WrongCommand(reason=f"expected {name!r} to be set once, found it twice")])
        settings[name] = int(value)
    return settings


def is_number(text: str) -> bool:
    """Whether it is a whole number; one that is too large is told by the range that it is set in."""
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) <= _MOST_DIGITS
