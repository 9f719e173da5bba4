"""The output of commands: text or JSON on stdout, problems on stderr."""

import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TextIO

from splendor_dsl.diagnostics import Problem, sort_problems
from splendor_dsl.hidden import HIDDEN, shown

if TYPE_CHECKING:
    from rich.console import Console

SCHEMA_VERSION: Final = 2


class VisibleStream:
    """A stream that shows hidden characters as signs, so that no text can control the terminal.

    The program's own control sequences, such as colours, go to the stream below.
    """

    def __init__(self, stream: TextIO) -> None:
        self.rich_proxied_file = (
            stream  # the attribute in which Rich looks for the stream to draw on
        )

    def write(self, text: str) -> int:
        """Write a text with hidden characters as signs."""
        return self.rich_proxied_file.write(shown(text))

    def writelines(self, lines: Iterable[str]) -> None:
        """Write lines with hidden characters as signs."""
        self.rich_proxied_file.writelines(map(shown, lines))

    def __getattr__(self, name: str) -> Any:
        """Return any other attribute of the stream below."""
        return getattr(self.rich_proxied_file, name)


def raw_stream(stream: TextIO) -> TextIO:
    """Return the stream below, to which colours can be written."""
    return stream.rich_proxied_file if isinstance(stream, VisibleStream) else stream


def say(text: str = "") -> None:
    """Print a text on stdout."""
    sys.stdout.write(f"{text}\n")


def note(text: str) -> None:
    """Print a line on stderr, for a waiting user."""
    sys.stderr.write(f"{text}\n")


@cache
def note_once(text: str) -> None:
    """Print the same line on stderr only once in a run of the program."""
    note(text)


def say_json(command: str, *, ok: bool, problems: Iterable[Problem] = (), **facts: Any) -> None:
    """Print the one JSON object of a command."""
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
    escaped = HIDDEN.sub(lambda found: json.dumps(found[0])[1:-1], text)
    sys.stdout.write(f"{escaped}\n")


def print_problems(problems: Iterable[Problem], *, stream: TextIO | None = None) -> None:
    """Print problems as text, on stderr by default."""
    from splendor_dsl.report.terminal import render_problems

    target = sys.stderr if stream is None else stream
    found = tuple(problems)
    if found:
        colour = has_colour(target)
        text = render_problems(found, colour=colour)
        (raw_stream(target) if colour else target).write(f"{text}\n")


def has_colour(stream: TextIO) -> bool:
    """Return whether a stream should get colours."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def console(*, stderr: bool = False) -> "Console":
    """Return the console that draws tables, as wide as the terminal."""
    from rich.console import Console, RenderHook
    from rich.segment import Segment

    class Screen(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # ends the command, as for `say`

    class Visible(RenderHook):
        def process_renderables(self, renderables: list[Any]) -> list[Any]:
            return [Drawn(each) for each in renderables]

    class Drawn:
        def __init__(self, what: Any) -> None:
            self.what = what

        def __rich_console__(self, screen: Any, options: Any) -> Iterator[Segment]:
            for text, style, control in screen.render(self.what, options):
                yield Segment(text if control else shown(text), style, control)

    screen = Screen(
        stderr=stderr,
        highlight=False,
        markup=False,
        emoji=False,
        soft_wrap=False,
        legacy_windows=False,
    )
    screen.push_render_hook(Visible())
    return screen


def prepare_streams() -> None:
    """Read and print characters that an encoding lacks as `?`, and replace closed streams by empty ones.

    Control characters are shown as signs. A write to a closed stdout fails as on a full disk, so that no report gets
    lost silently.
    """
    nowhere = Path(os.devnull)
    sys.stdin = sys.stdin or nowhere.open(encoding="utf-8")
    sys.stdout = sys.stdout or os.fdopen(os.open(nowhere, os.O_RDONLY), "w", encoding="utf-8")
    sys.stderr = sys.stderr or nowhere.open("w", encoding="utf-8")
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
    sys.stdout, sys.stderr = VisibleStream(sys.stdout), VisibleStream(sys.stderr)


def close_output() -> None:
    """Discard remaining output, as Python would otherwise complain about it at exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def _writes_unicode(stream: TextIO) -> bool:
    return (getattr(stream, "encoding", None) or "").lower().replace("-", "") == "utf8"
