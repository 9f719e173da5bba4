"""The board: the page of a table, with a cursor that keys move and a mouse that points."""

from __future__ import annotations

from typing import ClassVar

from attrs import evolve
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from splendor_dsl.prose.words import Words
from splendor_dsl.tabletop.page import Format, Marked, fitting, page
from splendor_dsl.tabletop.sheet import Page, PieceSpot, Spot, Target
from splendor_dsl.tabletop.table import TableSeen

EMPTY = Page((), ())
ACROSS = 4  # how much further a line is than a column


class Board(ScrollView, can_focus=True):
    """A table on the screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "step(0, -1)", show=False),
        Binding("down", "step(0, 1)", show=False),
        Binding("left", "step(-1, 0)", show=False),
        Binding("right", "step(1, 0)", show=False),
        Binding("enter", "choose", show=False),
    ]

    class Chosen(Message):
        """A thing of the table that was chosen."""

        def __init__(self, target: Target) -> None:
            super().__init__()
            self.target = target

    def __init__(self, words: Words, table: TableSeen) -> None:
        super().__init__(id="board")
        self._words, self._table, self._marked = words, table, Marked()
        self._page = EMPTY
        self._format: Format | None = None  # until the table or the size changes
        self._strips: dict[int, Strip] = {}

    @property
    def page(self) -> Page:
        """The page as it is drawn."""
        return self._page

    @property
    def cursor(self) -> Target | None:
        """The thing under the cursor."""
        return self._marked.cursor

    def show(self, table: TableSeen, picked: tuple[Target, ...] = ()) -> None:
        """Draw a table with the things that are picked."""
        self._table, self._marked = table, evolve(self._marked, picked=picked)
        self._format = None
        self._draw()

    def point_at(self, target: Target | None) -> None:
        """Move the cursor to a thing."""
        self._marked = evolve(self._marked, cursor=target)
        self._draw()
        spot = self._page.spot(target)
        if spot is not None:
            region = Region(spot.x, spot.y, spot.width, spot.height)
            self.scroll_to_region(region, animate=False, force=True)

    def _draw(self) -> None:
        if not self.size.width:
            return
        if self._format is None:
            self._format = fitting(self._words, self._table, self.size.width, self.size.height)
        found = page(self._words, self._table, self._format, self._marked)
        if found.spots and found.spot(self._marked.cursor) is None:
            self._marked = evolve(self._marked, cursor=_first(found))
            found = page(self._words, self._table, self._format, self._marked)
        self._page = found
        self._strips.clear()
        self.virtual_size = Size(self.size.width, len(found.lines))
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Return a line of the page."""
        at = y + round(self.scroll_offset.y)
        if at not in self._strips:
            lines = self._page.lines
            text = (lines[at] if at < len(lines) else Text()).copy()
            text.end = ""
            strip = Strip(text.render(self.app.console)).adjust_cell_length(self.size.width)
            self._strips[at] = strip.apply_style(self.rich_style)
        return self._strips[at]

    def on_resize(self, _: events.Resize) -> None:
        """Lay the page out anew."""
        self._format = None
        self._draw()

    def notify_style_update(self) -> None:
        """Draw in the colours of another theme."""
        super().notify_style_update()
        self._strips.clear()

    # ---- pointing ------------------------------------------------------------------------------
    def action_step(self, across: int, down: int) -> None:
        """Move the cursor to the nearest thing in a direction."""
        here = self._page.spot(self.cursor)
        found = None if here is None else neighbour(self._page, here, across, down)
        if found is not None:
            self.point_at(found.target)

    def action_choose(self) -> None:
        """Choose the thing under the cursor."""
        if self.cursor is not None:
            self.post_message(self.Chosen(self.cursor))

    def on_click(self, event: events.Click) -> None:
        """Choose the thing under the mouse."""
        offset = event.get_content_offset(self)
        spot = None if offset is None else self._page.at(offset.x, offset.y + round(self.scroll_y))
        if spot is not None:
            self.focus()
            self.point_at(spot.target)
            self.action_choose()


def neighbour(found: Page, here: Spot, across: int, down: int) -> Spot | None:
    """Return the spot nearest to another one in a direction."""
    ahead = [spot for spot in found.spots if _is_ahead(here, spot, across, down)]
    return min(ahead, key=lambda spot: _distance(here, spot, across), default=None)


def _first(found: Page) -> Target:
    """Return the first piece of a page; the first thing if there is none."""
    targets = [spot.target for spot in found.spots]
    pieces = (each for each in targets if isinstance(each, PieceSpot) and each.place.place)
    return next(pieces, targets[0])


def _middle(spot: Spot) -> tuple[float, float]:
    """Return the middle of a spot; lines that take the whole width are pointed at by their beginning."""
    return spot.x + min(spot.width, 20) / 2, spot.y + spot.height / 2


def _is_ahead(here: Spot, spot: Spot, across: int, down: int) -> bool:
    if across:
        beyond = spot.x > here.x if across > 0 else spot.x < here.x
        return beyond and spot.y < here.y + here.height and here.y < spot.y + spot.height
    return spot.y >= here.y + here.height if down > 0 else spot.y + spot.height <= here.y


def _distance(here: Spot, spot: Spot, across: int) -> float:
    (x, y), (other_x, other_y) = _middle(here), _middle(spot)
    wide, tall = abs(other_x - x), abs(other_y - y)
    return wide + ACROSS * tall if across else wide + ACROSS * ACROSS * tall
