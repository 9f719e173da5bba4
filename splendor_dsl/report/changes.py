"""What a variant changes in its base, path by path."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from splendor_dsl.report.clauses import clauses_to_list
from splendor_dsl.semantics.layers import Resolved

_NO_RULES = ("examples", "invariants")  # tests, which a variant has of its own


def changed_paths(base: Resolved, own: Resolved) -> Iterator[str]:
    """A line for each clause that is new, gone, or says something else; of what is new or gone, the outermost."""
    before, after = _says(base), _says(own)
    for path, says in after.items():
        if path not in before and _parent(path) in before:
            yield f"+ {path}: {says}"
        elif path in before and says != before[path]:
            yield f"~ {path}: {says}, was {before[path]}"
    for path, says in before.items():
        if path not in after and _parent(path) in after:
            yield f"- {path}: {says}"


def _says(resolved: Resolved) -> Mapping[str, str]:
    clauses = clauses_to_list(resolved, None)
    return {
        each["path"]: each["says"].removeprefix(f"{each['path'].rpartition('.')[2]}:").strip()
        for each in clauses
        if each["path"].partition(".")[0] not in _NO_RULES
    }


def _parent(path: str) -> str:
    return path.rpartition(".")[0] or path
