"""Differences between the rules of two games, path by path."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Any

from attrs import evolve, frozen

from splendor_dsl.explain.clauses import clauses_to_list
from splendor_dsl.semantics.layers import Resolved

_NO_RULES = ("examples", "invariants")  # a variant has its own tests
_SIGNS = {"added": "+", "removed": "-", "changed": "~", "moved": "~"}


@frozen(kw_only=True)
class PathChange:
    """A clause that was added, removed, changed or reordered, with its text in each game and its place.

    For `moved`, the texts list the labels whose order has changed.
    """

    path: str
    how: str
    before: str | None
    after: str | None
    place: str

    def __str__(self) -> str:
        """Return the change as one line for designers."""
        says = self.before if self.after is None else self.after
        was = f", was {self.before}" if self.how in {"changed", "moved"} else ""
        return f"{_SIGNS[self.how]} {self.path}: {says}{was}"


def path_changes(base: Resolved, own: Resolved) -> Iterator[PathChange]:
    """Yield each clause that was added, removed, reworded or reordered.

    Of a whole block that was added or removed, only the outermost clause counts.
    """
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
    was_in, is_in = (_parts(each, before.keys() & after.keys()) for each in (before, after))
    for path, labels in is_in.items():
        if path and was_in[path] != labels:
            moved = [pair for pair in zip(was_in[path], labels, strict=True) if len({*pair}) > 1]
            old, new = (", ".join(names) for names in zip(*moved, strict=True))
            yield evolve(_change(path, "moved", before[path], after[path]), before=old, after=new)


def _parts(clauses: Iterable[str], both: Container[str]) -> Mapping[str, list[str]]:
    """Return the labels inside each clause, limited to the clauses that both games have."""
    found: dict[str, list[str]] = {}
    for path in clauses:
        top, _, label = path.rpartition(".")
        if path in both:
            found.setdefault(top, []).append(label)
    return found


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
