"""Cells that are set for a whole table or one by one."""

import pytest
from kernel.small import PLAIN, meant, small, text

from splendor_dsl.diagnostics import MOST_REPORTED
from splendor_dsl.semantics import tables
from splendor_dsl.semantics.pieces import MOST_FIELDS
from splendor_dsl.semantics.problems import CannotSet
from splendor_dsl.semantics.rows import rows_of_section, set_cell, sides_in
from splendor_dsl.semantics.tables import MOST_OF_PIECE, MOST_SIDES, Allowance
from splendor_dsl.semantics.type_problems import TooLarge
from splendor_dsl.source import Source, Span
from splendor_dsl.syntax.ast import Clause, Row, Rows
from splendor_dsl.syntax.from_text import from_text

TWO_SIDES = 'sun: 1 0 copper : 1 silver / "moon" 1 9 iron : 1 iron\nstar: 1 0 copper : 1 silver'


def fixed_values(value: str, cells: str) -> object:
    """The values of a card of a table in which a field is fixed."""
    return small(**{f"rows cards with {value}": cells}).model.pieces[-1].values


@pytest.mark.parametrize(
    ("value", "cells", "field", "found"),
    [
        ("size 2", "seven: 9 iron : 1 iron", "size", 2),
        ("size (2)", "seven: 9 iron : 1 iron", "size", 2),
        ("size ((2))", "seven: 9 iron : 1 iron", "size", 2),
        ("gives iron", "seven: 2 9 : 1 iron", "gives", (0, 0, 1, 0)),
        ("gives (iron)", "seven: 2 9 : 1 iron", "gives", (0, 0, 1, 0)),
        ("gives 2 iron + 1 copper", "seven: 2 9 : 1 iron", "gives", (1, 0, 2, 0)),
    ],
)
def test_a_field_may_be_fixed_by_any_way_to_write_its_value(
    value: str, cells: str, field: str, found: object
) -> None:
    values = fixed_values(value, cells)
    assert values[field] == found  # type: ignore[index]


def rows_of(**sections: str) -> tuple[Clause, ...]:
    return section_of(**sections).body


def section_of(**sections: str) -> Clause:
    parsed = from_text(Source(name="small.rules", text=text(**sections))).file
    assert parsed is not None
    (section,) = (
        top for top in parsed.tops if isinstance(top, Clause) and isinstance(top.construct, Rows)
    )
    return section


def test_a_cell_is_set_in_a_row_of_one_side_alone() -> None:
    sun, star = rows_of(rows_cards=TWO_SIDES)
    fixed = from_text(
        Source(name="x.rules", text=text(**{"rows cards with worth 3": "x: 1 iron : 1 iron"}))
    ).file
    assert fixed is not None
    construct = next(
        t.construct
        for t in fixed.tops
        if isinstance(t, Clause) and isinstance(t.construct, Rows) and t.construct.fixed_field
    )
    assert construct.fixed_field is not None
    assert construct.fixed_value is not None
    changed = set_cell(star, "rows.cards.star.worth", construct.fixed_field, construct.fixed_value)
    assert isinstance(changed, Clause)
    assert isinstance(changed.construct, Row)
    assert [cell.value for cell in changed.construct.sides[0].changed] == [3]
    refused = set_cell(sun, "rows.cards.sun.worth", construct.fixed_field, construct.fixed_value)
    assert isinstance(refused, CannotSet)
    assert not refused.inside
    assert sides_in((sun, star)) == 3


def test_a_table_of_too_many_sides_has_no_rows() -> None:
    section = section_of(rows_cards=TWO_SIDES)
    assert rows_of_section(section, Allowance(sides=3)) == (section.body, ())
    allowance = Allowance(sides=2)
    rows, (problem,) = rows_of_section(section, allowance)
    assert rows == ()
    assert isinstance(problem, TooLarge)
    assert (problem.bound, problem.found) == (MOST_SIDES, MOST_SIDES + 1)
    assert rows_of_section(section, allowance) == ((), ())  # told once


@pytest.mark.parametrize(
    ("unread", "near"), [(0, True), (MOST_REPORTED - 1, True), (MOST_REPORTED, False)]
)
def test_names_near_a_file_are_looked_for_as_long_as_problems_are_told(
    monkeypatch: pytest.MonkeyPatch, unread: int, *, near: bool
) -> None:
    section, asked = section_of(rows_cards=TWO_SIDES), []

    def read(name: str, span: Span, *, near: bool) -> Source:
        asked.append(near)
        return Source(name=name, text="label,size\n")

    monkeypatch.setattr(tables, "read_local_file", read)
    tables.rows_from_file("x.csv", section.span, Allowance(unread=unread))
    assert asked == [near]


def problems_of(**sections: str) -> list[TooLarge]:
    """Return what is too large in the plain game with some sections replaced."""
    return [each for each in meant(text(**sections)).problems if isinstance(each, TooLarge)]


def test_a_kind_has_so_many_fields_and_no_more() -> None:
    fields = "; ".join(f"f{number} 0 to 1 = 0" for number in range(MOST_FIELDS - 4))
    kinds = PLAIN["kinds"]
    assert problems_of(kinds=kinds.replace("{", f"{{ {fields};")) == []
    [found] = problems_of(kinds=kinds.replace("{", f"{{ {fields}; last 0 to 1 = 0;"))
    assert (found.what, found.bound) == ("fields of 'cards'", MOST_FIELDS)
    assert found.found == MOST_FIELDS + 1
    assert found.span is not None
    assert found.span.text.startswith("price")


def test_a_piece_has_so_many_sides_and_no_more() -> None:
    sides = [f'"{number}" 1 0 iron : 1 iron' for number in range(MOST_OF_PIECE + 1)]
    assert problems_of(rows_cards=f"sun: {' / '.join(sides[:-1])}") == []
    [found] = problems_of(rows_cards=f"sun: {' / '.join(sides)}")
    assert (found.what, found.bound) == ("sides of one piece", MOST_OF_PIECE)
    assert found.found == MOST_OF_PIECE + 1


def test_no_amounts_may_be_written_as_0() -> None:
    rows = "one: size=1 worth=2 gives=0 price=iron\ntwo: size=2 worth=2 gives=iron price=0"
    one, two = small(rows_cards=rows).model.pieces
    assert (one.values["gives"], one.values["price"]) == ((0, 0, 0, 0), (0, 0, 1, 0))
    assert (two.values["gives"], two.values["price"]) == ((0, 0, 1, 0), (0, 0, 0, 0))


def test_numbers_that_are_fixed_may_be_computed() -> None:
    counters = "heat 2 * 3 - 1 from 1 - 3 to 2 * 2 * 5"
    counter = small(counters=counters).model.counters["heat"]
    assert (counter.low, counter.high) == (-2, 20)
