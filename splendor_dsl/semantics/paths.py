"""The path that was probably meant by one that does not exist, or else the content of the clause above it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from splendor_dsl.diagnostics import Related
from splendor_dsl.semantics.problems import UnknownPath
from splendor_dsl.semantics.tree import child, find, has_value, walk
from splendor_dsl.span import Span
from splendor_dsl.spelling import near_names, nearest
from splendor_dsl.syntax.ast import Clause, Edit, Row

_MOST_SHOWN = 3
NOT_EDITED = (
    "names",
    "examples",
)  # a base's examples are about the base, and a variant's own names replace those of its base


def unknown_path(
    tree: Clause,
    wanted: str,
    how: str,
    span: Span,
    *,
    dropped: Sequence[tuple[Edit, Clause]] = (),
) -> UnknownPath:
    """Return the problem of a path that names nothing, or nothing any more; `set` needs one that has a value."""
    gone = removed_by(tree, wanted, dropped)
    if gone:
        return UnknownPath(wanted=wanted, span=span, related=gone)
    settable = how == "set"
    clauses = [p for p, c in walk(tree) if not settable or has_value(c)]
    known = [*clauses, *_cells(tree)] if settable else clauses
    near = _by_labels(wanted, known) or _by_end(wanted, clauses)
    if not near and (whole := nearest(wanted, known)) is not None:
        near = [whole]
    holder, holds = ("", ()) if near else _above(tree, wanted)
    return UnknownPath(
        wanted=wanted,
        near=near[0] if near else None,
        others=tuple(near[1:_MOST_SHOWN]),
        holder=holder,
        holds=holds,
        span=span,
    )


def removed_by(
    tree: Clause, wanted: str, dropped: Sequence[tuple[Edit, Clause]]
) -> tuple[Related, ...]:
    """Return the edit that removed or replaced the clause of that path, if there is one."""
    row, _, name = wanted.rpartition(".")
    cell_gone = name in _fields(tree, row) and find(tree, row) is None
    for edit, clause in reversed(dropped):
        if edit.how == "set":
            continue
        if _within(edit, clause, wanted) or (cell_gone and _within(edit, clause, row)):
            return (Related(edit.span, "this takes it away"),)
    return ()


def _within(edit: Edit, clause: Clause, wanted: str) -> Clause | None:
    """Return the clause of that path in one that an edit removed or replaced."""
    path = edit.path.text
    if wanted == path:
        return clause
    return find(clause, wanted[len(path) + 1 :]) if wanted.startswith(f"{path}.") else None


def _cells(tree: Clause) -> Iterator[str]:
    """Yield the paths of all cells: a cell is no clause of its own."""
    for path, clause in walk(tree):
        if isinstance(clause.construct, Row):
            yield from (f"{path}.{each}" for each in _fields(tree, path))


def _fields(tree: Clause, row: str) -> tuple[str, ...]:
    """Return the fields of the kind of a row, by the path of the row."""
    labels = row.split(".")
    kind = find(tree, f"kinds.{labels[1]}") if len(labels) == 3 and labels[0] == "rows" else None
    return () if kind is None else tuple(each.name for each in kind.body)


def _by_labels(wanted: str, known: Sequence[str]) -> list[str]:
    """Return the path of the same length whose labels are each the wanted one or near it."""
    labels = wanted.split(".")
    alike = [
        own
        for path in known
        if len(own := path.split(".")) == len(labels) and sum(map(str.__ne__, own, labels)) <= 2
    ]
    near = [
        {label, *near_names(label, {own[at] for own in alike})} for at, label in enumerate(labels)
    ]
    fitting = [".".join(own) for own in alike if all(map(set.__contains__, near, own))]
    # Of several, the one with the fewest letters to change.
    best = nearest(wanted, fitting)
    return [best] if best is not None else fitting[:1]


def _by_end(wanted: str, known: Sequence[str]) -> list[str]:
    """Return the paths with the wanted last label: those of its section, or any if the clause above does not exist."""
    holder, _, last = wanted.rpartition(".")
    found = [path for path in known if path.rpartition(".")[2] == last]
    alike = [path for path in found if path.partition(".")[0] == wanted.partition(".")[0]]
    others = [] if "." in holder and holder in known else found
    return sorted(alike or others, key=lambda path: path.count("."))


def _above(tree: Clause, wanted: str) -> tuple[str, tuple[str, ...]]:
    """Return the nearest clause above that exists, and the labels in it; the section may be misspelt."""
    first, dot, rest = wanted.partition(".")
    if first in NOT_EDITED:
        return "", ()
    sections = {each.name for each in tree.body}
    section = first if first in sections else nearest(first, sections)
    names: list[str] = []
    for name in f"{section or first}{dot}{rest}".split(".")[:-1]:
        inner = child(tree, name)
        if inner is None:
            break
        names.append(name)
        tree = inner
    return ".".join(names), tuple(each.name for each in tree.body) if names else ()
