"""What a command says: text or JSON on stdout, problems on stderr."""

import json
import os
import re
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TextIO

from splendor_dsl.diagnostics import Problem, sort_problems

if TYPE_CHECKING:
    from rich.console import Console

SCHEMA_VERSION: Final = 1
# What would act on a terminal, or can't be written there: a report for programs has it as an escape.
_ACTING: Final = re.compile("[\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_IN_LINES: Final = re.compile(r"[^\t\n]+")


def say(text: str = "") -> None:
    """Text on stdout; what a file is called, or says, never acts on the terminal."""
    from splendor_dsl.report.excerpt import printable

    shown = _IN_LINES.sub(lambda found: printable(found[0]), text)
    sys.stdout.write(f"{shown}\n")


def note(text: str) -> None:
    """A line on stderr for whoever waits."""
    sys.stderr.write(f"{text}\n")


@cache
def note_once(text: str) -> None:
    """The same, where several games of a command would say it again."""
    note(text)


def say_json(command: str, *, ok: bool, problems: Iterable[Problem] = (), **facts: Any) -> None:
    """The one JSON object that a command writes."""
    from splendor_dsl.report.json import problem_to_dict

    found = [problem_to_dict(problem) for problem in sort_problems(problems)]
    whole: Mapping[str, Any] = {
        "schema_version": SCHEMA_VERSION,
        "command": command,
        "ok": ok,
        **facts,
        "problems": found,
    }
    text = json.dumps(whole, ensure_ascii=not _writes_unicode(sys.stdout), indent=2)
    shown = _ACTING.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
    sys.stdout.write(f"{shown}\n")


def complain(problems: Iterable[Problem], *, stream: TextIO | None = None) -> None:
    """Problems as text, on stderr."""
    from splendor_dsl.report.terminal import render_problems

    target = sys.stderr if stream is None else stream
    found = tuple(problems)
    if found:
        target.write(render_problems(found, colour=has_colour(target)) + "\n")


def has_colour(stream: TextIO) -> bool:
    """Whether colours are wanted there."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def console(*, stderr: bool = False) -> "Console":
    """The console that draws tables, as wide as the terminal."""
    from rich.console import Console

    class Screen(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # the end of a command, as it is for `say`

    return Screen(
        stderr=stderr,
        highlight=False,
        markup=False,
        emoji=False,
        soft_wrap=False,
        legacy_windows=False,
    )


def soften_streams() -> None:
    """Let what an encoding lacks be read and printed as `?`, and let a closed stream be an empty one.

    A report that is written to a closed stream would be lost, so that fails as it does on a full disk.
    """
    nowhere = Path(os.devnull)
    sys.stdin = sys.stdin or nowhere.open(encoding="utf-8")
    sys.stdout = sys.stdout or os.fdopen(os.open(nowhere, os.O_RDONLY), "w", encoding="utf-8")
    sys.stderr = sys.stderr or nowhere.open("w", encoding="utf-8")
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def close_output() -> None:
    """Send what is left nowhere, or Python would complain about it at its exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def _writes_unicode(stream: TextIO) -> bool:
    return (getattr(stream, "encoding", None) or "").lower().replace("-", "") == "utf8"
