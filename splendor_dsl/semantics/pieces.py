"""Kinds of pieces and their tables: fits the cells of each row to the fields of its kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import count
from typing import Final

import attrs
from attrs import evolve, frozen

from splendor_dsl.diagnostics import MOST_REPORTED, Problem
from splendor_dsl.semantics.expressions import fixed
from splendor_dsl.semantics.model import Field, Kind, Piece
from splendor_dsl.semantics.problems import twice
from splendor_dsl.semantics.scope import ALL_TOKENS, Names
from splendor_dsl.semantics.step_context import new_scope, where_of
from splendor_dsl.semantics.table_problems import BadRow, BadTable
from splendor_dsl.semantics.tables import MOST_DIGITS, MOST_OF_PIECE, OWN_COLUMNS
from splendor_dsl.semantics.type_problems import OutOfRange, TooLarge, UpsideDown
from splendor_dsl.span import Span
from splendor_dsl.spelling import nearest
from splendor_dsl.syntax import ast as a
from splendor_dsl.syntax.expressions import Ident

Value = int | tuple[int, ...]
MOST_FIELDS: Final = 64  # of a kind: every piece has a value for each
_ENOUGH: Final = 10 * MOST_REPORTED  # problems: the first are reported, the others counted
ANY_NUMBER: Final = (-(10**9), 10**9)  # the range of a field with a broken one


def kind_of(clause: a.Clause, names: Names) -> Kind:
    """Return a kind of piece and its fields."""
    path = f"kinds.{clause.name}"
    fields: dict[str, Field] = {}
    if len(clause.body) > MOST_FIELDS:
        what, found = f"fields of {clause.name!r}", len(clause.body)
        span = clause.body[MOST_FIELDS].span
        names.report(TooLarge(what=what, bound=MOST_FIELDS, found=found, span=span, path=path))
    for each in clause.body[:MOST_FIELDS]:
        fields[each.name] = _field(each, f"{path}.{each.name}", names)
    return Kind(name=clause.name, fields=fields, where=where_of(clause, path))


def ordered_range(name: str, low: int, high: int, span: Span, names: Names) -> tuple[int, int]:
    """Return the ends of a range, the smaller first; report a range that has them the other way round."""
    if low > high:
        names.report(UpsideDown(name=name, low=low, high=high, span=span))
    return min(low, high), max(low, high)


def _field(clause: a.Clause, path: str, names: Names) -> Field:
    construct, scope = clause.construct, new_scope(names)
    where = where_of(clause, path)
    if isinstance(construct, a.FieldRange):
        low, high = fixed(construct.low, scope), fixed(construct.high, scope)
        default = fixed(construct.default, scope) if construct.default is not None else None
        if construct.default is not None and default is None:
            default = 0
        if low is None or high is None:
            low, high = ANY_NUMBER  # so that its uses are no further problems
        low, high = ordered_range(clause.name, low, high, construct.high.span, names)
        return Field(
            name=clause.name,
            type="number",
            low=low,
            high=high,
            group=None,
            default=default,
            where=where,
        )
    assert isinstance(construct, a.FieldOf)
    if construct.group.text not in names.groups:
        names.unknown(construct.group, "a group of tokens", names.groups)
        names.groups[construct.group.text] = names.groups[
            ALL_TOKENS
        ]  # so that its uses are no further problems
    default_amounts = None if construct.default is None else (0,) * len(names.tokens)
    return Field(
        name=clause.name,
        type="amounts",
        low=0,
        high=0,
        group=construct.group.text,
        default=default_amounts,
        where=where,
    )


@frozen(kw_only=True)
class Table:
    """The rows of one kind, on the way to pieces."""

    kind: Kind
    names: Names
    in_order: bool = True
    unknown_headings: set[str] = attrs.field(factory=set)  # reported already

    def report(
        self, what: str, expected: str, found: str, span: Span, colon: str | None = None
    ) -> None:
        """Report a row that does not fit."""
        bad = BadRow(what=what, expected=expected, found=found, span=span, colon=colon)
        self.names.report(bad if self.in_order else bad.but(in_order=False))


def pieces_of(section: a.Clause, names: Names, things: int) -> Iterator[Piece]:
    """Yield the pieces of one table; `things` numbers the next physical piece."""
    kind = names.kinds.get(section.name)
    if kind is None:
        names.unknown(section.label, "a kind of piece", names.kinds)
        return
    table = Table(kind=kind, names=names)
    by_headings = evolve(table, in_order=False)
    for row in section.body:
        assert isinstance(row.construct, a.Row)
        path = f"rows.{section.name}.{row.name}"
        if len(row.construct.sides) > MOST_OF_PIECE:
            names.report(_too_many_sides(row, path))
            continue
        for number, side in enumerate(row.construct.sides):
            label = row.name if len(row.construct.sides) == 1 else _side_label(row, number)
            # After so many problems the rest is not read, so no name in it can be unknown.
            known = len(names.problems) < _ENOUGH
            reader = table if side.headings is None else by_headings
            values = _values(reader, side) if known else None
            if values is None:
                names.faulty_rows |= {(kind.name, label), (kind.name, side.title)}
            else:
                where = where_of(row, path)
                yield Piece(
                    label=label,
                    kind=kind.name,
                    title=side.title,
                    thing=things,
                    values=values,
                    where=where,
                )
        things += 1


def _too_many_sides(row: a.Clause, path: str) -> Problem:
    assert isinstance(row.construct, a.Row)
    span, found = row.construct.sides[MOST_OF_PIECE].span, len(row.construct.sides)
    return TooLarge(
        what="sides of one piece", bound=MOST_OF_PIECE, found=found, span=span, path=path
    )


def with_unique_labels(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """Return pieces with labels of their own: a side with the label of another piece gets that of its row and a number.

    The number is that of the side, or the next one with a label that no other piece of the kind has.
    """
    called = Counter((piece.kind, piece.label) for piece in pieces)
    sides = Counter(piece.thing for piece in pieces)
    alike = [sides[each.thing] > 1 and called[each.kind, each.label] > 1 for each in pieces]
    taken = {(p.kind, p.label) for p, same in zip(pieces, alike, strict=True) if not same}
    seen: Counter[int] = Counter()
    found = []
    for piece, same in zip(pieces, alike, strict=True):
        seen[piece.thing] += 1
        label = piece.label
        if same:
            row = piece.where.path.rpartition(".")[2]
            labels = (f"{row}_{number}" for number in count(seen[piece.thing]))
            label = next(each for each in labels if (piece.kind, each) not in taken)
            taken.add((piece.kind, label))
        found.append(evolve(piece, label=label))
    return tuple(found)


def _side_label(row: a.Clause, number: int) -> str:
    parts = row.name.split("_or_")
    assert isinstance(row.construct, a.Row)
    return parts[number] if len(parts) == len(row.construct.sides) else f"{row.name}_{number + 1}"


def _values(table: Table, side: a.Side) -> dict[str, Value] | None:
    values: dict[str, Value] = {}
    for problem in _repeated_names(table, side):
        table.names.report(problem)
    sound = _named_cells(table, side, values) and _plain_cells(table, side, values)
    sound &= _amounts(table, side, values)
    for cell in side.changed:
        sound &= _put_named(table, side, cell, values)
    if not sound:
        return None
    for name, field in table.kind.fields.items():
        if name not in values and field.default is not None:
            values[name] = field.default
        elif name not in values:
            _report_missing(table, side, field)
            sound = False
    return {name: values[name] for name in table.kind.fields} if sound else None


def _report_missing(table: Table, side: a.Side, field: Field) -> None:
    """Report a field without a value: its cell in the file is empty, or there is no column for it."""
    blank = {cell.name.text: cell.span for cell in side.blank if cell.name is not None}
    amounts = [blank[name] for name in table.names.tokens if name in blank]
    if field.name in blank:
        table.report(field.name, _wanted(field), "an empty cell", blank[field.name])
    elif field.type == "amounts" and amounts:
        expected = f"a number for one of the {field.group}"
        table.report(field.name, expected, "empty cells", amounts[0].to(amounts[-1]))
    elif side.headings is not None:
        what, expected = "the headings", f"a column for {field.name!r}"
        table.names.report(BadTable(what=what, expected=expected, found="none", span=side.headings))
    else:
        what, expected = f"a row of {table.kind.name!r}", f"a value for {field.name!r}"
        table.report(what, expected, "none", side.span)


def _wanted(field: Field) -> str:
    return "a whole number" if field.type == "number" else f"one of the {field.group}"


def _repeated_names(table: Table, side: a.Side) -> Iterator[Problem]:
    """Yield the fields and columns that a row or its table names twice, and the tokens twice in its amounts."""
    cells = [cell.name for cell in (*side.fixed, *side.cells) if cell.name is not None]
    yield from _repeated(f"a row of {table.kind.name!r}", cells)
    for each in (True, False):
        words = [item.what for item in side.amounts or () if item.each == each]
        yield from _repeated(f"the amounts in a row of {table.kind.name!r}", words)


def _repeated(what: str, words: Sequence[Ident]) -> Iterator[Problem]:
    seen: dict[str, Ident] = {}
    for word in words:
        first = seen.setdefault(word.text, word)
        if first is not word and first.span != word.span:  # many cells share one heading
            yield twice(what, word, first)


def positional(kind: Kind, tokens: Collection[str], side: a.Side) -> list[Field]:
    """Return the fields that cells without a name fill, in order."""
    named = _named((*side.cells, *side.blank, *side.fixed))
    fields = [f for f in kind.fields.values() if f.default is None and f.name not in named]
    if not named.isdisjoint(tokens):  # columns with names of tokens fill the fields of amounts
        fields = [f for f in fields if f.type != "amounts"]
    last = side.amounts is not None and fields and fields[-1].type == "amounts"
    return fields[:-1] if last else fields


def _named(cells: tuple[a.Cell, ...]) -> set[str]:
    return {cell.name.text for cell in cells if cell.name is not None}


def _plain_cells(table: Table, side: a.Side, values: dict[str, Value]) -> bool:
    if side.headings is not None:  # all cells have names
        return True
    cells = [cell for cell in side.cells if cell.name is None]
    fields = positional(table.kind, table.names.tokens, side)
    if len(cells) != len(fields):
        expected = ", ".join(field.name for field in fields) or "no cells"
        found = f"{len(cells)} cell{'s' * (len(cells) != 1)}"
        last = fields[-1] if fields and side.amounts is None else None
        colon = last.name if last is not None and last.type == "amounts" else None
        table.report(f"a row of {table.kind.name!r}", expected, found, side.span, colon)
        return False
    sound = [_put(table, field, cell, values) for field, cell in zip(fields, cells, strict=True)]
    return all(sound)


def _named_cells(table: Table, side: a.Side, values: dict[str, Value]) -> bool:
    own = _named(side.cells)
    fixed = (cell for cell in side.fixed if cell.name is not None and cell.name.text not in own)
    sound = True
    for cell in (*side.cells, *fixed):
        if cell.name is not None:
            sound &= _put_named(table, side, cell, values)
    return sound


def _put_named(table: Table, side: a.Side, cell: a.Cell, values: dict[str, Value]) -> bool:
    assert cell.name is not None
    field = table.kind.fields.get(cell.name.text)
    if field is not None:
        return _put(table, field, cell, values)
    if cell.name.text in table.names.tokens:
        return _put_column(table, side, cell, values)
    if side.headings is not None and cell.name.text in table.unknown_headings:
        return False
    fitting = (*table.kind.fields, *table.names.tokens)
    if side.headings is None:
        table.names.unknown(cell.name, f"a field of {table.kind.name}", fitting)
    else:
        table.unknown_headings.add(cell.name.text)
        headings = (*table.kind.fields, *OWN_COLUMNS)
        expected = f"one of {', '.join(map(repr, headings))} or a token"
        missing = _missing_field(table, side, cell) or nearest(cell.name.text, OWN_COLUMNS, slips=1)
        table.names.unknown(cell.name, expected, fitting, missing)
    return False


def _missing_field(table: Table, side: a.Side, cell: a.Cell) -> str | None:
    """Return the one field without a column that would fit a cell; of several, the one with the same first letter."""
    assert cell.name is not None
    sort = "number" if isinstance(cell.value, int) else "amounts"
    fields = positional(table.kind, table.names.tokens, side)
    names = [field.name for field in fields if field.type == sort]
    alike = [name for name in names if name[0] == cell.name.text[:1]]
    found = alike or names
    return found[0] if len(found) == 1 else None


def _put_column(table: Table, side: a.Side, cell: a.Cell, values: dict[str, Value]) -> bool:
    """Put a cell into the one field of amounts that has no column of its own, or else no cell."""
    assert cell.name is not None
    filled, blank = _named(side.cells), _named(side.blank)
    empty = [f for f in table.kind.fields.values() if f.type == "amounts" and f.name not in filled]
    fields = [f for f in empty if f.name not in blank] or empty
    if len(fields) != 1:
        found = "several" if fields else "none"
        what = f"the column {cell.name.text!r}"
        table.report(what, "one field of amounts without a column", found, cell.name.span)
        return False
    (field,) = fields
    if not isinstance(cell.value, int):
        _report_no_number(table, cell.name.text, cell)
        return False
    if cell.value < 0:
        table.report(cell.name.text, "a number of at least 0", str(cell.value), cell.span)
        return False
    return _put_amount(table, field, cell.name, cell.value, values)


def _put_amount(
    table: Table, field: Field, token: Ident, count: int, values: dict[str, Value]
) -> bool:
    index = table.names.tokens.get(token.text)
    members = table.names.groups.get(field.group or "", ())
    if index is not None and index not in members:
        table.report(field.name, f"one of the {field.group}", repr(token.text), token.span)
        return False
    if index is None:
        words = [name for name, i in table.names.tokens.items() if i in members]
        table.names.unknown(token, f"one of the {field.group}", words)
        return False
    old = values.get(field.name, (0,) * len(table.names.tokens))
    assert isinstance(old, tuple)
    values[field.name] = (*old[:index], old[index] + count, *old[index + 1 :])
    return True


def _put(table: Table, field: Field, cell: a.Cell, values: dict[str, Value]) -> bool:
    if field.type == "number":
        if not isinstance(cell.value, int):
            _report_no_number(table, field.name, cell)
            return False
        if not field.low <= cell.value <= field.high:
            table.names.report(
                OutOfRange(
                    name=field.name,
                    low=field.low,
                    high=field.high,
                    found=cell.value,
                    span=cell.span,
                )
            )
            return False
        values[field.name] = cell.value
        return True
    if isinstance(cell.value, int):
        if cell.value:
            table.report(field.name, _wanted(field), str(cell.value), cell.span)
            return False
        values.setdefault(field.name, (0,) * len(table.names.tokens))
        return True
    values[field.name] = (0,) * len(table.names.tokens)
    sound = [_put_amount(table, field, word, 1, values) for word in cell.value]
    return all(sound)


def _report_no_number(table: Table, what: str, cell: a.Cell) -> None:
    text = _text(cell)
    digits = text.removeprefix("-")
    long = digits.isascii() and digits.isdigit()
    most = f" of at most {MOST_DIGITS} digits" if long else ""
    table.report(what, f"a whole number{most}", repr(text), cell.span)


def _text(cell: a.Cell) -> str:
    assert not isinstance(cell.value, int)
    return " ".join(word.text for word in cell.value)


def _amounts(table: Table, side: a.Side, values: dict[str, Value]) -> bool:
    if side.amounts is None:
        return True
    field = list(table.kind.fields.values())[-1] if table.kind.fields else None
    if field is None or field.type != "amounts":
        table.report(f"a row of {table.kind.name!r}", "no amounts after a colon", "some", side.span)
        return False
    values[field.name] = (0,) * len(table.names.tokens)
    sound = True
    for item in side.amounts:
        words = [item.what]
        if item.each:
            members = table.names.groups.get(item.what.text, ())
            words = [
                Ident(text=n, span=item.what.span)
                for n, i in table.names.tokens.items()
                if i in members
            ]
        for word in words:
            sound &= _put_amount(table, field, word, item.count, values)
    return sound
