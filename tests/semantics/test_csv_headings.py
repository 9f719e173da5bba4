"""The headings of a table in a CSV file: what parts them."""

from pathlib import Path

import pytest
from semantics.programs import extensions

from splendor_dsl.diagnostics import Problem
from splendor_dsl.pipeline import load_file

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
