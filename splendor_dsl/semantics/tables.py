"""Tables of pieces in CSV files: rows as in the rule file, with the span of each cell."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from attrs import mutable

from splendor_dsl.diagnostics import MOST_REPORTED, Problem
from splendor_dsl.identifiers import composed, is_identifier, normalised
from splendor_dsl.semantics.local_files import read_local_file
from splendor_dsl.semantics.problems import twice
from splendor_dsl.semantics.table_problems import BadTable
from splendor_dsl.semantics.type_problems import TooLarge
from splendor_dsl.source import Source, Span, hidden_characters
from splendor_dsl.syntax.ast import Cell, Clause, Row, Side
from splendor_dsl.syntax.expressions import Ident
from splendor_dsl.syntax.from_text import reserved
from splendor_dsl.syntax.labels import row_label
from splendor_dsl.syntax.problems import NAME_LIMIT

CELL = re.compile(r'[ \t]*(?:"((?:[^"]++|"")*+)"|([^",\n]*))[ \t]*(,|\n|\Z)')  # quoted, plain, end
WORD = re.compile(r"[^+\s]+|\A[+\s]+\Z")  # signs without a word are kept for the message
MOST_DIGITS = 9
# Each side of a piece is read, and visited by many checks; a label of the piece may name all its sides.
MOST_SIDES, MOST_OF_PIECE, MOST_COLUMNS = 12_000, 100, 200
MOST_LETTERS, MOST_IN_CELL = 512 * 1024, 2_000  # of all table files of a game, and of a cell
LABEL_COLUMN, TITLE_COLUMN, PIECE_COLUMN, SIDE_COLUMN = "label", "name", "piece", "side"
OWN_COLUMNS = (LABEL_COLUMN, TITLE_COLUMN, PIECE_COLUMN, SIDE_COLUMN)  # of no field


Line = list[Ident]  # the cells of a line of the file


@mutable
class Allowance:
    """The sides and letters that may still be read of the tables of a game; once used up, no table is read."""

    sides: int = MOST_SIDES
    letters: int = MOST_LETTERS
    is_used_up: bool = False
    unread: int = 0  # files that are missing or can't be read

    def of_letters(self, source: Source) -> Problem | None:
        """Count a file; return a problem if all files are too long together."""
        self.letters -= len(source.text)
        if self.letters >= 0:
            return None
        found = MOST_LETTERS - self.letters
        return self._used_up(
            "characters in all table files", MOST_LETTERS, found, Span(source, 0, 0)
        )

    def of_sides(self, count: int, span: Span) -> Problem | None:
        """Count sides of pieces; return a problem once, if there are too many together."""
        self.sides -= count
        if self.sides >= 0 or self.is_used_up:
            return None
        return self._used_up(
            "sides of pieces in all tables", MOST_SIDES, MOST_SIDES - self.sides, span
        )

    def _used_up(self, what: str, bound: int, found: int, span: Span) -> Problem:
        self.is_used_up = True
        return TooLarge(what=what, bound=bound, found=found, span=span)


def rows_from_file(
    name: str, span: Span, allowance: Allowance
) -> tuple[tuple[Clause, ...], tuple[Problem, ...]]:
    """Return the rows of a CSV file in the folder of the rule file, and its problems."""
    source = read_local_file(name, span, near=allowance.unread < MOST_REPORTED)
    allowance.unread += isinstance(source, Problem)
    problem = source if isinstance(source, Problem) else allowance.of_letters(source)
    if isinstance(source, Problem) or problem is not None:
        return (), () if problem is None else (problem,)
    return rows_from_table(source, allowance)


def rows_from_table(
    source: Source, allowance: Allowance
) -> tuple[tuple[Clause, ...], tuple[Problem, ...]]:
    """Return the rows of a table, and its problems; of a table that is too long only that problem."""
    separator = _other_separator(source)
    unread = hidden_characters(source) or (() if separator is None else (separator,))
    if unread:
        return (), unread
    lines: list[Line] = []
    for line in _lines(source):
        if isinstance(line, Problem):
            return (), (line,)
        lines.append(line)
        if len(lines) > allowance.sides + 1:
            filled = sum(not each.isspace() for each in source.text.split("\n") if each)
            too_many = allowance.of_sides(filled - 1, _span(line))
            return (), () if too_many is None else (too_many,)
    if not lines:
        whole = Span(source, 0, 0)
        return (), (
            BadTable(what="the table", expected="a line of headings", found="nothing", span=whole),
        )
    lines[0] = [_as_name(entry) for entry in lines[0]]
    repeated, ragged = tuple(_repeated_headings(lines[0])), tuple(_ragged(lines))
    if repeated:
        return (), (*repeated, *ragged)
    if not lines[1:]:
        what, expected = "the table", "rows below the headings"
        return (), (BadTable(what=what, expected=expected, found="none", span=_span(lines[0])),)
    even = [line for line in lines[1:] if len(line) == len(lines[0])]
    unfit = tuple(_unfit_labels(lines[0], even))
    return tuple(_rows(lines[0], even)), (*ragged, *unfit)


def _lines(source: Source) -> Iterator[Line | Problem]:
    at, text = 0, source.text
    line: Line = []
    while at < len(text) or line:
        cell = CELL.match(text, at)
        if cell is None:
            yield _unclosed(source, at)
            return
        quoted, plain, end = cell.groups()
        value = plain.strip() if quoted is None else quoted.replace('""', '"')
        span = Span(source, *cell.span(1 if plain is None else 2))
        line.append(Ident(text=value, span=span))
        at = cell.end()
        if len(line) > MOST_COLUMNS:
            yield _too_wide(source, line[0].span)
            return
        if len(value) > MOST_IN_CELL:
            what = "characters in a cell"
            yield TooLarge(what=what, bound=MOST_IN_CELL, found=len(value), span=span)
            return
        if end != ",":
            if any(entry.text for entry in line):
                yield line
            line = []


def _unclosed(source: Source, at: int) -> Problem:
    return BadTable(
        what="a cell",
        expected="a closed quote and a comma",
        found=repr(source.text[at]),
        span=Span(source, at, min(at + 1, len(source.text))),
    )


def _too_wide(source: Source, first: Span) -> Problem:
    found = max(MOST_COLUMNS, source.line_text(first.line).count(",")) + 1
    return TooLarge(what="columns", bound=MOST_COLUMNS, found=found, span=first)


def _other_separator(source: Source) -> Problem | None:
    """Return the problem of columns separated by a sign that some spreadsheets write instead of commas."""
    header = next((line for line in source.text.split("\n") if line.strip()), "")
    found = [called for sign, called in ((";", "';'"), ("\t", "tabs")) if sign in header]
    if "," in header or not found:
        return None
    start = source.text.index(header)
    span = Span(source, start, start + len(header))
    what, expected = "the headings", "commas between the columns"
    return BadTable(what=what, expected=expected, found=found[0], span=span)


def _repeated_headings(header: Line) -> Iterator[Problem]:
    """Yield a problem for each heading that occurs twice."""
    seen: dict[str, Ident] = {}
    for entry in header:
        first = seen.setdefault(entry.text, entry)
        if first is not entry and entry.text:
            yield twice("the headings", entry, first)


def _ragged(lines: list[Line]) -> Iterator[Problem]:
    width = len(lines[0])
    for line in lines[1:]:
        if len(line) != width:
            found = str(len(line))
            yield BadTable(what="a row", expected=f"{width} cells", found=found, span=_span(line))


def _unfit_labels(header: Line, lines: list[Line]) -> Iterator[Problem]:
    """Yield the labels that a rule file could not have, and sides of one piece with different labels."""
    first: dict[str, str] = {}
    for piece, label in zip(
        _column(header, lines, PIECE_COLUMN), _labels(header, lines), strict=True
    ):
        if label is None or not label.text:
            continue
        if not is_identifier(label.text) or len(label.text) > NAME_LIMIT:
            expected = "a name of letters, digits and _"
        elif label.text in reserved():
            expected = "a name that is no word of the language"
        elif piece is not None and first.setdefault(piece.text, label.text) != label.text:
            expected = f"{first[piece.text]!r}, as on the other side"
        else:
            continue
        yield BadTable(what="a label", expected=expected, found=repr(label.text), span=label.span)


def _rows(header: Line, lines: list[Line]) -> Iterator[Clause]:
    titles, pieces = (_column(header, lines, name) for name in (TITLE_COLUMN, PIECE_COLUMN))
    labels = _labels(header, lines)
    own = [name.text in OWN_COLUMNS for name in header]
    headings = _span(header)
    sides_of: dict[object, list[tuple[Side, Ident | None]]] = {}
    for number, line in enumerate(lines):
        title, piece = titles[number], pieces[number]
        cells = [(n, c) for n, c, is_own in zip(header, line, own, strict=True) if not is_own]
        side = Side(
            title=None if title is None else composed(title.text) or None,
            cells=tuple(_cell(name, entry) for name, entry in cells if entry.text.strip()),
            amounts=None,
            blank=tuple(_cell(name, entry) for name, entry in cells if not entry.text.strip()),
            headings=headings,
            span=_span(line),
        )
        key: object = number if piece is None else piece.text
        sides_of.setdefault(key, []).append((side, labels[number]))
    for together in sides_of.values():
        sides = tuple(side for side, _ in together)
        span = sides[0].span
        label = next((each for _, each in together if each is not None and each.text), None)
        yield Clause(
            construct=Row(sides=sides),
            label=label or row_label(sides, span),
            labelled=label is not None,
            span=span,
        )


def _labels(header: Line, lines: list[Line]) -> Sequence[Ident | None]:
    """Return the labels, line by line."""
    return [each and _as_name(each) for each in _column(header, lines, LABEL_COLUMN)]


def _as_name(entry: Ident) -> Ident:
    """Return the cell with its text as a name."""
    return entry if entry.text.isascii() else Ident(text=normalised(entry.text), span=entry.span)


def _column(header: Line, lines: list[Line], name: str) -> Sequence[Ident | None]:
    """Return the cells under a heading, line by line; none in each line if there is no such column."""
    at = next((at for at, each in enumerate(header) if each.text == name), None)
    return [None] * len(lines) if at is None else [line[at] for line in lines]


def _span(line: Line) -> Span:
    first, last = line[0].span, line[-1].span
    return Span(first.source, first.start, last.end)


def _cell(name: Ident, entry: Ident) -> Cell:
    digits = entry.text.removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) <= MOST_DIGITS:
        return Cell(name=name, value=int(entry.text), span=entry.span)
    words = tuple(
        Ident(text=word, span=entry.span) for word in WORD.findall(normalised(entry.text))
    )
    return Cell(name=name, value=words, span=entry.span)
