"""What differs between the rules of two games, path by path."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import frozen

from splendor_dsl.report.clauses import clauses_to_list
from splendor_dsl.semantics.layers import Resolved

_NO_RULES = ("examples", "invariants")  # tests, which a variant has of its own
_SIGNS = {"added": "+", "removed": "-", "changed": "~"}


@frozen(kw_only=True)
class PathChange:
    """A clause that is added, removed or changed: what it says in each game, and where."""

    path: str
    how: str
    before: str | None
    after: str | None
    place: str

    def __str__(self) -> str:
        """One line, as designers read it."""
        says = self.before if self.after is None else self.after
        was = f", was {self.before}" if self.how == "changed" else ""
        return f"{_SIGNS[self.how]} {self.path}: {says}{was}"


def path_changes(base: Resolved, own: Resolved) -> Iterator[PathChange]:
    """Each clause that is new, gone, or says something else; of what is new or gone, the outermost."""
    before, after = _clauses(base), _clauses(own)
    for path, clause in after.items():
        was = before.get(path)
        if was is None and _parent(path) in before:
            yield _change(path, "added", None, clause)
        elif was is not None and _says(clause) != _says(was):
            yield _change(path, "changed", was, clause)
    for path, clause in before.items():
        if path not in after and _parent(path) in after:
            yield _change(path, "removed", clause, None)


def _change(
    path: str, how: str, was: Mapping[str, Any] | None, now: Mapping[str, Any] | None
) -> PathChange:
    there = was if now is None else now
    assert there is not None
    return PathChange(
        path=path,
        how=how,
        before=None if was is None else _says(was),
        after=None if now is None else _says(now),
        place=f"{there['file']}:{there['line']}",
    )


def _clauses(resolved: Resolved) -> Mapping[str, Mapping[str, Any]]:
    clauses = clauses_to_list(resolved, None)
    return {each["path"]: each for each in clauses if each["path"].split(".")[0] not in _NO_RULES}


def _says(clause: Mapping[str, Any]) -> str:
    label = clause["path"].rpartition(".")[2]
    return str(clause["says"]).removeprefix(f"{label}:").strip()


def _parent(path: str) -> str:
    return path.rpartition(".")[0] or path
