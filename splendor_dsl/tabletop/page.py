"""A table as a page: the densest look is taken only where a roomier one does not fit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap
from typing import Final

from attrs import evolve, field, frozen
from rich.cells import cell_len
from rich.text import Text

from splendor_dsl.prose.words import Words
from splendor_dsl.tabletop.looks import Chips, chips, mark, style
from splendor_dsl.tabletop.offers import Amounts
from splendor_dsl.tabletop.sheet import (
    Box,
    Page,
    PieceSpot,
    PlayerSpot,
    Sheet,
    Target,
    TokenSpot,
    beside,
    box,
)
from splendor_dsl.tabletop.table import (
    FieldSeen,
    HeldSeen,
    PieceSeen,
    PileSeen,
    PlayerSeen,
    RowSeen,
    StackSeen,
    TableSeen,
    ZoneSeen,
)

NAME: Final = 9  # columns for a name before a row
LEAST_PIECE: Final = 15
MOST_PIECE: Final = 26
TWO_COLUMNS: Final = 120  # the width from which players stand beside the table
PLAYERS: Final = 56  # the least width of their column
LESS: Final = " \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}"
LACKS: Final = " \N{MINUS SIGN}"
LEAST_EVENTS: Final = 2
ROOM_FOR_ALL: Final = 8  # lines from which on events are shown with all that they move


@frozen
class Density:
    """The room that a page gives to things."""

    piece: int  # lines of a piece in a row
    framed: bool = False
    gap: int = 0  # empty lines between sections
    titles: bool = False  # whether the pieces before a player are named on lines of their own


DENSITIES: Final = (
    Density(piece=4, framed=True, gap=1, titles=True),
    Density(piece=3, framed=True, gap=1, titles=True),
    Density(piece=3, gap=1, titles=True),
    Density(piece=3, titles=True),
    Density(piece=3),
    Density(piece=2),
)


@frozen
class Marked:
    """The things that a player points at: one under the cursor, and those picked for a move, each with a number."""

    cursor: Target | None = None
    picked: tuple[Target, ...] = ()


@frozen
class Format:
    """The size of a page, and the room that it gives to things; the roomiest that fits if none is given."""

    width: int
    height: int
    density: Density | None = None


def fitting(words: Words, table: TableSeen, width: int, height: int) -> Format:
    """Return the format of the roomiest page that fits; of the densest if none does."""
    for density in DENSITIES:
        found = Format(width, height, density)
        if len(page(words, table, found).lines) <= height:
            break
    return found


def page(words: Words, table: TableSeen, form: Format, marked: Marked | None = None) -> Page:
    """Return the page of a table; the rest of its height shows the last events."""
    if form.density is None:
        form = fitting(words, table, form.width, form.height)
    assert form.density is not None
    writer = _Writer(words, table, chips(table.tokens), form.density, marked or Marked())
    return writer.page(form.width, form.height)


@frozen
class _Writer:
    """The writer of one page."""

    words: Words = field(repr=False)
    table: TableSeen
    chips: Chips
    density: Density
    marked: Marked

    def page(self, width: int, height: int) -> Page:
        """Return the page."""
        if width < TWO_COLUMNS:
            sheet = Sheet(width)
            self._table(sheet)
            self._players(sheet)
            self._events(sheet, height)
            return sheet.page()
        left = Sheet(max(width - PLAYERS - 3, width * 3 // 5))
        right = Sheet(width - left.width - 3)
        self._table(left)
        self._players(right)
        self._events(min(right, left, key=lambda sheet: len(sheet.lines)), height)
        return beside(left.page(), right.page(), left.width)

    # ---- the table -----------------------------------------------------------------------------
    def _table(self, sheet: Sheet) -> None:
        sheet.line(self._head())
        self._gap(sheet)
        for zone in self.table.zones:
            self._zone(sheet, zone)
        for pile in self.table.piles:
            if pile.total or pile.amounts is None:
                self._supply(sheet, pile)
        sheet.flow([self._stack(stack) for stack in self.table.stacks])

    def _gap(self, sheet: Sheet) -> None:
        for _ in range(self.density.gap):
            sheet.line()

    def _head(self) -> Text:
        head = _styled(self.table.title, "title")
        head.append(f"  {self.table.round}")
        for text in self.table.numbers:
            head.append(f"  {text}")
        if self.table.ending is not None:
            head.append(f"  {self.table.ending}", style=style("near"))
        return head

    def _zone(self, sheet: Sheet, zone: ZoneSeen) -> None:
        """Add the rows of a zone, the highest first, in as many columns as fit."""
        rows = [row for row in zone.rows if row.pieces or row.stack]
        if not any(row.pieces for row in rows):
            return
        with_stacks = any(row.stack for row in rows)
        heads = [self._row_head(row) for row in rows] if with_stacks else []
        head = max((each.width for each in heads), default=-1)
        room = sheet.width - head - 1
        most = max(len(row.pieces) for row in rows)
        columns = max(1, min(most, (room + 1) // (LEAST_PIECE + 1)))
        wide = min(
            (room + 1) // columns - 1, MOST_PIECE if with_stacks or most > 3 else 2 * MOST_PIECE
        )
        tall = self.density.piece if with_stacks or len(rows) > 1 else min(2, self.density.piece)
        for row in reversed(rows):
            stack = [evolve(self._row_head(row), width=head)] if with_stacks else []
            boxes = [self._piece(piece, wide, tall) for piece in row.pieces]
            for at in range(0, max(1, len(boxes)), columns):
                first = stack if not at else [box([""], head)] * with_stacks
                sheet.row([*first, *boxes[at : at + columns]])
            self._gap(sheet) if not self.density.framed else None

    def _row_head(self, row: RowSeen) -> Box:
        name = _styled(row.name, "name")
        if row.stack is None:
            return box([name])
        typed, count = _styled(row.stack.typed, "place"), str(row.stack.count)
        lines = [name, typed, Text(f" {count}")]
        if self.density.piece < len(lines):
            lines = [name, _spaced(typed, Text(count))]
        return self._pointed(box(lines, None, PieceSpot(row.stack.place)))

    def _stack(self, stack: StackSeen) -> Box:
        text = _styled(stack.typed, "place").append(f" {stack.count}", style="not bold default")
        return self._pointed(box([text], None, PieceSpot(stack.place)))

    # ---- pieces --------------------------------------------------------------------------------
    def _piece(self, piece: PieceSeen, width: int, tall: int) -> Box:
        inner = width - 4 if self.density.framed else width
        lines = self._piece_lines(piece, inner, tall)
        lines += [Text()] * (tall - len(lines))
        if self.density.framed:
            lines = [*self._frame(lines[:tall], inner)]
        return self._pointed(box(lines, width, PieceSpot(piece.place)))

    def _frame(self, lines: Iterable[Text], width: int) -> Iterator[Text]:
        yield _styled(f"╭{'─' * (width + 2)}╮", "name")
        for line in lines:
            whole = line.copy()
            whole.truncate(width, overflow="ellipsis", pad=True)
            edge = _styled("│ ", "name")
            yield edge.append_text(whole).append(" │", style=style("name"))
        yield _styled(f"╰{'─' * (width + 2)}╯", "name")

    def _piece_lines(self, piece: PieceSeen, width: int, tall: int) -> list[Text]:
        head = _styled(piece.typed, "place")
        sign = Text() if piece.cost is None else mark(piece.cost.reach)
        if piece.label is None:
            shown = f"({self.words.say('empty')})" if piece.is_empty else "?"
            return [head.append(f" {shown}", style=style("void"))]
        gains = self._gains(piece)
        price, left = self._price(piece, aligned=tall > 2)
        if piece.title is not None:
            head.append(f" {piece.title}")
        inside = cell_len(head.plain) + cell_len(gains.plain) + cell_len(sign.plain) + 2 <= width
        if piece.title is None or (inside and tall < 3):
            head.append(" ").append_text(gains)
            gains = Text()
        first = _with_sign(head, sign, width)
        if tall > 3 and gains.plain:
            return [first, gains, price, left]
        second = _spaced(gains, price)
        if cell_len(second.plain) > width:
            second = _spaced(self._gains(piece, between=""), price)
        both = cell_len(second.plain) + cell_len(left.plain) + 2 <= width
        if tall > 2:
            indent = " " * (cell_len(second.plain) - cell_len(price.plain))
            return [first, second, Text(indent).append_text(left)]
        if left.plain and not both:
            return [first, _spaced(gains, left)]
        return [first, second.append(LESS).append_text(left) if left.plain else second]

    def _gains(self, piece: PieceSeen, between: str = " ") -> Text:
        return Text(between).join(self._field(each) for each in piece.fields)

    def _field(self, of: FieldSeen) -> Text:
        if of.amounts is not None:
            if sum(of.amounts) == 1:
                return Text("◆").append_text(self._letter(of.amounts.index(1)))
            return self.chips.row(of.amounts)
        if of.scores:
            return _styled(f"★{of.number}", "score")
        return Text(f"{_short(of.name)}{of.number}")

    def _letter(self, token: int) -> Text:
        return Text(self.chips.letters[token], style=self.chips.styles[token])

    def _price(self, piece: PieceSeen, *, aligned: bool = True) -> tuple[Text, Text]:
        """Return the price of a piece, and what a player still has to bring of it if that is less.

        The second is aligned below the first, or written as short as it can be.
        """
        between = " " if self.density.framed else ""
        if piece.cost is not None:
            price, still = piece.cost.price, piece.cost.still
            return self.chips.row(price, between), self._left(still, price, aligned=aligned)
        asks = [each.amounts for each in piece.asks if each.amounts is not None]
        lacks = [each for each in piece.missing if isinstance(each, tuple)]
        if not asks:
            return Text(" ").join(Text(each.text) for each in piece.asks), Text()
        left = lacks[0] if lacks else asks[0]
        return self.chips.row(asks[0], between), self._left(left, asks[0], aligned=aligned)

    def _left(self, left: Amounts, of: Amounts, *, aligned: bool) -> Text:
        if left == of:
            return Text()
        between = " " if self.density.framed else ""
        if aligned or not any(left):
            return self.chips.below(left, of, between)
        return self.chips.row(left, between)

    # ---- tokens --------------------------------------------------------------------------------
    def _supply(self, sheet: Sheet, pile: PileSeen) -> None:
        name = box([_styled(pile.name, "name")], max(NAME, cell_len(pile.name)))
        sheet.flow([name, *self._tokens(pile, full=True)], gap=1)

    def _tokens(self, pile: PileSeen, *, full: bool) -> Iterator[Box]:
        if pile.amounts is None:
            yield box([f"{pile.total} {self.words.name('tokens', pile.total)}"])
            return
        for token, count in zip(self.table.tokens, pile.amounts, strict=True):
            at = self.table.tokens.index(token)
            target = TokenSpot(pile.zone, pile.owner, token.name)
            if not count and not full:
                continue
            chip = Text().append_text(self.chips.chip(at, count))
            if full:
                chip = chip.append(f" {token.word}")
            yield self._pointed(box([chip], None, target))

    # ---- players -------------------------------------------------------------------------------
    def _players(self, sheet: Sheet) -> None:
        for player in self.table.players:
            self._gap(sheet)
            self._player(sheet, player)

    def _player(self, sheet: Sheet, player: PlayerSeen) -> None:
        head = Text("▶ " if player.is_to_move else "  ")
        head.append(player.name, style=style("title"))
        if not self.density.titles:
            head.append("  ").append_text(Text(" · ").join(self._standing(player)))
        sheet.row([self._pointed(box([head], sheet.width, PlayerSpot(player.seat)))])
        laid = [self._brief(p) for z in player.zones for row in z.rows for p in row.pieces]
        if not self.density.titles:
            held = [box([f" {each.name} {each.count}"]) for each in player.held if each.count]
            sheet.flow([*self._holdings(player), *held, *laid], gap=1, indent=4)
            return
        sheet.flow((box([text]) for text in self._standing(player)), gap=3, indent=4)
        sheet.flow(self._holdings(player), gap=1, indent=4)
        sheet.flow(laid, indent=4)
        for each in player.held:
            self._held(sheet, each)

    def _standing(self, player: PlayerSeen) -> Iterator[Text]:
        """Yield how near the ends are, and other numbers."""
        for each in player.progress:
            text = Text(f"{each.name} {each.have}/{each.want}")
            lacking = [token for token, n in enumerate(each.missing or ()) if n]
            if lacking and each.have:
                text.append(LACKS).append_text(Text().join(map(self._letter, lacking)))
            yield text
        yield from map(Text, player.numbers)

    def _holdings(self, player: PlayerSeen) -> Iterator[Box]:
        for pile in player.piles:
            yield box([_styled(pile.name, "name")])
            yield from self._tokens(pile, full=False)
            if pile.amounts is not None:
                yield box([f"{pile.total}{'' if pile.most is None else f'/{pile.most}'}"])
        for name, amounts in player.amounts:
            if any(amounts):
                yield box([_styled(f" {name}", "name")])
                yield box([self.chips.row(amounts, " ")])

    def _brief(self, piece: PieceSeen) -> Box:
        """Return a piece before a player, in one line."""
        text = _styled(piece.typed, "place")
        if piece.label is None:
            text.append(" ?", style=style("void"))
            return self._pointed(box([text], None, PieceSpot(piece.place)))
        if piece.title is not None:
            text.append(f" {piece.title}")
        price = self._price(piece)[0] if piece.cost is None else self.chips.row(piece.cost.still)
        text = _spaced(_spaced(text, self._gains(piece)), price)
        if piece.cost is not None:
            text = _spaced(text, mark(piece.cost.reach))
        return self._pointed(box([text], None, PieceSpot(piece.place)))

    def _held(self, sheet: Sheet, held: HeldSeen) -> None:
        if not held.count:
            return
        boxes = [box([_styled(held.name, "name").append(f" {held.count}")])]
        sheet.flow([*boxes, *(box([title]) for title in held.titles)], indent=4)

    # ---- events --------------------------------------------------------------------------------
    def _events(self, sheet: Sheet, height: int) -> None:
        """Add the last events: all of them where there is room, or only the moves side by side."""
        self._gap(sheet)
        room = max(LEAST_EVENTS, height - len(sheet.lines))
        if room < ROOM_FOR_ALL:
            moves = [line for line in self.table.events if not line.startswith((" ", "--"))]
            shown = _side_by_side(moves, sheet.width)
        else:
            shown = [line for text in self.table.events for line in _wrapped(text, sheet.width)]
        for line in shown[-room:]:
            sheet.line(Text(line, style=style("name") if line.startswith(" ") else ""))
        for _ in range(LEAST_EVENTS - len(shown)):
            sheet.line()

    def _pointed(self, of: Box) -> Box:
        """Return a box as it looks under the cursor or picked."""
        found = of
        if of.target is not None and of.target in self.marked.picked:
            many = self.marked.picked.count(of.target)
            found = _restyled(found, "picked")
            found = Box(
                (*found.lines[:-1], found.lines[-1] + Text(f"+{many}")), of.width + 2, of.target
            )
        if of.target is not None and of.target == self.marked.cursor:
            found = _restyled(found, "cursor")
        return found


def _styled(text: str, name: str) -> Text:
    """Return a text in a style that ends with it."""
    return Text().append(text, style=style(name))


def _restyled(of: Box, name: str) -> Box:
    """Return a box in another style; tokens keep their colours."""
    lines = []
    for line in of.lines:
        whole = Text(style=style(name)).append_text(line)
        whole.truncate(of.width, overflow="ellipsis", pad=True)
        lines.append(whole)
    return Box(tuple(lines), of.width, of.target)


def _with_sign(head: Text, sign: Text, width: int) -> Text:
    """Return a line with a sign at its right end."""
    room = width - cell_len(sign.plain) - bool(sign.plain)
    found = head.copy()
    found.truncate(room, overflow="ellipsis", pad=True)
    return found.append(" " * bool(sign.plain)).append_text(sign)


def _spaced(one: Text, other: Text) -> Text:
    """Return two texts with a blank between them, if neither is empty."""
    both = one.copy()
    if one.plain and other.plain:
        both.append(" ")
    return both.append_text(other)


def _side_by_side(texts: Iterable[str], width: int) -> list[str]:
    """Return texts in lines, with as many in each as fit."""
    lines: list[str] = []
    for text in texts:
        longer = f"{lines[-1]} · {text}" if lines else text
        if lines and cell_len(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(text)
    return lines


def _wrapped(text: str, width: int) -> list[str]:
    indent = text[: len(text) - len(text.lstrip())]
    return wrap(text, width, initial_indent=indent, subsequent_indent=f"{indent}  ") or [text]


def _short(name: str) -> str:
    """Return a name in short, after a number."""
    return "".join(word[:1] for word in name.split())[:2].casefold()
