"""The import graph of the package, and its layers as pyproject.toml states them."""

import ast
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent.parent
PACKAGE: Final = ROOT / "splendor_dsl"

Graph = Mapping[str, frozenset[str]]  # what each part imports


def parts() -> dict[str, Path]:
    """Return the packages and modules in splendor_dsl/, by name, with the file that describes each."""
    packages = {path.parent.name: path for path in PACKAGE.glob("*/__init__.py")}
    modules = {path.stem: path for path in PACKAGE.glob("[!_]*.py")}
    return dict(sorted({**packages, **modules}.items()))


def is_package(path: Path) -> bool:
    """Return whether the file that describes a part is that of a package."""
    return path.name == "__init__.py"


def layers() -> list[list[str]]:
    """Return the layers from the lowest to the highest, each with its parts that exist."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    (stated,) = (each["layers"] for each in contracts if each["id"] == "layers")
    known = parts()
    named = [[part.strip(" ()") for part in layer.split("|")] for layer in reversed(stated)]
    return [there for layer in named if (there := [part for part in layer if part in known])]


def import_graph() -> Graph:
    """Return for each part the other parts that it imports anywhere in its code."""
    known = parts()
    return {name: frozenset(_imported(path, known)) - {name} for name, path in known.items()}


def _imported(path: Path, known: Mapping[str, Path]) -> Iterator[str]:
    files = path.parent.rglob("*.py") if is_package(path) else [path]
    for file in files:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            for name in _modules(node):
                top, _, rest = name.partition(".")
                part = rest.partition(".")[0]
                if top == PACKAGE.name and part in known:
                    yield part


def _modules(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (each.name for each in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module is not None:
        yield from (f"{node.module}.{each.name}" for each in node.names)


def reduced(graph: Graph) -> Graph:
    """Return the graph without the edges that a longer way implies."""
    return {
        part: frozenset(other for other in below if not _leads(graph, below - {other}, other))
        for part, below in graph.items()
    }


def _leads(graph: Graph, begin: frozenset[str], end: str) -> bool:
    """Return whether a way leads from one of some parts to another part."""
    seen: set[str] = set()
    waiting = list(begin)
    while waiting:
        part = waiting.pop()
        if part == end:
            return True
        if part not in seen:
            seen.add(part)
            waiting += graph[part]
    return False
