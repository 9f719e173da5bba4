"""Tables of pieces are read within the stated goals of time and memory, or refused by a stated bound, at once."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fuzz.watched import MEGABYTES, Answer, Worker, allowed
from samples import sampled
from semantics.programs import REFUSED

from splendor_dsl.semantics.pieces import MOST_FIELDS
from splendor_dsl.semantics.tables import (
    MOST_COLUMNS,
    MOST_IN_CELL,
    MOST_LETTERS,
    MOST_OF_PIECE,
    MOST_SIDES,
)

BASE = (REFUSED / "base.rules").read_text(encoding="utf-8")
CHIPS = f'{BASE}\nkinds {{ chips "chip" {{ size 0 to 9 }} }}\nzones {{ bag chips "bag" }}\n'
FROM_FILE = f'{CHIPS}rows chips from "table.csv"\n'
ROWS = MOST_SIDES - 100  # beside those of the base


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with Worker() as started:
        yield started


def judged(worker: Worker, folder: Path, rules: str, table: str = "") -> Answer:
    """Judge a rule file and its table; fail where a goal is missed."""
    (folder / "table.csv").write_text(table, encoding="utf-8")
    file = folder / "game.rules"
    file.write_text(rules, encoding="utf-8")
    found = worker.judge(file)
    assert not found.fault, found.fault
    assert found.megabytes <= MEGABYTES
    assert found.seconds <= allowed(file)
    return found


def table(heading: str, row: str, rows: int) -> str:
    return f"{heading}\n" + "".join(f"{row.format(at)}\n" for at in range(rows))


WIDE = ",".join(f"f{at}" for at in range(MOST_FIELDS))
MANY_FIELDS = "; ".join(f"f{at} 0 to 9" for at in range(MOST_FIELDS))
WIDEST = ",".join(f"x{at}" for at in range(MOST_COLUMNS - 1))


LARGE = [
    (FROM_FILE, table("size", "1", ROWS), {"SPL402"}),
    (f"{CHIPS}rows chips {{ {'1;' * ROWS} }}", "", {"SPL402"}),
    (f"{CHIPS}rows chips {{ {'x;' * ROWS} }}", "", {"SPL306"}),
    (FROM_FILE, table("size", "x", ROWS), {"SPL306"}),
    (FROM_FILE, table("size", "x{0}", ROWS), {"SPL306", "SPL115"}),
    (FROM_FILE, table("size", "1,1", ROWS), {"SPL213"}),
    (FROM_FILE, table("label,size", "a,1", ROWS), {"SPL202"}),
    (FROM_FILE, table("label,size", "{0},1", ROWS), {"SPL213", "SPL115"}),
    (FROM_FILE, table(WIDEST, "," * (MOST_COLUMNS - 2), 2_000), {"SPL213"}),
    (FROM_FILE, table(WIDEST, "1," * (MOST_COLUMNS - 2) + "1", 1_200), {"SPL220", "SPL115"}),
    (
        FROM_FILE.replace("size 0 to 9", MANY_FIELDS),
        table(WIDE, "1," * (MOST_FIELDS - 1) + "1", 4_000),
        {"SPL402"},
    ),
    (
        FROM_FILE.replace("size 0 to 9", MANY_FIELDS.replace("to 9", "to 9 = 1")),
        table("f0", "1", ROWS),
        {"SPL402"},
    ),
    (FROM_FILE, "size\n" + "\n" * (MOST_LETTERS - 9), {"SPL213"}),
    (FROM_FILE, "size\n" + '"\n' * ROWS, {"SPL306"}),
]


@pytest.mark.parametrize("large", sampled(range(len(LARGE)), 7))
def test_all_that_is_read_is_read_soon(large: int, worker: Worker, tmp_path: Path) -> None:
    rules, rows, codes = LARGE[large]
    found = judged(worker, tmp_path, rules, rows)
    assert codes == set(found.codes), found.shown
    assert len(found.codes) <= 102


@pytest.mark.parametrize(
    ("rules", "rows", "what"),
    [
        (FROM_FILE, table("size", "1", 90_000), "sides of pieces in all tables"),
        (FROM_FILE, table("size", "x", 100_000), "sides of pieces in all tables"),
        (f"{CHIPS}rows chips {{ {'1;' * (MOST_SIDES + 1)} }}", "", "sides of pieces"),
        (f"{CHIPS}rows chips {{ 1 }}\nadd rows.chips {{ {'1;' * MOST_SIDES} }}", "", "sides of pi"),
        (FROM_FILE + FROM_FILE.splitlines()[-1], table("size", "1", 6_000), "sides of"),
        (FROM_FILE, "size\n" + "1" * MOST_LETTERS, "characters in all table files"),
        (FROM_FILE, "size\n" + "1" * (MOST_IN_CELL + 1), "characters in a cell"),
        (FROM_FILE, "size\n" + '"' + "\n" * (MOST_IN_CELL + 1) + '"', "characters in a cell"),
        (FROM_FILE, "size\n" + "a " * MOST_IN_CELL, "characters in a cell"),
        (FROM_FILE, "size\n" + "1," * (MOST_COLUMNS + 1), "columns"),
        (FROM_FILE, table("piece,size", "a,1", MOST_OF_PIECE + 1), "sides of one piece"),
        (f"{CHIPS}rows chips {{ {'1/' * MOST_OF_PIECE}1 }}", "", "sides of one piece"),
        (CHIPS.replace("size 0 to 9", f"{MANY_FIELDS}; more 0 to 1"), "", "fields of 'chips'"),
    ],
    ids=range(13),
)
def test_what_is_more_is_refused_at_once(
    rules: str, rows: str, what: str, worker: Worker, tmp_path: Path
) -> None:
    found = judged(worker, tmp_path, rules, rows)
    assert found.codes.count("SPL307") == 1, found.shown
    assert what in found.shown
    assert found.seconds < 0.5


def test_a_table_that_is_named_often_is_read_once_too_often_at_most(
    worker: Worker, tmp_path: Path
) -> None:
    again = 'rows chips from "table.csv"\n' * 500
    found = judged(worker, tmp_path, CHIPS + again, table("size", "1", ROWS // 2))
    assert "SPL307" in found.codes
    assert (
        "characters in all table files"
        in judged(worker, tmp_path, CHIPS + again, "size\n" + "\n" * (MOST_LETTERS - 9)).shown
    )
