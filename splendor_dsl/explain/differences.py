"""What differs between the rules of two games, path by path."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Any

from attrs import evolve, frozen

from splendor_dsl.explain.clauses import clauses_to_list
from splendor_dsl.semantics.layers import Resolved

_NO_RULES = ("examples", "invariants")  # tests, which a variant has of its own
_SIGNS = {"added": "+", "removed": "-", "changed": "~", "moved": "~"}


@frozen(kw_only=True)
class PathChange:
    """A clause that is added, removed or changed: what it says in each game, and where.

    One whose parts are `moved` says in which order they stand.
    """

    path: str
    how: str
    before: str | None
    after: str | None
    place: str

    def __str__(self) -> str:
        """One line, as designers read it."""
        says = self.before if self.after is None else self.after
        was = f", was {self.before}" if self.how in {"changed", "moved"} else ""
        return f"{_SIGNS[self.how]} {self.path}: {says}{was}"


def path_changes(base: Resolved, own: Resolved) -> Iterator[PathChange]:
    """Each clause that is new, gone, says something else or has its parts in another order.

    Of what is new or gone it is the outermost.
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
    """The labels of what stands in each clause, of those that stand there in both games."""
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
