"""Docstrings say what a caller gets: a verb for functions, a noun for classes and modules, never a clause as a noun."""

import ast
from collections.abc import Iterator
from pathlib import Path

import splendor_dsl

PACKAGE = Path(splendor_dsl.__file__).parent
FILES = {file.relative_to(PACKAGE).as_posix(): file for file in sorted(PACKAGE.rglob("*.py"))}
CLAUSES = {"how", "that", "what", "where", "whether", "which", "who", "whoever", "whose"}


def docstrings(text: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the docstring of a module and of each class and function in it."""
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, kinds) and (found := ast.get_docstring(node)):
            yield node.body[0].lineno, found


def clauses(text: str) -> list[str]:
    """Return the docstrings that begin with a clause, by their lines."""
    return [
        f"{line}: {found.splitlines()[0]}"
        for line, found in docstrings(text)
        if found.split()[0].lower().strip(".,:;") in CLAUSES
    ]


def test_no_docstring_begins_with_a_clause() -> None:
    found = {path: clauses(file.read_text("utf-8")) for path, file in FILES.items()}
    assert {path: lines for path, lines in found.items() if lines} == {}


def test_a_clause_is_found_wherever_it_stands() -> None:
    text = '"""What it is."""\nclass A:\n    """Who plays."""\n    def f(self):\n        """That it is."""'
    assert clauses(text) == ["1: What it is.", "3: Who plays.", "5: That it is."]
    assert clauses('def f():\n    """Return what it is, whoever plays."""') == []
