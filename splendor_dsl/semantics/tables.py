"""Tables of pieces in CSV files: rows as if they had been written in the rule file, with the span of each cell."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import frozen

from splendor_dsl.diagnostics import Problem
from splendor_dsl.semantics.beside import read_beside
from splendor_dsl.semantics.problems import twice
from splendor_dsl.semantics.table_problems import BadTable
from splendor_dsl.source import Source, Span
from splendor_dsl.syntax.ast import Cell, Clause, Row, Side
from splendor_dsl.syntax.expressions import Ident
from splendor_dsl.syntax.from_text import reserved
from splendor_dsl.syntax.labels import row_label

CELL = re.compile(r'[ \t]*(?:"(?P<quoted>(?:[^"]|"")*)"|(?P<plain>[^",\n]*))[ \t]*(?P<end>,|\n|\Z)')
WORD = re.compile(r"[^+\s]+|\A[+\s]+\Z")  # signs without a word are told as they stand
LABEL = re.compile(r"[^\W\d]\w{0,999}")
MOST_DIGITS = 9
LABEL_COLUMN, TITLE_COLUMN, PIECE_COLUMN, SIDE_COLUMN = "label", "name", "piece", "side"
OWN_COLUMNS = (LABEL_COLUMN, TITLE_COLUMN, PIECE_COLUMN, SIDE_COLUMN)  # of no field


@frozen(kw_only=True)
class Entry:
    """One cell of the file."""

    text: str
    span: Span


def rows_from_file(name: str, span: Span) -> tuple[tuple[Clause, ...], tuple[Problem, ...]]:
    """The rows of a CSV file beside the rule file that names it."""
    source = read_beside(name, span)
    if isinstance(source, Problem):
        return (), (source,)
    return rows_from_table(source)


def rows_from_table(source: Source) -> tuple[tuple[Clause, ...], tuple[Problem, ...]]:
    """The rows of a table, or what is wrong with it."""
    parted = _parted_otherwise(source)
    if parted is not None:
        return (), (parted,)
    lines: list[list[Entry]] = []
    for line in _lines(source):
        if isinstance(line, Problem):
            return (), (line,)
        lines.append(line)
    if not lines:
        whole = Span(source, 0, 0)
        return (), (
            BadTable(what="the table", expected="a line of headings", found="nothing", span=whole),
        )
    doubled, ragged = tuple(_doubled(lines[0])), tuple(_ragged(lines))
    if doubled:
        return (), (*doubled, *ragged)
    if not lines[1:]:
        what, expected = "the table", "rows below the headings"
        return (), (BadTable(what=what, expected=expected, found="none", span=_span(lines[0])),)
    even = [line for line in lines[1:] if len(line) == len(lines[0])]
    unfit = tuple(_unfit_labels(lines[0], even))
    return tuple(_rows(lines[0], even)), (*ragged, *unfit)


def _lines(source: Source) -> Iterator[list[Entry] | Problem]:
    at, line, text = 0, [], source.text
    while at < len(text):
        cell = CELL.match(text, at)
        if cell is None:
            span = Span(source, at, min(at + 1, len(text)))
            yield BadTable(
                what="a cell",
                expected="a closed quote and a comma",
                found=repr(text[at]),
                span=span,
            )
            return
        group = "plain" if cell["quoted"] is None else "quoted"
        value = cell[group].strip() if group == "plain" else cell[group].replace('""', '"')
        line.append(Entry(text=value, span=Span(source, cell.start(group), cell.end(group))))
        at = cell.end()
        if cell["end"] != ",":
            if any(entry.text for entry in line):
                yield line
            line = []
    if line:
        yield line


def _parted_otherwise(source: Source) -> Problem | None:
    """That the columns stand apart by what some spreadsheets write in the place of commas."""
    header = next((line for line in source.text.split("\n") if line.strip()), "")
    found = [called for sign, called in ((";", "';'"), ("\t", "tabs")) if sign in header]
    if "," in header or not found:
        return None
    start = source.text.index(header)
    span = Span(source, start, start + len(header))
    what, expected = "the headings", "commas between the columns"
    return BadTable(what=what, expected=expected, found=found[0], span=span)


def _doubled(header: list[Entry]) -> Iterator[Problem]:
    """The headings that stand there twice."""
    seen: dict[str, Entry] = {}
    for entry in header:
        first = seen.setdefault(entry.text, entry)
        if first is not entry and entry.text:
            yield twice("the headings", _ident(entry), _ident(first))


def _ragged(lines: list[list[Entry]]) -> Iterator[Problem]:
    width = len(lines[0])
    for line in lines[1:]:
        if len(line) != width:
            found = str(len(line))
            yield BadTable(what="a row", expected=f"{width} cells", found=found, span=_span(line))


def _unfit_labels(header: list[Entry], lines: list[list[Entry]]) -> Iterator[Problem]:
    """Labels that could not stand in a rule file, and sides of one piece that do not agree on theirs."""
    first: dict[str, str] = {}
    for line in lines:
        piece, label = (_cell_of(header, line, name) for name in (PIECE_COLUMN, LABEL_COLUMN))
        if label is None or not label.text:
            continue
        if LABEL.fullmatch(label.text) is None:
            expected = "a name of letters, digits and _"
        elif label.text in reserved():
            expected = "a name that is no word of the language"
        elif piece is not None and first.setdefault(piece.text, label.text) != label.text:
            expected = f"{first[piece.text]!r}, as on the other side"
        else:
            continue
        yield BadTable(what="a label", expected=expected, found=repr(label.text), span=label.span)


def _rows(header: list[Entry], lines: list[list[Entry]]) -> Iterator[Clause]:
    lines_of: dict[str, list[list[Entry]]] = {}
    for number, line in enumerate(lines):
        piece = _cell_of(header, line, PIECE_COLUMN)
        lines_of.setdefault(str(number) if piece is None else piece.text, []).append(line)
    for together in lines_of.values():
        sides = [_side(header, line) for line in together]
        span = sides[0].span
        named = [_cell_of(header, line, LABEL_COLUMN) for line in together]
        label = next((_ident(each) for each in named if each is not None and each.text), None)
        yield Clause(
            says=Row(sides=tuple(sides)),
            label=label or row_label(sides, span),
            labelled=label is not None,
            span=span,
        )


def _cell_of(header: list[Entry], line: list[Entry], column: str) -> Entry | None:
    """The cell of a line under a heading, if there is such a column."""
    return next(
        (cell for name, cell in zip(header, line, strict=True) if name.text == column), None
    )


def _span(line: list[Entry]) -> Span:
    return line[0].span.to(line[-1].span)


def _side(header: list[Entry], line: list[Entry]) -> Side:
    title: str | None = None
    cells: list[Cell] = []
    blank: list[Cell] = []
    for name, entry in zip(header, line, strict=True):
        if name.text == TITLE_COLUMN:
            title = entry.text or None
        elif name.text not in OWN_COLUMNS:
            (cells if entry.text.strip() else blank).append(_cell(name, entry))
    return Side(
        title=title,
        cells=tuple(cells),
        amounts=None,
        blank=tuple(blank),
        headings=_span(header),
        span=_span(line),
    )


def _cell(name: Entry, entry: Entry) -> Cell:
    digits = entry.text.removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) <= MOST_DIGITS:
        return Cell(name=_ident(name), value=int(entry.text), span=entry.span)
    words = tuple(Ident(text=word, span=entry.span) for word in WORD.findall(entry.text))
    return Cell(name=_ident(name), value=words, span=entry.span)


def _ident(entry: Entry) -> Ident:
    return Ident(text=entry.text, span=entry.span)
