"""Lines of text with the spots on them that stand for things of the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import define, field, frozen
from rich.cells import cell_len
from rich.text import Text

from splendor_dsl.notation.moves import Place

GAP = 1


@frozen
class PieceSpot:
    """A piece, or the top of a stack."""

    place: Place


@frozen
class TokenSpot:
    """The tokens of one sort in a pile."""

    pile: str
    owner: int | None
    token: str


@frozen
class PlayerSpot:
    """A player."""

    seat: int


Target = PieceSpot | TokenSpot | PlayerSpot


@frozen
class Spot:
    """The place of a thing on a page."""

    target: Target
    x: int
    y: int
    width: int
    height: int

    def covers(self, x: int, y: int) -> bool:
        """Return whether a point lies in it."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


@frozen
class Box:
    """A few lines of one width, which may stand for a thing."""

    lines: tuple[Text, ...]
    width: int
    target: Target | None = None


@frozen
class Page:
    """Lines of text with the spots on them, in reading order."""

    lines: tuple[Text, ...]
    spots: tuple[Spot, ...]

    def spot(self, target: Target | None) -> Spot | None:
        """Return the spot of a thing."""
        return next((spot for spot in self.spots if spot.target == target), None)

    def at(self, x: int, y: int) -> Spot | None:
        """Return the spot at a point; the smallest of several."""
        found = [spot for spot in self.spots if spot.covers(x, y)]
        return min(found, key=lambda spot: spot.width * spot.height, default=None)


@define
class Sheet:
    """A page that is being written."""

    width: int
    lines: list[Text] = field(factory=list)
    spots: list[Spot] = field(factory=list)

    def line(self, text: Text | str = "", target: Target | None = None) -> None:
        """Add a line."""
        self.row([box([text], self.width, target)])

    def row(self, boxes: Sequence[Box], gap: int = GAP) -> None:
        """Add boxes side by side."""
        top, x = len(self.lines), 0
        tall = max((len(each.lines) for each in boxes), default=0)
        rows = [Text(no_wrap=True) for _ in range(tall)]
        for each in boxes:
            if each.target is not None:
                self.spots.append(Spot(each.target, x, top, each.width, len(each.lines)))
            for at, row in enumerate(rows):
                text = each.lines[at] if at < len(each.lines) else Text()
                row.append(" " * gap * bool(x)).append_text(fitted(text, each.width))
            x += each.width + gap
        self.lines += [fitted(row, self.width) for row in rows]

    def flow(self, boxes: Iterable[Box], gap: int = 2, indent: int = 0) -> None:
        """Add boxes side by side, in as many rows as they need."""
        row: list[Box] = []
        used = indent
        for each in boxes:
            if row and used + each.width > self.width:
                self._indented(row, gap, indent)
                row, used = [], indent
            row.append(each)
            used += each.width + gap
        if row:
            self._indented(row, gap, indent)

    def _indented(self, row: Sequence[Box], gap: int, indent: int) -> None:
        self.row([box([""], indent - gap), *row] if indent > gap else row, gap)

    def page(self) -> Page:
        """Return the page."""
        return Page(tuple(self.lines), tuple(self.spots))


def fitted(text: Text, width: int) -> Text:
    """Return a text of exactly a width, cut off or filled with spaces."""
    found = text.copy()
    found.truncate(max(0, width), overflow="ellipsis", pad=True)
    return found


def box(lines: Iterable[Text | str], width: int | None = None, target: Target | None = None) -> Box:
    """Return a box of some lines, as wide as they are unless a width is given."""
    texts = tuple(Text(each) if isinstance(each, str) else each for each in lines)
    needed = max((cell_len(each.plain) for each in texts), default=0)
    return Box(texts, needed if width is None else width, target)


def beside(left: Page, right: Page, width: int) -> Page:
    """Return two pages side by side, the left one of a width."""
    tall = max(len(left.lines), len(right.lines))
    lines = []
    for at in range(tall):
        line = fitted(left.lines[at] if at < len(left.lines) else Text(), width)
        line.append(" │ ", style="dim")
        lines.append(line.append_text(right.lines[at]) if at < len(right.lines) else line)
    moved = (Spot(s.target, s.x + width + 3, s.y, s.width, s.height) for s in right.spots)
    return Page(tuple(lines), (*left.spots, *moved))
