"""What a command says: text or JSON on stdout, problems on stderr."""

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

SCHEMA_VERSION: Final = 1


class VisibleStream:
    """A stream on which no text acts, wherever it comes from: hidden characters are written as signs.

    What the program itself does to a terminal, such as colours, it writes to the stream below.
    """

    def __init__(self, stream: TextIO) -> None:
        self.rich_proxied_file = stream  # where Rich looks for what it draws on

    def write(self, text: str) -> int:
        """Write the text as it can be shown."""
        return self.rich_proxied_file.write(shown(text))

    def writelines(self, lines: Iterable[str]) -> None:
        """Write lines as they can be shown."""
        self.rich_proxied_file.writelines(map(shown, lines))

    def __getattr__(self, name: str) -> Any:
        """All else is as it is below."""
        return getattr(self.rich_proxied_file, name)


def below(stream: TextIO) -> TextIO:
    """The stream itself, on which colours can be written."""
    return stream.rich_proxied_file if isinstance(stream, VisibleStream) else stream


def say(text: str = "") -> None:
    """Text on stdout."""
    sys.stdout.write(f"{text}\n")


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
    escaped = HIDDEN.sub(lambda found: json.dumps(found[0])[1:-1], text)
    sys.stdout.write(f"{escaped}\n")


def complain(problems: Iterable[Problem], *, stream: TextIO | None = None) -> None:
    """Problems as text, on stderr."""
    from splendor_dsl.report.terminal import render_problems

    target = sys.stderr if stream is None else stream
    found = tuple(problems)
    if found:
        colour = has_colour(target)
        text = render_problems(found, colour=colour)
        (below(target) if colour else target).write(f"{text}\n")


def has_colour(stream: TextIO) -> bool:
    """Whether colours are wanted there."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def console(*, stderr: bool = False) -> "Console":
    """The console that draws tables, as wide as the terminal."""
    from rich.console import Console, RenderHook
    from rich.segment import Segment

    class Screen(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # the end of a command, as it is for `say`

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


def soften_streams() -> None:
    """Let what an encoding lacks be read and printed as `?`, and let a closed stream be an empty one.

    What would act on the terminal is written as a sign.

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
    sys.stdout, sys.stderr = VisibleStream(sys.stdout), VisibleStream(sys.stderr)


def close_output() -> None:
    """Send what is left nowhere, or Python would complain about it at its exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def _writes_unicode(stream: TextIO) -> bool:
    return (getattr(stream, "encoding", None) or "").lower().replace("-", "") == "utf8"
