"""Mutants of the tables of pieces, which are counted separately: each number and each token of a cell."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from attrs import evolve

from splendor_dsl.semantics.model import Model
from splendor_dsl.semantics.pieces import positional
from splendor_dsl.semantics.tree import change, put
from splendor_dsl.span import Span
from splendor_dsl.syntax import ast as a
from splendor_dsl.syntax.expressions import Ident
from splendor_dsl.testing.mutants import CELL, Mutant, Site


def mutated_cells(site: Site) -> Iterator[Mutant]:
    """Yield the mutants of a row, one for each changed cell."""
    construct = site.clause.construct
    if not isinstance(construct, a.Row):
        return
    yield from _fixed(site, construct.sides[0])
    for number, side in enumerate(construct.sides):
        for was, now, span, changed in _sides(site, side):
            sides = (*construct.sides[:number], changed, *construct.sides[number + 1 :])
            mutant = site.construct_with(CELL, was, now, sides=sides)
            yield evolve(mutant, span=span)


def _fixed(site: Site, side: a.Side) -> Iterator[Mutant]:
    """Yield the mutants of cells under `with`, which all rows of a table share."""
    table = site.path.rpartition(".")[0]
    for cell in side.fixed:
        for was, now, value in _values(site, side, cell):
            new = evolve(cell, value=value)
            yield Mutant(
                kind=CELL,
                path=table,
                was=was,
                now=now,
                span=cell.span,
                apply=partial(_with_other, table, cell, new),
            )


def _with_other(table: str, cell: a.Cell, new: a.Cell, tree: a.Clause) -> a.Clause:
    """Return the tree with a cell replaced in all rows under one `with`."""

    def changed(row: a.Clause) -> a.Clause:
        construct = row.construct
        assert isinstance(construct, a.Row)
        sides = tuple(
            evolve(side, fixed=tuple(new if _is(each, cell) else each for each in side.fixed))
            for side in construct.sides
        )
        return evolve(row, construct=a.Row(sides=sides))

    def rows(block: tuple[a.Clause, ...], at: int) -> tuple[a.Clause, ...]:
        return put(block, at, block[at].with_body(tuple(changed(row) for row in block[at].body)))

    return change(tree, table, rows)


def _is(cell: a.Cell, other: a.Cell) -> bool:
    return cell == other and cell.span == other.span


def _sides(site: Site, side: a.Side) -> Iterator[tuple[str, str, Span, a.Side]]:
    for name in ("cells", "changed"):
        cells: tuple[a.Cell, ...] = getattr(side, name)
        for at, cell in enumerate(cells):
            for was, now, value in _values(site, side, cell):
                new = (*cells[:at], evolve(cell, value=value), *cells[at + 1 :])
                changes: dict[str, Any] = {name: new}
                yield was, now, cell.span, evolve(side, **changes)
    for at, item in enumerate(side.amounts or ()):
        for count in (item.count + 1, item.count - 1):
            items = (*(side.amounts or ()),)
            new_items = (*items[:at], evolve(item, count=count), *items[at + 1 :])
            was, now = f"{item.count} {item.what.text}", f"{count} {item.what.text}"
            yield was, now, item.span, evolve(side, amounts=new_items)


def _values(
    site: Site, side: a.Side, cell: a.Cell
) -> Iterator[tuple[str, str, int | tuple[Ident, ...]]]:
    value = cell.value
    if isinstance(value, int):
        low = min(0, _low(site, side, cell))
        for number in (value + 1, value - 1):
            if number >= low:
                yield str(value), str(number), number
        return
    for at, word in enumerate(value):
        other = _next_token(site.model, word.text)
        if other is not None:
            yield word.text, other, (*value[:at], evolve(word, text=other), *value[at + 1 :])


def _low(site: Site, side: a.Side, cell: a.Cell) -> int:
    """Return the least number that a cell may hold; a column named by a token counts from 0."""
    kind = site.model.kinds[site.path.split(".")[1]]
    if cell.name is not None:
        field = kind.fields.get(cell.name.text)
        return 0 if field is None else field.low
    plain = [each for each in side.cells if each.name is None]
    at = next(number for number, each in enumerate(plain) if each is cell)
    return positional(kind, site.model.token_names(), side)[at].low


def _next_token(model: Model, name: str) -> str | None:
    """Return the token after one in its group."""
    names = model.token_names()
    for tokens in model.groups.values():
        if name in names and names.index(name) in tokens and len(tokens) > 1:
            at = tokens.index(names.index(name))
            return names[tokens[(at + 1) % len(tokens)]]
    return None
