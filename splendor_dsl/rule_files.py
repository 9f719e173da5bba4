"""From the name of a game to its rule file."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from splendor_dsl.bundled import bundled_games
from splendor_dsl.diagnostics import Problem, problem_kind
from splendor_dsl.source import Source, read_source
from splendor_dsl.spelling import nearest

_BEGINS: Final = re.compile(r"splendor\s+rules\b")


@problem_kind
class UnknownGame(Problem):
    """No bundled game and no file has that name."""

    code = "SPL701"
    headline = "expected the name of a game or a rule file, found {name!r}"
    hint = "splendor list shows the bundled games"

    name: str
    near: str | None = None

    def help(self) -> str | None:
        """Return the name that was probably meant, or how to list all games."""
        return super().help() if self.near is None else f"did you mean {self.near!r}?"


@problem_kind
class RecordGiven(Problem):
    """A record of a game stands where the rules of one are wanted."""

    code = "SPL714"
    headline = "expected a rule file, found {name!r}, the record of a game"
    hint = "splendor replay shows a record, and splendor play goes on from it"

    name: str


def rule_file(name: str) -> Path | Problem:
    """Return the rule file of a bundled game, or the file of that name."""
    games = bundled_games()
    if name in games:
        return games[name]
    path = Path(name)
    if looks_like_record(name):
        return RecordGiven(name=name)
    if name and (len(path.parts) != 1 or path.suffix or is_file(path)):
        return path
    return UnknownGame(name=name, near=_meant(name, games))


def _meant(name: str, games: Iterable[str]) -> str | None:
    """Return the rule file of that name in the current folder, or a bundled game of nearly that name."""
    file = f"{name}.rules"
    return file if name and is_file(Path(file)) else nearest(name, games)


def is_file(path: Path) -> bool:
    """Return whether there is a file of that name; False for a name that no file can have."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def looks_like_record(name: str) -> bool:
    """Return whether a name is that of a file that begins as records do."""
    if not is_file(Path(name)):
        return False
    try:
        with Path(name).open("rb") as stream:
            return begins_as_record(stream.read(200).decode("utf-8", "replace"))
    except OSError:
        return False


def begins_as_record(text: str) -> bool:
    """Return whether a text begins as records do."""
    return text.lstrip("\ufeff \t\r\n").startswith("[")


def looks_like_rules(path: Path) -> bool:
    """Return whether a file begins as rule files do, after blank lines and comments."""
    source = read_source(path)
    if not isinstance(source, Source):
        return False
    lines = (line.strip() for line in source.text.split("\n"))
    first = next((line for line in lines if line and not line.startswith("#")), "")
    return _BEGINS.match(first) is not None
