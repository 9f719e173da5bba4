"""The page of a kind of problem: from the folder `problem_pages`, or for other packages from the docstring."""

import importlib
import sys
from inspect import cleandoc
from pathlib import Path
from typing import Final, TypedDict

from splendor_dsl.diagnostics import Problem, all_problem_classes

_PACKAGE: Final = Path(__file__).resolve().parent.parent
_PAGES: Final = _PACKAGE / "problem_pages"
_MARK: Final = 'code = "SPL'


class PageJson(TypedDict):
    """A page as plain data."""

    code: str
    severity: str
    title: str
    text: str


def problem_pages() -> dict[str, type[Problem]]:
    """Return every kind of problem of this package, by its code."""
    import_problems()
    return {kind.code: kind for kind in all_problem_classes() if _is_own(kind)}


def _is_own(kind: type[Problem]) -> bool:
    return kind.__module__.startswith("splendor_dsl.")


def import_problems() -> None:
    """Import the modules that declare problems, and no others: a class is registered when it is imported."""
    for file in sorted(_PACKAGE.rglob("*.py")):
        parts = file.relative_to(_PACKAGE.parent).with_suffix("").parts
        name = ".".join(parts).removesuffix(".__init__")
        if name not in sys.modules and name != __name__ and _MARK in file.read_text("utf-8"):
            importlib.import_module(name)


def page_to_dict(kind: type[Problem]) -> PageJson:
    """Return the page as plain data: its first line is the title."""
    title, _, text = _written(kind).partition("\n")
    return {"code": kind.code, "severity": kind.severity, "title": title, "text": text.strip("\n")}


def _written(kind: type[Problem]) -> str:
    if _is_own(kind):
        return (_PAGES / f"{kind.code}.md").read_text("utf-8").removeprefix("# ")
    return cleandoc(kind.__doc__ or "")


def page(kind: type[Problem]) -> str:
    """Return the page as text."""
    facts = page_to_dict(kind)
    head = f"{facts['severity']}[{facts['code']}]: {facts['title']}"
    return f"{head}\n\n{facts['text']}" if facts["text"] else head
