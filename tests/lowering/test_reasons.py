"""Each reason why a clause is not compiled stands in docs/speed.md."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import splendor_dsl.lowering
from splendor_dsl.bundled import variants_folder

LOWERING = Path(splendor_dsl.lowering.__file__).parent
PAGE = variants_folder().parent / "docs" / "speed.md"


def texts(value: ast.expr) -> Iterator[str]:
    """The texts that an expression may be; one that is put together tells a size, which has a paragraph of its own."""
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        yield value.value
    elif isinstance(value, ast.IfExp):
        yield from (*texts(value.body), *texts(value.orelse))


def reasons() -> set[str]:
    found: set[str] = set()
    for path in LOWERING.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            named = isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "reason"
            if named:
                found.update(texts(node.value))
            elif isinstance(node, ast.Call) and ast.unparse(node.func) == "NotLowered":
                found.update(texts(node.args[0]))
    return found


def test_the_reasons_are_found() -> None:
    assert "a payment has several wild tokens" in reasons()
    assert len(reasons()) > 20


@pytest.mark.skipif(not PAGE.is_file(), reason="a wheel has no docs")
def test_each_reason_stands_on_the_page() -> None:
    page = " ".join(PAGE.read_text("utf-8").split())
    assert sorted(reason for reason in reasons() if reason not in page) == []
