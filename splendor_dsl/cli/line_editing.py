"""Lines that are edited as they are typed, with history and completion, where the system has readline."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from rich.console import Console

Texts = Callable[[], Iterable[str]]


def edits_lines(screen: Console) -> bool:
    """Return whether a person types at a terminal that can move its cursor."""
    able = screen.is_terminal and not screen.is_dumb_terminal and find_spec("readline") is not None
    return able and sys.stdin is not None and sys.stdin.isatty()


@contextmanager
def completed(texts: Texts) -> Iterator[None]:
    """Complete a line by the texts that begin like it, at the key Tab."""
    import readline

    found: list[str] = []

    def complete(begun: str, number: int) -> str | None:
        if not number:
            start = begun.casefold()
            found[:] = [text for text in texts() if text.casefold().startswith(start)]
        return found[number] if number < len(found) else None

    before = readline.get_completer(), readline.get_completer_delims()
    readline.set_completer(complete)
    readline.set_completer_delims(";")
    readline.parse_and_bind("tab: complete")
    try:
        yield
    finally:
        readline.set_completer(before[0])
        readline.set_completer_delims(before[1])
