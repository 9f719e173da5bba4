"""The table of bounds in the document of the language names each number that the program holds to."""

import re
from pathlib import Path

import pytest

from splendor_dsl.semantics import bases, chains, declarations, expressions, nested, pieces, tables
from splendor_dsl.semantics.checks.breadth import MOST_OPTIONS
from splendor_dsl.semantics.checks.ranges import IN_PROPORTION, MOST_ALONE, MOST_JUDGED
from splendor_dsl.semantics.checks.sizes import MOST_IN_STEPS, MOST_IN_VALUES, MOST_LOOKS
from splendor_dsl.semantics.checks.walk import MOST_KNOWN
from splendor_dsl.semantics.checks.work import MOST_WORK
from splendor_dsl.source import SIZE_LIMIT
from splendor_dsl.syntax import problems, shape_problems

PAGE = Path(__file__).parents[2] / "docs" / "language.md"
BOUNDS = {
    "Bytes of a rule file": (SIZE_LIMIT,),
    "Words and signs": (shape_problems.WORD_LIMIT,),
    "Blocks and brackets": (shape_problems.NESTING_LIMIT,),
    "Letters of a name": (problems.NAME_LIMIT, problems.DIGIT_LIMIT),
    "Players, tokens": (declarations.MOST_PLAYERS, declarations.MOST_TOKENS),
    "Limits, actions": tuple(declarations.MOST_CLAUSES.values()),
    "Fields of a kind": (pieces.MOST_FIELDS,),
    "Sides of pieces": (tables.MOST_SIDES, tables.MOST_OF_PIECE),
    "Characters of all table files": (
        tables.MOST_LETTERS,
        tables.MOST_COLUMNS,
        tables.MOST_IN_CELL,
    ),
    "Files that a game": (bases.MOST_LAYERS,),
    "Parts of one sum": (expressions.MOST_PARTS,),
    "Expressions in all values": (MOST_IN_VALUES, MOST_IN_STEPS),
    "Expressions in all conditions": (MOST_LOOKS,),
    "Expressions within each other": (nested.DEEPEST,),
    "Expressions that a value": (nested.MOST_IN_VALUE, nested.MOST_IN_LIMIT),
    "Words joined by": (chains.MOST_WORDS,),
    "Options of one choice": (MOST_OPTIONS,),
    "Looks and changes": (MOST_WORK,),
    "Parameters that are each": (MOST_ALONE,),
    "Expressions and steps of rules": (IN_PROPORTION, MOST_JUDGED),
    "Things known at one place": (MOST_KNOWN,),
}


def rows() -> dict[str, tuple[int, ...]]:
    """The numbers of each row of the table, by what it is about."""
    page = PAGE.read_text(encoding="utf-8")
    section = page[page.index("\n## Bounds\n") :].split("\n## ")[1]
    found = re.findall(r"^\| (.+?) \| ([\d, ]+) \|$", section, re.MULTILINE)
    return {what: tuple(map(int, numbers.split(", "))) for what, numbers in found}


@pytest.mark.parametrize("what", BOUNDS)
def test_each_bound_is_stated_as_it_is(what: str) -> None:
    [numbers] = [numbers for row, numbers in rows().items() if row.startswith(what)]
    assert numbers == BOUNDS[what]


def test_nothing_else_is_stated() -> None:
    assert len(rows()) == len(BOUNDS)
