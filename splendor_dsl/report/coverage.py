"""Test coverage of a game as a table for a terminal and as plain data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from splendor_dsl.testing.coverage import Count, Coverage
from splendor_dsl.testing.elements import KINDS, Element

COLUMNS: Final = ("file", "clauses", "choices", "triggers", "tie-breaks", "outcomes", "reached")


def coverage_rows(coverage: Coverage) -> Iterator[tuple[str, ...]]:
    """Yield a row for each file, and a total unless there is just one file."""
    files = coverage.files()
    for file in files:
        yield _row(coverage, Path(file).name, file)
    if len(files) != 1:
        yield _row(coverage, "in all", None)


def _row(coverage: Coverage, title: str, file: str | None) -> tuple[str, ...]:
    counts = [count for _, count in coverage.kinds(file)]
    whole = coverage.count(file=file)
    return (title, *(_of(count) for count in counts), f"{whole.percent} %")


def _of(count: Count) -> str:
    return f"{count.reached}/{count.total}" if count.total else ""


def missed_lines(coverage: Coverage) -> Iterator[str]:
    """Yield a line for each clause that the tests miss, at least in part, with its place."""
    for path, group in groupby(coverage.missed(), key=lambda each: each.path):
        missed = list(group)
        yield f"{missed[0].span}: {path}: {missed_text(missed)}"


def missed_text(elements: Iterable[Element]) -> str:
    """Return the missed outcomes of a clause in a few words."""
    return f"not reached: {', '.join(each.what for each in elements)}"


def coverage_to_dict(coverage: Coverage) -> dict[str, Any]:
    """Return the same as plain data."""
    return {
        **_counts(coverage, None),
        "files": [{"file": file, **_counts(coverage, file)} for file in coverage.files()],
        "missed": [_missed(each) for each in coverage.missed()],
    }


def _counts(coverage: Coverage, file: str | None) -> dict[str, Any]:
    kinds = {kind: coverage.count(kind=kind, file=file) for kind in KINDS}
    whole = coverage.count(file=file)
    return {
        "reached": whole.reached,
        "total": whole.total,
        "kinds": {kind: {"reached": n.reached, "total": n.total} for kind, n in kinds.items()},
    }


def _missed(element: Element) -> dict[str, Any]:
    return {
        "kind": element.kind,
        "path": element.path,
        "what": element.what,
        "file": element.span.source.name,
        "line": element.span.line,
    }
