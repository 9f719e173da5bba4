"""The spelling of a bot that is a program: `exec:./mybot --fast`, with time limits `exec:start=20 move=0.5 ./mybot`."""

import re
import shlex
from pathlib import Path
from typing import Final

from attrs import frozen

from splendor_dsl.hookspecs import SIGN, Budget
from splendor_dsl.identifiers import normalised

PREFIX: Final = "exec:"
LONGEST: Final = 3_600.0  # seconds
# A text in quotes, a character after a backslash, or any other character.
_PARTS: Final = re.compile(r"""'[^']*'|"(?:[^"\\]|\\.)*"|\\.|.""", re.DOTALL)
_LIMIT: Final = re.compile(r"(start|move)=(.*)", re.DOTALL)
_SECONDS: Final = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})?")
_INTERPRETER: Final = re.compile(
    r"(?:bash|bun|deno|java|julia|lua|node|perl|php|pypy|python|sh)[0-9.]*"
)
_NOT_IN_NAME: Final = re.compile(r"[^\w.-]+")


@frozen(kw_only=True)
class TimeLimits:
    """The seconds that a program may take to start, and for each move."""

    start: float = 10.0
    move: float = 5.0


@frozen(kw_only=True)
class ProgramCommand:
    """The program and its arguments, as one types them, with the time limits."""

    spelling: str
    words: tuple[str, ...]
    limits: TimeLimits

    @property
    def name(self) -> str:
        """The name of the program for people: that of its file, or of the script that an interpreter runs."""
        file, *others = self.words
        if _INTERPRETER.fullmatch(Path(file).name):
            file = next(filter(_is_file, others), file)
        return _NOT_IN_NAME.sub("", normalised(Path(file).stem))[:24].strip("-.") or "program"


def is_program(kind: str) -> bool:
    """Return whether the name of a bot is that of a program."""
    return kind.startswith(PREFIX)


def repeats(kind: str) -> bool:
    """Return whether a bot plays the same game again from its seed: not a program, nor one that goes by the clock."""
    _, sign, budget = kind.partition(SIGN)
    return not is_program(kind) and not (sign and Budget.read(budget).seconds)


def recorded_kind(kind: str) -> str:
    """Return the player of a seat for a record: of a program its name alone, without folders and arguments."""
    return f"{PREFIX}{read_command(kind).name}" if is_program(kind) else kind


def split_bots(text: str) -> list[str]:
    """Return the bots in a list with commas; one in quotes, or after a backslash, belongs to a command."""
    items = [""]
    for part in _PARTS.findall(text):
        if part == ",":
            items.append("")
        else:
            items[-1] += part
    return [item.strip() for item in items]


def read_command(spelling: str) -> ProgramCommand:
    """Return the command behind a spelling; raise ValueError with the reason if there is none."""
    try:
        words = shlex.split(spelling.removeprefix(PREFIX))
    except ValueError as error:
        message = f"expected a command after {PREFIX!r}: {str(error).lower()}"
        raise ValueError(message) from error
    seconds: dict[str, float] = {}
    while words and (limit := _LIMIT.fullmatch(words[0])) is not None:
        seconds[limit[1]] = _seconds(limit[1], limit[2])
        words = words[1:]
    if not words or not words[0] or any("\0" in word for word in words):
        message = f"expected a command after {PREFIX!r}, found none"
        raise ValueError(message)
    return ProgramCommand(spelling=spelling, words=tuple(words), limits=TimeLimits(**seconds))


def _seconds(name: str, text: str) -> float:
    """Return the seconds of a time limit; raise ValueError for any other text."""
    seconds = float(text) if _SECONDS.fullmatch(text) else 0.0
    if not 0.0 < seconds <= LONGEST:
        message = f"expected seconds above 0, up to {LONGEST:.0f}, for {name}, found {text[:40]!r}"
        raise ValueError(message)
    return seconds


def _is_file(word: str) -> bool:
    try:
        return Path(word).is_file()
    except (OSError, ValueError):
        return False
