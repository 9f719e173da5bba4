"""The table of bounds in the document of the language names each number that the program holds to."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import splendor_dsl

CODE = Path(splendor_dsl.__file__).parent
PAGE = Path(__file__).parents[2] / "docs" / "language.md"
BOUNDS = {
    "Bytes of a rule file": ("source.SIZE_LIMIT",),
    "Words and signs": ("syntax.shape_problems.WORD_LIMIT",),
    "Blocks and brackets": ("syntax.shape_problems.NESTING_LIMIT",),
    "Letters of a name": ("syntax.problems.NAME_LIMIT", "syntax.problems.DIGIT_LIMIT"),
    "Players, tokens": (
        "semantics.declarations.MOST_PLAYERS",
        "semantics.declarations.MOST_TOKENS",
    ),
    "Limits, actions": ("semantics.declarations.MOST_CLAUSES",),
    "Fields of a kind": ("semantics.pieces.MOST_FIELDS",),
    "Places of a zone": (
        "checks.fixed_numbers.MOST_PLACES",
        "checks.fixed_numbers.MOST_ROUNDS",
    ),
    "Sides of pieces": ("semantics.tables.MOST_SIDES", "semantics.tables.MOST_OF_PIECE"),
    "Characters of all table files": (
        "semantics.tables.MOST_LETTERS",
        "semantics.tables.MOST_COLUMNS",
        "semantics.tables.MOST_IN_CELL",
    ),
    "Characters of all records": ("semantics.local_files.MOST_IN_RECORDS",),
    "Files that a game": ("semantics.bases.MOST_LAYERS",),
    "Parts of one sum": ("semantics.expressions.MOST_PARTS",),
    "Expressions in all values": (
        "checks.sizes.MOST_IN_VALUES",
        "checks.sizes.MOST_IN_STEPS",
    ),
    "Expressions in all conditions": ("checks.sizes.MOST_LOOKS",),
    "Expressions within each other": ("semantics.nesting.DEEPEST",),
    "Expressions that a value": (
        "semantics.nesting.MOST_IN_VALUE",
        "semantics.nesting.MOST_IN_LIMIT",
    ),
    "Expressions in the limits that are read": ("semantics.chains.MOST_COPIED",),
    "Words joined by": ("semantics.chains.MOST_WORDS",),
    "Options of one choice": ("checks.breadth.MOST_OPTIONS",),
    "Turns that are owed": ("ir.caps.MOST_TURNS_OWED",),
    "Looks and changes": ("checks.work.MOST_WORK",),
    "Parameters that are each": ("checks.ranges.MOST_ALONE",),
    "Expressions and steps of rules": (
        "checks.ranges.IN_PROPORTION",
        "checks.ranges.MOST_JUDGED",
    ),
    "Steps of a loop": ("checks.walk.MOST_STEPS",),
    "Things known at one place": ("checks.walk.MOST_KNOWN",),
}
BOUND = re.compile(r"DEEPEST|[A-Z]+_LIMIT|MOST_[A-Z_]+")
SAME = {"semantics.tables.MOST_DIGITS": "syntax.problems.DIGIT_LIMIT"}  # said once


def numbers(name: str) -> tuple[int, ...]:
    """Return the value of a bound of the code."""
    module, _, constant = name.rpartition(".")
    found = getattr(import_module(f"splendor_dsl.{module}"), constant)
    return tuple(found.values()) if isinstance(found, dict) else (found,)


def held() -> Iterator[str]:
    """The bounds in the modules that refuse what is too large."""
    for path in sorted(CODE.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        called = {
            getattr(node.func, "id", "") for node in ast.walk(tree) if isinstance(node, ast.Call)
        }
        if "TooLarge" in called:
            module = ".".join(path.relative_to(CODE).with_suffix("").parts)
            yield from (f"{module}.{name}" for name in assigned(tree) if BOUND.fullmatch(name))


def assigned(tree: ast.Module) -> Iterator[str]:
    """The names to which a module gives values."""
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = (each for target in targets for each in ast.walk(target))
            yield from (each.id for each in names if isinstance(each, ast.Name))


def rows() -> dict[str, tuple[int, ...]]:
    """The numbers of each row of the table, by what it is about."""
    page = PAGE.read_text(encoding="utf-8")
    section = page[page.index("\n## Bounds\n") :].split("\n## ")[1]
    found = re.findall(r"^\| (.+?) \| ([\d, ]+) \|$", section, re.MULTILINE)
    return {what: tuple(map(int, numbers.split(", "))) for what, numbers in found}


@pytest.mark.parametrize("what", BOUNDS)
def test_each_bound_is_stated_as_it_is(what: str) -> None:
    [stated] = [stated for row, stated in rows().items() if row.startswith(what)]
    assert stated == tuple(number for name in BOUNDS[what] for number in numbers(name))


def test_nothing_else_is_stated() -> None:
    assert len(rows()) == len(BOUNDS)


def test_each_bound_that_the_code_holds_to_is_stated() -> None:
    stated = {name for names in BOUNDS.values() for name in names}
    assert {SAME.get(name, name) for name in held()} <= stated
    assert all(numbers(one) == numbers(other) for one, other in SAME.items())
