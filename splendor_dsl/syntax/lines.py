"""A clause that is too long for its line goes on in the next, before a word that may begin one."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

WIDTH: Final = 100
STEP: Final = "  "
CONTINUED: Final = "    "

# The grammar lets a line begin with these, or follow a comma.
_PLACE: Final = re.compile(
    r'"(?:[^"\\]|\\.)*"|(?P<call>\b(?:min|max)\()|(?P<open>\()|(?P<close>\))|(?P<comma>, )'
    r"|(?P<note> (?:cite|because)\b)|(?P<sign> (?:or|and|less)\b| [|+*/](?= ))"
)
_NOTE: Final = -1


def broken(text: str, indent: str, tail: str = "") -> list[str]:
    """The text in lines that fit, each further one indented deeper, and the tail after the last."""
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
    """Pieces that fit, the first in `width` and the rest in `later`; parted as far out as can be."""
    places = [] if len(text) <= width else list(_places(text))
    if not places:
        return [text]
    outermost = min(level for _, level in places)
    lines: list[str] = []
    full = True  # whether the last line takes no more
    for chunk in _split(text, [at for at, level in places if level == outermost]):
        room = later if len(lines) > 1 else width
        if not full and len(lines[-1]) + 1 + len(chunk) <= room:
            lines[-1] += " " + chunk
            continue
        note = outermost == _NOTE
        pieces = _fitted(chunk, later if lines else width, later if note else later - len(STEP))
        # What follows a part of several lines has a line of its own; what is deeper within stands further in.
        full = len(pieces) > 1
        lines += pieces if note else [pieces[0], *(STEP + piece for piece in pieces[1:])]
    return lines


def _split(text: str, places: list[int]) -> Iterator[str]:
    edges = [0, *places, len(text)]
    return (text[a:b].strip() for a, b in pairwise(edges))


def _places(text: str) -> Iterator[tuple[int, int]]:
    """Where the text can be parted, and how deep within it that is."""
    within: list[bool] = []  # for each open bracket whether it is a call, whose commas part sums
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
