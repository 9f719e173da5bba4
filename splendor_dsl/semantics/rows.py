"""Rows of tables, on the way to pieces: files are read, the field of `with` is set, single cells are changed."""

from __future__ import annotations

from collections.abc import Container, Iterable

from attrs import evolve

from splendor_dsl.diagnostics import Problem
from splendor_dsl.semantics.problems import CannotSet
from splendor_dsl.semantics.tables import Allowance, rows_from_file
from splendor_dsl.semantics.type_problems import WrongType
from splendor_dsl.syntax.ast import Cell, Clause, Row, Rows
from splendor_dsl.syntax.expressions import Amount, Chain, Expr, Grouped, Ident, Number, Sum

MOST_IN_CELL = 99


def rows_of_section(
    section: Clause, allowance: Allowance
) -> tuple[tuple[Clause, ...], tuple[Problem, ...]]:
    """Return the rows of a `rows` section, each with the cell that `with` fixes, as far as they are allowed."""
    construct = section.construct
    assert isinstance(construct, Rows)
    rows: tuple[Clause, ...] = section.body
    problems: tuple[Problem, ...] = ()
    if allowance.is_used_up:
        return (), ()
    if construct.file is not None:
        rows, problems = rows_from_file(
            construct.file, construct.file_span or section.span, allowance
        )
    too_many = allowance.of_sides(sides_in(rows), section.label.span)
    if too_many is not None:
        return (), (*problems, too_many)
    if construct.fixed_field is None or construct.fixed_value is None:
        return rows, problems
    cell = fixed_cell(construct.fixed_field, construct.fixed_value)
    if isinstance(cell, Problem):
        return rows, (*problems, cell)
    return tuple(with_fixed(row, (cell,)) for row in rows), problems


def sides_in(rows: Iterable[Clause]) -> int:
    """Return the number of sides of all pieces of some rows."""
    return sum(len(row.construct.sides) for row in rows if isinstance(row.construct, Row))


def fixed_cell(name: Ident, value: Expr) -> Cell | Problem:
    """Return the cell of an expression: a number, a word, or amounts."""
    match value:
        case Number():
            return Cell(name=name, value=value.value, span=value.span)
        case Sum(signs=("-",), parts=(Number(value=number),)):
            return Cell(name=name, value=-number, span=value.span)
        case Chain(words=(word,)):
            return Cell(name=name, value=(word,), span=value.span)
        case Grouped():
            return fixed_cell(name, value.body)
        case Amount(count=Number(value=count), each=False, what=what) if count <= MOST_IN_CELL:
            return Cell(name=name, value=(what,) * count, span=value.span)
        case Sum(signs=signs, parts=parts) if set(signs) == {"+"}:
            cells = [fixed_cell(name, part) for part in parts]
            words = [
                cell.value
                for cell in cells
                if isinstance(cell, Cell) and isinstance(cell.value, tuple)
            ]
            if len(words) == len(parts):
                return Cell(
                    name=name, value=tuple(word for each in words for word in each), span=value.span
                )
    return WrongType(
        expected="a number, or amounts such as 2 of one token",
        found=value.span.text,
        span=value.span,
    )


def set_cell(row: Clause, path: str, name: Ident, value: Expr) -> Clause | Problem:
    """Return the row with one cell changed."""
    construct = row.construct
    assert isinstance(construct, Row)
    if len(construct.sides) > 1:
        return CannotSet(wanted=path, inside=False, span=name.span, path=path)
    cell = fixed_cell(name, value)
    if isinstance(cell, Problem):
        return cell
    side = construct.sides[0]
    return evolve(row, construct=Row(sides=(evolve(side, changed=(*side.changed, cell)),)))


def with_fixed(row: Clause, cells: tuple[Cell, ...]) -> Clause:
    """Return the row with the cells of `with`."""
    construct = row.construct
    assert isinstance(construct, Row)
    return evolve(
        row, construct=Row(sides=tuple(evolve(side, fixed=cells) for side in construct.sides))
    )


def numbered(item: Clause, there: Container[str], numbers: dict[str, int]) -> Clause:
    """Return a row, with a number behind its label if that is not the author's and repeats another."""
    if item.labelled or not isinstance(item.construct, Row) or item.name not in there:
        return item
    number = numbers.get(item.name, 1) + 1
    while f"{item.name}_{number}" in there:
        number += 1
    numbers[item.name] = number
    return evolve(item, label=evolve(item.label, text=f"{item.name}_{number}"))


def in_table(items: tuple[Clause, ...], beside: Clause) -> tuple[Clause, ...]:
    """Return rows that come beside or instead of another, with the cells of `with` of its table."""
    if not isinstance(beside.construct, Row):
        return items
    fixed = beside.construct.sides[0].fixed
    return tuple(with_fixed(item, fixed) for item in items)
