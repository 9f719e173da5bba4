"""The headings of a table in a CSV file: what parts them, and what they can be."""

from pathlib import Path

import pytest
from semantics.programs import extensions

from splendor_dsl.diagnostics import Problem
from splendor_dsl.pipeline import load_file
from splendor_dsl.semantics.tables import (
    MOST_COLUMNS,
    MOST_IN_CELL,
    MOST_LETTERS,
    MOST_SIDES,
    Allowance,
    rows_from_table,
)
from splendor_dsl.semantics.type_problems import TooLarge
from splendor_dsl.source import Source

RULES = """splendor rules 2
variant boats "Boats" extends classic
kinds { boats { crew 1 to 9; cost gems } }
rows boats from "boats.csv"
zones { harbour boats { face up } }
"""
TABLE = "name,crew,white,red\nOtter,2,1,2\nBeaver,3,0,3\n"


def problems(folder: Path, table: str) -> tuple[Problem, ...]:
    (folder / "boats.rules").write_text(RULES, "utf-8")
    (folder / "boats.csv").write_text(table, "utf-8")
    return load_file(folder / "boats.rules", extensions=extensions()).problems


@pytest.mark.parametrize(("sign", "called"), [(";", "';'"), ("\t", "tabs")])
def test_columns_are_parted_by_commas(sign: str, called: str, tmp_path: Path) -> None:
    [told] = [p for p in problems(tmp_path, TABLE.replace(",", sign)) if p.severity == "error"]
    assert told.code == "SPL213"
    assert told.message() == f"the headings: expected commas between the columns, found {called}"
    assert told.span is not None
    assert told.span.line == 1


@pytest.mark.parametrize("sign", [";", "\t"])
def test_columns_that_are_parted_otherwise_may_stand_in_quotes(sign: str, tmp_path: Path) -> None:
    quoted = TABLE.replace("name", '"name"').replace("Otter", '"Otter"').replace(",", sign)
    [told] = [p for p in problems(tmp_path, quoted) if p.severity == "error"]
    assert told.message().startswith("the headings: expected commas between the columns, found")


@pytest.mark.parametrize(("column", "cell"), [("crew", "9" * 20), ("white", "-" + "9" * 10)])
def test_a_number_of_too_many_digits_is_told_as_such(
    column: str, cell: str, tmp_path: Path
) -> None:
    row = {"crew": "2", "white": "1", column: cell}
    table = f"{','.join(row)}\n{','.join(row.values())}\n"
    [told] = [p for p in problems(tmp_path, table) if p.severity == "error"]
    expected = f"{column}: expected a whole number of at most 9 digits, found '{cell}'"
    assert told.message() == expected


def pieces(folder: Path, table: str) -> dict[str, str | None]:
    """The labels and titles of the boats."""
    (folder / "boats.rules").write_text(RULES, "utf-8")
    (folder / "boats.csv").write_text(table, "utf-8")
    loaded = load_file(folder / "boats.rules", extensions=extensions())
    assert loaded.model is not None, [each.message() for each in loaded.problems]
    boats = [loaded.model.pieces[number] for number in loaded.model.pieces_of("boats")]
    return {boat.label: boat.title for boat in boats}


def test_a_column_can_hold_the_labels(tmp_path: Path) -> None:
    table = "label,name,crew,white,red\nswift,Otter,2,1,2\n,Beaver,3,0,3\n"
    assert pieces(tmp_path, table) == {"swift": "Otter", "beaver": "Beaver"}


def test_sides_have_the_label_of_the_first_that_has_one(tmp_path: Path) -> None:
    table = "piece,label,crew,white\n1,,2,1\n1,tub,3,2\n2,,4,3\n"
    found = pieces(tmp_path, table)
    assert [label for label in found if label.startswith("tub")] == ["tub_1", "tub_2"]


@pytest.mark.parametrize("label", ["two words", "7th", "a.b", "and", "é" * 1001])
def test_a_label_is_a_word(label: str, tmp_path: Path) -> None:
    [told] = [
        p for p in problems(tmp_path, f"label,crew,white\n{label},2,1\n") if p.severity == "error"
    ]
    assert told.code == "SPL213"
    kind = "that is no word of the language" if label == "and" else "of letters, digits and _"
    assert told.message() == f"a label: expected a name {kind}, found {label!r}"
    assert told.span is not None
    assert told.span.text == label


def test_sides_of_one_piece_have_one_label(tmp_path: Path) -> None:
    table = "piece,label,crew,white\n1,a,2,1\n1,b,3,2\n1,a,3,2\n"
    [told] = [p for p in problems(tmp_path, table) if p.severity == "error"]
    assert told.message() == "a label: expected 'a', as on the other side, found 'b'"


def test_two_rows_of_one_label_are_told(tmp_path: Path) -> None:
    found = problems(tmp_path, "label,crew,white\na,2,1\na,3,1\n")
    assert "SPL202" in [each.code for each in found]


def test_a_table_without_rows_is_told_at_its_headings(tmp_path: Path) -> None:
    found = [p for p in problems(tmp_path, "crew,white\n\n") if p.severity == "error"]
    assert found[0].message() == "the table: expected rows below the headings, found none"
    assert found[0].span is not None
    assert found[0].span.text == "crew,white"
    assert len(found) == 1


@pytest.mark.parametrize(
    ("heading", "near"),
    [("title", None), ("lable", "label"), ("names", "name"), ("price", None), ("crw", "crew")],
)
def test_an_unknown_heading_is_told_with_what_there_can_be(
    heading: str, near: str | None, tmp_path: Path
) -> None:
    table = f"crew,white,{heading}\n2,1,word\n" if near != "crew" else f"{heading},white\n2,1\n"
    [told] = [p for p in problems(tmp_path, table) if p.severity == "error"]
    names = "'crew', 'cost', 'label', 'name', 'piece', 'side'"
    expected = f"expected one of {names} or a token, found {heading!r}, which is not declared"
    assert told.message() == expected
    assert told.help() == (None if near is None else f"did you mean {near!r}?")


@pytest.mark.parametrize(("first", "near"), [("red", "did you mean 'cost'?"), ("2", None)])
def test_an_unknown_heading_is_told_once_by_what_stands_below_it_first(
    first: str, near: str | None, tmp_path: Path
) -> None:
    table = f"name,crew,price\nOtter,2,{first}\nBeaver,3,2\nMole,3,red\n"
    [told] = [p for p in problems(tmp_path, table) if p.severity == "error"]
    assert "found 'price', which is not declared" in told.message()
    assert told.help() == near


def too_large(folder: Path, table: str) -> TooLarge:
    """The problem of a table that is larger than tables may be."""
    [found] = [each for each in problems(folder, table) if isinstance(each, TooLarge)]
    return found


@pytest.mark.parametrize("more", [1, 5])
def test_a_table_of_too_many_columns_is_told_at_its_first(more: int, tmp_path: Path) -> None:
    columns = [f"c{number}" for number in range(MOST_COLUMNS + more)]
    found = too_large(tmp_path, f"{','.join(columns)}\n")
    assert (found.what, found.bound, found.found) == ("columns", MOST_COLUMNS, MOST_COLUMNS + more)
    assert found.span is not None
    assert found.span.text == "c0"
    fitting = f"{','.join(columns[:MOST_COLUMNS])}\n"
    assert not any(isinstance(each, TooLarge) for each in problems(tmp_path, fitting))


def test_a_cell_of_too_many_characters_is_told(tmp_path: Path) -> None:
    found = too_large(tmp_path, f"name,crew,white\n{'x' * (MOST_IN_CELL + 1)},2,1\n")
    assert (found.what, found.bound) == ("characters in a cell", MOST_IN_CELL)
    assert found.found == MOST_IN_CELL + 1
    fitting = f"name,crew,white\n{'x' * MOST_IN_CELL},2,1\n"
    assert not any(isinstance(each, TooLarge) for each in problems(tmp_path, fitting))


def test_a_table_of_too_many_rows_is_told_with_all_that_are_filled() -> None:
    source = Source(name="boats.csv", text="crew,white\n2,1\n3,1\n4,1\n\n  \n5,1\n")
    rows, found = rows_from_table(source, Allowance(sides=4))
    assert (len(rows), found) == (4, ())
    rows, [problem] = rows_from_table(source, Allowance(sides=2))
    assert rows == ()
    assert isinstance(problem, TooLarge)
    assert problem.what == "sides of pieces in all tables"
    assert (problem.bound, problem.found) == (MOST_SIDES, MOST_SIDES + 2)
    assert problem.span is not None
    assert problem.span.line == 4


def test_tables_of_too_many_characters_are_told() -> None:
    source = Source(name="boats.csv", text="crew,white\n2,1\n")
    length = len(source.text)
    assert Allowance(letters=length).of_letters(source) is None
    allowance = Allowance(letters=length - 1)
    found = allowance.of_letters(source)
    assert isinstance(found, TooLarge)
    assert (found.what, found.bound) == ("characters in all table files", MOST_LETTERS)
    assert found.found == MOST_LETTERS + 1
    assert allowance.is_used_up


@pytest.mark.parametrize("end", ["", "\n"])
def test_a_last_cell_that_is_empty_is_a_cell(end: str, tmp_path: Path) -> None:
    table = f"crew,white,name\n2,1,{end}"
    assert [each for each in problems(tmp_path, table) if each.severity == "error"] == []
