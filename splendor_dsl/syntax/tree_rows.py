"""Builders of clauses from the rows of a table: one function for each construct."""

from collections.abc import Mapping
from typing import Final

from attrs import evolve

from splendor_dsl.source import Span
from splendor_dsl.syntax.ast import AmountItem, Cell, Clause, Row, Side
from splendor_dsl.syntax.expressions import Ident, Number
from splendor_dsl.syntax.labels import row_label
from splendor_dsl.syntax.tree_expressions import Builder
from splendor_dsl.syntax.tree_parts import Notes, Text

Amounts = tuple[AmountItem, ...]


def _row(span: Span, label: Ident | None, *parts: Side | Notes) -> Clause:
    *sides, notes = parts
    assert isinstance(notes, Notes)
    faces = tuple(each for each in sides if isinstance(each, Side))
    return Clause(
        construct=Row(sides=faces),
        label=label or row_label(faces, span),
        labelled=label is not None,
        cites=notes.cites,
        because=notes.because,
        span=span,
    )


def _named_side(span: Span, title: Text, *parts: Cell | Amounts | None) -> Side:
    *cells, amounts = parts
    return _side(span, title.text, cells, amounts)


def _plain_side(span: Span, *parts: Cell | Amounts | None) -> Side:
    *cells, amounts = parts
    return _side(span, None, cells, amounts)


def _side(
    span: Span,
    title: str | None,
    cells: list[Cell | Amounts | None],
    amounts: Cell | Amounts | None,
) -> Side:
    assert not isinstance(amounts, Cell)
    kept = tuple(each for each in cells if isinstance(each, Cell))
    return Side(title=title, cells=kept, amounts=amounts, span=span)


def _named_cell(span: Span, name: Ident, _equal: Ident, cell: Cell) -> Cell:
    return evolve(cell, name=name, span=span)


def _cell_number(span: Span, number: Number) -> Cell:
    return Cell(name=None, value=number.value, span=span)


def _cell_below_0(span: Span, number: Number) -> Cell:
    return Cell(name=None, value=-number.value, span=span)


def _cell_names(span: Span, *names: Ident) -> Cell:
    return Cell(name=None, value=names, span=span)


def _amount_list(_span: Span, *items: AmountItem) -> Amounts:
    return items


def _amount_item(span: Span, count: Number, each: Ident | None, what: Ident) -> AmountItem:
    return AmountItem(count=count.value, each=each is not None, what=what, span=span)


ROWS: Final[Mapping[str, Builder]] = {
    "amount_item": _amount_item,
    "amount_list": _amount_list,
    "cell_below_0": _cell_below_0,
    "cell_names": _cell_names,
    "cell_number": _cell_number,
    "named_cell": _named_cell,
    "named_side": _named_side,
    "plain_side": _plain_side,
    "row": _row,
}
