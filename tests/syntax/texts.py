"""The texts that the tests of the syntax read."""

from pathlib import Path

import splendor_plugins

from splendor_dsl.bundled import variants_folder
from splendor_dsl.source import source_from_text
from splendor_dsl.syntax.ast import File
from splendor_dsl.syntax.from_text import Parsed, from_text

HERE = Path(__file__).parent
CORPUS = sorted((HERE / "corpus").glob("*.rules"))


def shipped() -> list[Path]:
    """All rule files that the package ships."""
    folders = [Path(each) for each in splendor_plugins.__path__]
    mechanics = [file for folder in folders for file in folder.glob("*.rules")]
    return sorted([*variants_folder().rglob("*.rules"), *mechanics])


def parse(text: str) -> Parsed:
    return from_text(source_from_text("test.rules", text))


def tree(text: str) -> File:
    parsed = parse(text)
    assert [problem.message() for problem in parsed.problems] == []
    assert parsed.file is not None
    return parsed.file


def found(text: str) -> list[tuple[int, str]]:
    """Each problem: its line and code."""
    return [(each.span.line if each.span else 0, each.code) for each in parse(text).problems]
