"""Clauses of one block that have the same label, wherever laying the layers has not told them already."""

from __future__ import annotations

from collections.abc import Iterator

from splendor_dsl.diagnostics import Problem, Related
from splendor_dsl.semantics.problems import DuplicateLabel
from splendor_dsl.syntax import ast as a

# Sections and tables are told as they grow, steps as they are read.
TOLD = (a.Section, a.Rows, a.Action, a.Phase, a.Trigger, a.If, a.Else, a.ForEach)
PLAIN = (a.Example, a.OptionRows)  # whose clauses are numbered


def duplicates(tree: a.Clause, path: str = "") -> Iterator[Problem]:
    """Two fields of a kind, properties of a zone, terms of a value, tokens of a group: of each label there is one."""
    for clause in tree.body:
        here = f"{path}.{clause.name}" if path else clause.name
        if not isinstance(clause.says, TOLD + PLAIN) or here == "game":
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
