"""The page of a kind of problem, made from its docstring."""

import importlib
import sys
from inspect import cleandoc
from pathlib import Path
from typing import Final, TypedDict

from splendor_dsl.diagnostics import Problem, all_problem_classes

_PACKAGE: Final = Path(__file__).resolve().parent.parent
_MARK: Final = 'code = "SPL'


class PageJson(TypedDict):
    """A page as plain data."""

    code: str
    severity: str
    title: str
    text: str


def problem_pages() -> dict[str, type[Problem]]:
    """Every kind of problem of this package, by its code."""
    import_problems()
    own = (kind for kind in all_problem_classes() if kind.__module__.startswith("splendor_dsl."))
    return {kind.code: kind for kind in own}


def import_problems() -> None:
    """Import the modules that declare problems, and no others: a class is known once it is imported."""
    for file in sorted(_PACKAGE.rglob("*.py")):
        parts = file.relative_to(_PACKAGE.parent).with_suffix("").parts
        name = ".".join(parts).removesuffix(".__init__")
        if name not in sys.modules and name != __name__ and _MARK in file.read_text("utf-8"):
            importlib.import_module(name)


def page_to_dict(kind: type[Problem]) -> PageJson:
    """The page as plain data: its first line is the title."""
    title, _, text = cleandoc(kind.__doc__ or "").partition("\n")
    return {"code": kind.code, "severity": kind.severity, "title": title, "text": text.strip("\n")}


def page(kind: type[Problem]) -> str:
    """The page as text."""
    facts = page_to_dict(kind)
    head = f"{facts['severity']}[{facts['code']}]: {facts['title']}"
    return f"{head}\n\n{facts['text']}" if facts["text"] else head
