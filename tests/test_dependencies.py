"""What a plain install brings is what the package imports, and no more."""

import ast
import re
import sys
from collections.abc import Iterator
from importlib.metadata import packages_distributions, requires
from pathlib import Path

import splendor_dsl

PACKAGE = Path(splendor_dsl.__file__).parent
OWN = {"splendor_dsl", "splendor_plugins"}
# The extras bring these, numba the two after it; what imports them copes where they are missing.
OF_EXTRAS = {"numba", "llvmlite", "numpy", "weasyprint", "pytest", "syrupy", "textual"}
OF_EDITABLE_INSTALLS = {"editables"}  # the build tool adds it there


def imported() -> Iterator[str]:
    """The top-level modules that the package imports, wherever in its code."""
    for file in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                yield from (each.name.partition(".")[0] for each in node.names)
            elif isinstance(node, ast.ImportFrom) and not node.level:
                yield str(node.module).partition(".")[0]


def declared() -> set[str]:
    """The distributions that a plain install needs."""
    plain = (line for line in requires("splendor-dsl") or () if "extra ==" not in line)
    return {re.split(r"[^\w.-]", line)[0] for line in plain} - OF_EDITABLE_INSTALLS


def test_each_dependency_is_imported_and_each_import_is_declared() -> None:
    modules = set(imported()) - sys.stdlib_module_names - OWN - OF_EXTRAS
    distributions = packages_distributions()
    assert {distributions[name][0].lower() for name in modules} == declared()
