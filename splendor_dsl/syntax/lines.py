"""Line breaks: a clause that is too long goes on in the next line, before a word that may begin one."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

WIDTH: Final = 100
STEP: Final = "  "
CONTINUED: Final = "    "

# The grammar lets a line begin with one of these, or after a comma.
_PLACE: Final = re.compile(
    r'"(?:[^"\\]|\\.)*"|(?P<call>\b(?:min|max)\()|(?P<open>\()|(?P<close>\))|(?P<comma>, )'
    r"|(?P<note> (?:cite|because)\b)|(?P<sign> (?:or|and|less)\b| [|+*/](?= ))"
)
_NOTE: Final = -1


def wrapped(text: str, indent: str, tail: str = "") -> list[str]:
    """Return the lines of a text, further ones indented deeper, and the tail after the last."""
    width = WIDTH - len(indent) - len(tail)
    later = width - len(CONTINUED)
    head, *forced = text.split("\n")
    first, *rest = _fitted(head, width, later)
    for piece in forced:
        rest += _fitted(piece, later, later)
    lines = [indent + first, *(indent + CONTINUED + piece for piece in rest)]
    lines[-1] += tail
    return lines


def _fitted(text: str, width: int, later: int) -> list[str]:
    """Return pieces of a text, the first of at most `width` and the rest of at most `later` characters, if possible."""
    places = [] if len(text) <= width else list(_places(text))
    if not places:
        return [text]
    outermost = min(level for _, level in places)
    lines: list[str] = []
    full = True  # whether the last line is complete
    for chunk in _split(text, [at for at, level in places if level == outermost]):
        room = later if len(lines) > 1 else width
        if not full and len(lines[-1]) + 1 + len(chunk) <= room:
            lines[-1] += " " + chunk
            continue
        note = outermost == _NOTE
        pieces = _fitted(chunk, later if lines else width, later if note else later - len(STEP))
        # After a part of several lines begins a new line; deeper parts are indented more.
        full = len(pieces) > 1
        lines += pieces if note else [pieces[0], *(STEP + piece for piece in pieces[1:])]
    return lines


def _split(text: str, places: list[int]) -> Iterator[str]:
    edges = [0, *places, len(text)]
    return (text[a:b].strip() for a, b in pairwise(edges))


def _places(text: str) -> Iterator[tuple[int, int]]:
    """Yield where a text can be broken, and how deeply nested that is."""
    within: list[
        bool
    ] = []  # for each open bracket whether it is a call, whose commas separate sums
    for match in _PLACE.finditer(text):
        kind, level = match.lastgroup, 3 * len(within)
        if kind in {"open", "call"}:
            within.append(kind == "call")
        elif kind == "close" and within:
            within.pop()
        elif kind == "note":
            yield match.start(), _NOTE
        elif kind == "sign":
            yield match.start(), level + 1
        elif kind == "comma":
            yield match.start() + 1, level if within and within[-1] else level + 2
