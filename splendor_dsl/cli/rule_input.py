"""Rules for a command, read from the names and options that a person typed.

The parser is imported only if there is a game to read.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve

from splendor_dsl.cli.exit_status import USAGE, Stop, status_of
from splendor_dsl.cli.output import print_problems
from splendor_dsl.cli.problems import WrongCommand, WrongSetting
from splendor_dsl.diagnostics import Problem, has_errors, sort_problems
from splendor_dsl.extensions import Extensions, load_extensions
from splendor_dsl.identifiers import normalised
from splendor_dsl.plugin_problems import CommandTaken
from splendor_dsl.rule_files import UnknownGame, rule_file
from splendor_dsl.spelling import nearest

if TYPE_CHECKING:
    from splendor_dsl.pipeline import Loaded

_MOST_DIGITS = 100  # of a typed number


def open_extensions(plugins: Sequence[str] | None) -> Extensions:
    """Return the extensions of plugins; report faults of installed plugins on stderr and go on without them."""
    extensions = load_extensions(plugins or ())
    if extensions.refused:
        raise Stop(extensions.refused)
    print_problems([*extensions.problems, *_shadowed_commands(extensions)])
    return extensions


def _shadowed_commands(extensions: Extensions) -> Iterator[Problem]:
    """Yield a problem for each command of a plugin that the program's own command replaces."""
    from splendor_dsl.cli.app import COMMANDS

    for name, _ in COMMANDS:
        if name in extensions.commands:
            yield CommandTaken(name=name, plugin=extensions.commands[name].plugin)


def read_rules(
    name: str, *, settings: Mapping[str, int] | None = None, extensions: Extensions
) -> Loaded:
    """Return a rule file with all its problems."""
    path = rule_file(name)
    if isinstance(path, Problem):
        return _unread(path)
    from splendor_dsl.pipeline import load_file

    return load_file(path, settings=settings, extensions=extensions)


def read_composed(
    names: Sequence[str], *, settings: Mapping[str, int] | None = None, extensions: Extensions
) -> Loaded:
    """Return rule files, and mechanics by name, combined into one game."""
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
    warnings = warnings_of_parts(parts, loaded, extensions)
    return evolve(loaded, problems=sort_problems((*loaded.problems, *warnings)))


def _meant(problem: Problem, extensions: Extensions) -> Problem:
    """Return an unknown game with the name of a mechanic as a suggestion, if one is similar."""
    if not isinstance(problem, UnknownGame) or problem.near is not None:
        return problem
    return UnknownGame(name=problem.name, near=nearest(problem.name, extensions.mechanics))


def _unread(problem: Problem) -> Loaded:
    from splendor_dsl.pipeline import Loaded

    return Loaded(source=None, file=None, resolved=None, model=None, problems=(problem,))


def valid_rules(
    name: str, *, settings: Mapping[str, int] | None = None, extensions: Extensions
) -> Loaded:
    """Return a rule file without errors; report its warnings on stderr."""
    loaded = read_rules(name, settings=settings, extensions=extensions)
    if loaded.model is None or has_errors(loaded.problems):
        # If the rules are valid without the settings, the settings are at fault.
        plain = bool(settings) and read_rules(name, extensions=extensions).model is not None
        faults = loaded.faults()
        raise Stop(faults, status=USAGE if plain else status_of(faults))
    print_problems(loaded.problems, stream=sys.stderr)
    return loaded


def read_settings(texts: Sequence[str] | None) -> dict[str, int]:
    """Return settings such as `target=20` as names and numbers."""
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
    """Return whether a text is a whole number; the range of its parameter is checked elsewhere."""
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) <= _MOST_DIGITS
