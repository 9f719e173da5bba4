"""The lines of a variant that cause problems in the files that it extends.

They are looked up in the provenance of the rules. A problem concerns its own clause, those that are shown beside it, and
the names in its message: the change that is nearest to these causes it. If several are as near and of one sort, each is
shown; of rows, those that share most words with the message.

A problem of names and types depends on declarations, never on where tokens and pieces go, and no number that is set
changes that. Where a change of a file between is nearer, or none is near, no line is shown. Nor is one for a problem that
the bases have by themselves: they are judged alone, once, if any line was found.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Final

from splendor_dsl.checks.lines import CHECKED, Lines
from splendor_dsl.diagnostics import Problem, Related
from splendor_dsl.semantics.layers import Resolved
from splendor_dsl.semantics.provenance import (
    DECLARING,
    INSIDE,
    NAMED,
    PILE,
    VALUE,
    Change,
    Nearest,
    Provenance,
)
from splendor_dsl.syntax.ast import Clause, Row

BROUGHT: Final = "this change brings it about"
TOGETHER: Final = "together with this one"
MOST_SHOWN: Final = 3
FARTHEST: Final = 14  # what lies farther away has hardly to do with it
_QUOTED: Final = re.compile(r"'[^']*'")
_WORD: Final = re.compile(r"[^\W\d]\w*")


class Causes:
    """The lines of a file by the problems that they cause in its bases."""

    def __init__(
        self, lines: Lines, resolved: Resolved | None, of_bases: Callable[[], Iterable[Problem]]
    ) -> None:
        self.lines = lines
        self._of_bases = of_bases
        self.resolved = resolved if resolved is not None and len(resolved.files) > 1 else None

    def added(self, problems: Iterable[Problem]) -> Iterator[Problem]:
        """Yield the problems, those that show no place in the file with the lines that cause them."""
        for each in problems:
            notes = tuple(self._notes(each)) if self._leads_away(each) else ()
            caused = bool(notes) and each.position[:4] not in self._places_of_bases
            yield each.but(related=(*each.related, *notes)) if caused else each

    def _leads_away(self, problem: Problem) -> bool:
        places = (problem.span, *(each.span for each in problem.related))
        names = {place.source.name for place in places if place is not None}
        own = {self.lines.name, *self.lines.tables}
        return self.resolved is not None and bool(names) and names.isdisjoint(own)

    @cached_property
    def _places_of_bases(self) -> frozenset[tuple[str, int, int, str]]:
        return frozenset(each.position[:4] for each in self._of_bases())

    @cached_property
    def _provenance(self) -> Provenance:
        assert self.resolved is not None
        return Provenance(self.resolved)

    @cached_property
    def _nearest_by_name(self) -> dict[str, Nearest]:
        return self._provenance.nearest(by_name=True)

    @cached_property
    def _nearest(self) -> dict[str, Nearest]:
        return self._provenance.nearest(by_name=False)

    def _notes(self, problem: Problem) -> Iterator[Related]:
        """Yield the lines that cause a problem, in the order of the file."""
        nearest = self._nearest_by_name if problem.code < CHECKED else self._nearest
        own = problem.path or (self._provenance.at(problem.span) if problem.span else "")
        about = [
            (path, way, nearest[path]) for path, way in self._about(problem, own) if path in nearest
        ]
        least = min((way + each.distance for _, way, each in about), default=FARTHEST + 1)
        if least > FARTHEST:
            return
        near = (each.changes for _, way, each in about if way + each.distance == least)
        changes = self._of_one_sort(dict.fromkeys(each for some in near for each in some))
        spans = {self.lines.shown(each.line): None for each in self._alike(changes, problem, own)}
        shown = sorted((span for span in spans if span is not None), key=lambda span: span.start)
        for count, span in enumerate(shown[:MOST_SHOWN]):
            yield Related(span, TOGETHER if count else BROUGHT)

    def _about(self, problem: Problem, own: str) -> Iterator[tuple[str, int]]:
        """Yield the paths of what a problem is about, with how far away each is."""
        known = self._provenance
        yield own, 0
        for way in known.ways(own):
            if way.length in {NAMED, VALUE, PILE}:
                yield way.path, way.length // 2
        for note in problem.related:
            yield known.at(note.span), INSIDE
        yield from self._said(problem)
        section, _, name = own.rpartition(".")
        if section == "kinds":
            yield f"rows.{name}", INSIDE
        if section.partition(".")[0] in {*DECLARING, "tokens"} - {"limits"}:
            yield from ((path, NAMED) for path in known.gone.get(name, ()))

    def _said(self, problem: Problem) -> Iterator[tuple[str, int]]:
        """Yield the paths of what its message quotes: a requirement, or the names in it."""
        known = self._provenance
        for text in (each[1:-1] for each in _QUOTED.findall(problem.message())):
            if text in known.saying:
                yield known.saying[text], INSIDE // 2
            for word in _WORD.findall(text):
                yield from ((path, INSIDE) for path in known.named(word))

    def _of_one_sort(self, changes: Iterable[Change]) -> list[Change]:
        """Return the changes of this file that are like the first."""
        own = [each for each in changes if self.lines.shown(each.line) is not None]
        return [each for each in own if _sort(each) == _sort(own[0])]

    def _alike(self, changes: list[Change], problem: Problem, own: str) -> list[Change]:
        """Return the changes, of rows those alone that share most words with the problem."""
        if len(changes) < 2 or not changes[0].path.startswith("rows."):
            return changes
        rows = self._provenance.clauses
        said = (problem.message(), *(each.span.text for each in rows.get(own, ())))
        asked = f" {' '.join(said)} ".replace(",", " ")
        shared = {
            each: sum(f" {cell} " in asked for row in rows[_row(each)] for cell in _cells(row))
            for each in changes
        }
        return [each for each in changes if shared[each] == max(shared.values())]


def _cells(row: Clause) -> Iterator[str]:
    """Yield the words in the cells of a row, and its numbers with the names of their fields."""
    sides = row.says.sides if isinstance(row.says, Row) else ()
    for cell in (cell for side in sides for cell in (*side.cells, *side.fixed)):
        if isinstance(cell.value, tuple):
            yield from (each.text for each in cell.value)
        elif cell.name is not None:
            yield f"{cell.name.text} {cell.value}"


def _row(change: Change) -> str:
    return ".".join(change.path.split(".")[:3])


def _sort(change: Change) -> tuple[str, int, str]:
    labels = change.path.split(".")
    cell = labels[3] if labels[0] == "rows" and len(labels) > 3 else ""
    return labels[0], len(labels), cell
