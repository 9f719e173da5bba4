"""Clauses of one block with the same label, except those that merging the layers reports."""

from __future__ import annotations

from collections.abc import Iterator

from splendor_dsl.diagnostics import Problem, Related
from splendor_dsl.semantics.problems import DuplicateLabel
from splendor_dsl.syntax import ast as a

# Sections and tables are checked while layers are merged, steps while they are resolved.
REPORTED_ELSEWHERE = (a.Section, a.Rows, a.Action, a.Phase, a.Trigger, a.If, a.Else, a.ForEach)
NUMBERED = (a.Example, a.OptionRows)  # their clauses are numbered


def duplicates(tree: a.Clause, path: str = "") -> Iterator[Problem]:
    """Yield a problem for each label that a block has twice, such as two fields of a kind or two terms of a value."""
    for clause in tree.body:
        here = f"{path}.{clause.name}" if path else clause.name
        if not isinstance(clause.construct, REPORTED_ELSEWHERE + NUMBERED) or here == "game":
            yield from _block(clause, here)
        yield from duplicates(clause, here)


def _block(clause: a.Clause, path: str) -> Iterator[Problem]:
    seen: dict[str, a.Clause] = {}
    for each in clause.body:
        other = seen.setdefault(each.name, each)
        if other is not each:
            related = (Related(other.span, "the other stands here"),)
            yield DuplicateLabel(
                name=each.name,
                block=repr(path),
                span=each.span,
                path=f"{path}.{each.name}",
                related=related,
            )
