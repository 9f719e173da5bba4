"""The text of rows of a table, in columns."""

from collections.abc import Iterator, Sequence

from splendor_dsl.syntax.ast import Cell, Clause, Row, Side
from splendor_dsl.syntax.expression_text import quoted


def row_text(row: Clause) -> str:
    """Return the text of a row, in one line."""
    return " ".join(_columns(row))


def aligned(rows: Sequence[Clause], width: int) -> list[str]:
    """Return the texts of rows, with columns of equal width among rows of the same form.

    If one of them would be too wide, each side of all of them has a line of its own.
    """
    columns = [list(_columns(row)) for row in rows]
    forms = [_form(row) for row in rows]
    lines: dict[int, str] = {}
    for form in set(forms):
        same = [index for index, own in enumerate(forms) if own == form]
        _widen([columns[index] for index in same])
        lines.update(zip(same, _lines([columns[index] for index in same], width), strict=True))
    return [lines[index] for index in range(len(rows))]


def _lines(rows: list[list[str]], width: int) -> list[str]:
    lines = [" ".join(row).rstrip() for row in rows]
    if max(map(len, lines)) <= width:
        return lines
    return ["\n".join(map(str.rstrip, _sides(row))) for row in rows]


def _sides(row: list[str]) -> Iterator[str]:
    """Yield the text of each side, from its `/` on."""
    start = 0
    for index, column in enumerate(row):
        if column == "/":
            yield " ".join(row[start:index])
            start = index
    yield " ".join(row[start:])


def _widen(rows: list[list[str]]) -> None:
    for index, column in enumerate(zip(*rows, strict=True)):
        width = max(map(len, column))
        numbers = all(each.removeprefix("-").isdigit() for each in column)
        for row in rows:
            row[index] = row[index].rjust(width) if numbers else row[index].ljust(width)


def _form(row: Clause) -> tuple[object, ...]:
    """Return what two rows have to share for their columns to match."""
    sides = row.construct.sides if isinstance(row.construct, Row) else ()
    return row.labelled, *((s.title is not None, len(s.cells), bool(s.amounts)) for s in sides)


def _columns(row: Clause) -> Iterator[str]:
    if row.labelled:
        yield f"{row.name}:"
    sides = row.construct.sides if isinstance(row.construct, Row) else ()
    for index, side in enumerate(sides):
        if index > 0:
            yield "/"
        yield from _side(side)


def _side(side: Side) -> Iterator[str]:
    if side.title is not None:
        yield quoted(side.title)
    yield from map(_cell, side.cells)
    if side.amounts:
        yield ":"
        yield ", ".join(
            f"{each.count} {'each ' if each.each else ''}{each.what.text}" for each in side.amounts
        )


def _cell(cell: Cell) -> str:
    name = "" if cell.name is None else f"{cell.name.text}="
    if isinstance(cell.value, int):
        return f"{name}{cell.value}"
    return name + "+".join(word.text for word in cell.value)
