"""The glossary has one word for each thing, and each thing stands where the glossary says."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import splendor_dsl

PACKAGE = Path(splendor_dsl.__file__).parent
GLOSSARY = Path(__file__).resolve().parents[2] / "docs" / "glossary.md"
ROW = re.compile(r"^\| ([a-z ]+) \| (\S.*\.) \| `([\w/]+\.py)` `(\w+)` \|$")

pytestmark = pytest.mark.skipif(
    not GLOSSARY.is_file(), reason="the documents are no part of a wheel"
)


def rows() -> list[tuple[str, str, str]]:
    """Each word with its module and what this defines."""
    lines = GLOSSARY.read_text("utf-8").splitlines() if GLOSSARY.is_file() else []
    entries = [line for line in lines if line.startswith("| ") and line[2] not in "W-"]
    found = [(line, ROW.match(line)) for line in entries]
    assert [line for line, row in found if row is None] == []
    return [(row[1], row[3], row[4]) for _, row in found if row]


def defined(module: Path) -> Iterator[str]:
    for node in ast.parse(module.read_text("utf-8")).body:
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                yield name
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                yield name


@pytest.mark.parametrize(("word", "module", "name"), rows())
def test_a_word_leads_to_what_its_module_defines(word: str, module: str, name: str) -> None:
    assert name in defined(PACKAGE / module)


def test_each_word_stands_for_one_thing() -> None:
    words = Counter(word for word, _, _ in rows())
    things = Counter((module, name) for _, module, name in rows())
    assert len(words) > 50
    assert [word for word, times in words.items() if times > 1] == []
    assert [thing for thing, times in things.items() if times > 1] == []


def test_a_word_of_several_is_the_name_of_its_class() -> None:
    """`memory layout` is `MemoryLayout`: whoever has read the word finds the class by it."""
    classes = [(word, name) for word, _, name in rows() if " " in word and name[:1].isupper()]
    assert len(classes) >= 10
    others = {word for word, name in classes if word.title().replace(" ", "") != name}
    assert others == {"edition of the language", "option number", "resolved rules", "wild token"}
