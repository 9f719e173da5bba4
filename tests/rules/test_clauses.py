"""Every clause of the printed rulebooks is cited where it is ruled, and shown."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest
from rules.loading import DOCS, GAMES, TESTS, bundled, table

from splendor_dsl.semantics.tree import find, walk
from splendor_dsl.syntax.ast import Choose, Clause, Require

CLAUSES = table("clauses.csv")
IDS = [row["id"] for row in CLAUSES]
ROW = re.compile(
    r"^\| (?P<id>[CM]-[A-Z0-9-]+) \|(?P<books>[^|]*)\|(?P<what>.*)\| (?P<where>.*) \|$"
)
BOOK = DOCS / "rulebook.md"
needs_docs = pytest.mark.skipif(not BOOK.is_file(), reason="a wheel has no docs")


def tree(game: str) -> Clause:
    resolved = bundled(game).resolved
    assert resolved is not None
    return resolved.tree


@cache
def cited(*, examples: bool) -> frozenset[str]:
    """The ids that clauses cite: those in examples, or all others."""
    return frozenset(
        cite.text
        for game in GAMES
        for path, clause in walk(tree(game))
        if path.startswith("examples.") == examples
        for cite in clause.cites
    )


def shown_by_tests() -> set[str]:
    text = (TESTS / "rules" / "test_setup.py").read_text(encoding="utf-8")
    lines = re.findall(r"^# ((?:[CM]-[A-Z0-9-]+(?:, )?)+)$", text, re.MULTILINE)
    return {each for line in lines for each in line.split(", ")}


@cache
def rulebook() -> dict[str, re.Match[str]]:
    lines = BOOK.read_text(encoding="utf-8").splitlines()
    return {row["id"]: row for line in lines if (row := ROW.match(line))}


@pytest.mark.parametrize("row", CLAUSES, ids=IDS)
def test_a_clause_is_cited_where_it_is_ruled(row: dict[str, str]) -> None:
    assert row["id"] in cited(examples=row["kind"] == "example")


@pytest.mark.parametrize("row", CLAUSES, ids=IDS)
def test_a_clause_is_shown_by_an_example_or_a_test_of_the_setup(row: dict[str, str]) -> None:
    shown = shown_by_tests() if row["kind"] == "setup" else cited(examples=True)
    assert row["id"] in shown


def test_nothing_else_is_cited() -> None:
    assert (cited(examples=True) | cited(examples=False)) <= set(IDS)


@needs_docs
def test_the_rulebook_lists_each_clause_once_and_in_order() -> None:
    lines = BOOK.read_text(encoding="utf-8").splitlines()
    rows = [row["id"] for line in lines if (row := ROW.match(line))]
    assert rows == IDS
    assert max(Counter(rows).values()) == 1


@needs_docs
@pytest.mark.parametrize("row", CLAUSES, ids=IDS)
def test_the_rulebook_says_what_the_facts_say_of_books_and_rulings(row: dict[str, str]) -> None:
    entry = rulebook()[row["id"]]
    assert entry["books"].strip() == row["books"]
    if row["ruling"]:
        assert "**Ruling**" in entry["what"] or re.search(r"ruling included|As C-", entry["what"])
    else:
        assert "**Ruling**" not in entry["what"]


def paths() -> Iterator[tuple[str, str]]:
    if BOOK.is_file():
        for id_, row in rulebook().items():
            for path in re.findall(r"`([^`]+)`", row["where"]):
                yield id_, path


@needs_docs
@pytest.mark.parametrize(("id_", "path"), list(paths()))
def test_the_rulebook_names_clauses_that_exist(id_: str, path: str) -> None:
    game = "classic" if id_.startswith("C-") else "marvel"
    assert find(tree(game), path) is not None


@needs_docs
@pytest.mark.parametrize("id_", IDS)
def test_one_of_the_named_clauses_or_what_stands_in_it_cites_the_clause(id_: str) -> None:
    game = "classic" if id_.startswith("C-") else "marvel"
    named = [path for key, path in paths() if key == id_]
    citing = {
        path for path, clause in walk(tree(game)) if any(cite.text == id_ for cite in clause.cites)
    }
    assert any(each == path or each.startswith(f"{path}.") for path in named for each in citing)


@pytest.mark.parametrize("game", GAMES)
def test_each_choice_and_requirement_cites_a_clause(game: str) -> None:
    bare = [
        path
        for path, clause in walk(tree(game))
        if isinstance(clause.construct, Choose | Require) and not clause.cites
    ]
    assert bare == []
