"""The lines of a variant that cause problems in the files that it extends.

The provenance of the rules finds the lines that may cause a problem: it concerns its own clause, those that are shown
beside it, and the names in its message, and the changes that are nearest to these come first. Each of the first few is
confirmed: the file is judged without it, and the line is shown if the problem is gone and none is new that may hide it.

A problem of names and types depends on declarations, never on where tokens and pieces go, and no number that is set
changes that. A larger game is judged again less often, so that `check` stays in proportion to its file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import islice
from typing import Final

from splendor_dsl.checks import ECHOES
from splendor_dsl.checks.lines import CHECKED, Line, Lines
from splendor_dsl.diagnostics import Problem, Related
from splendor_dsl.semantics.layers import Resolved
from splendor_dsl.semantics.parts import all_in
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
from splendor_dsl.span import Span
from splendor_dsl.syntax.ast import Clause, File, Row

Place = tuple[str, int, int, str]
Judge = Callable[[File], Iterable[Problem]]

BROUGHT: Final = "this change brings it about"
TOGETHER: Final = "together with this one"
MOST_SHOWN: Final = 3
MOST_TRIED: Final = 4  # lines of one problem
MOST_JUDGED: Final = 6  # times for all problems of a file
FARTHEST: Final = 18  # what is farther away has hardly to do with it
# With twice as many rows, or rules of twice as many parts, it takes about twice as long to judge a game.
_ROWS_IN_PROPORTION: Final = 100
_PARTS_IN_PROPORTION: Final = 2_000
_NO_RULES: Final = ("rows", "examples", "names")  # sections that say nothing of how it is played
QUOTED: Final = re.compile(r"'([^']*)'")
WORD: Final = re.compile(r"[^\W\d]\w*")


class LeavingOut:
    """The problems of a file without one of its lines, judged once for each line."""

    def __init__(self, lines: Lines, judge: Judge) -> None:
        self.lines = lines
        self._judge = judge
        self._judged: dict[int, Mapping[Place, Problem]] = {}

    def without(self, line: Line, most: int) -> Mapping[Place, Problem] | None:
        """Return the problems without a line by their places; none if the file was judged `most` times."""
        if id(line) not in self._judged:
            if len(self._judged) >= most:
                return None
            found = self._judge(self.lines.without({id(line)}))
            self._judged[id(line)] = {place_of(each): each for each in found}
        return self._judged[id(line)]


class Causes:
    """The lines of a file by the problems that they cause in its bases."""

    def __init__(self, lines: Lines, resolved: Resolved | None, trials: LeavingOut | None) -> None:
        self.lines = lines
        self.trials = trials
        self.resolved = resolved if resolved is not None and len(resolved.files) > 1 else None

    def added(self, problems: Iterable[Problem], seen: Iterable[Place] = ()) -> Iterator[Problem]:
        """Yield the problems, those that show no place in the file with the lines that cause them."""
        found = tuple(problems)
        known = {*seen, *map(place_of, found)}
        for each in found:
            notes = tuple(self._notes(each, known)) if self._leads_away(each) else ()
            yield each.but(related=(*each.related, *notes)) if notes else each

    def _leads_away(self, problem: Problem) -> bool:
        if self.resolved is None or self.trials is None:
            return False
        places = (problem.span, *(each.span for each in problem.related))
        names = {place.source.name for place in places if place is not None}
        own = {self.lines.name, *self.lines.tables}
        return bool(names) and names.isdisjoint(own)

    def _notes(self, problem: Problem, known: set[Place]) -> Iterator[Related]:
        """Yield the lines that cause a problem, in the order of the file."""
        spans: dict[Span, None] = {}
        for line, span in islice(self._candidates(problem), MOST_TRIED):
            if self._is_cause(line, problem, known):
                spans[span] = None
        shown = sorted(spans, key=lambda span: span.start)
        for count, span in enumerate(shown[:MOST_SHOWN]):
            yield Related(span, TOGETHER if count else BROUGHT)

    def _is_cause(self, line: Line, problem: Problem, known: set[Place]) -> bool:
        """Return whether a problem is gone without a line, and no new one may hide it."""
        assert self.trials is not None
        left = self.trials.without(line, self._most_judged)
        if left is None or place_of(problem) in left:
            return False
        return not any(
            may_hide(each, problem) for place, each in left.items() if place not in known
        )

    @cached_property
    def _most_judged(self) -> int:
        assert self.resolved is not None
        sections = self.resolved.tree.body
        tables = (table for each in sections if each.name == "rows" for table in each.body)
        rules = (each for each in sections if each.name not in _NO_RULES)
        rows = sum(len(table.body) for table in tables)
        parts = sum(1 for each in rules for _ in all_in(each))
        by_rows = _ROWS_IN_PROPORTION / max(_ROWS_IN_PROPORTION, rows)
        by_parts = _PARTS_IN_PROPORTION / max(_PARTS_IN_PROPORTION, parts)
        return int(MOST_JUDGED * min(by_rows, by_parts))

    # ---- candidates ------------------------------------------------------------------------
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

    def _candidates(self, problem: Problem) -> Iterator[tuple[Line, Span]]:
        """Yield the lines with what is shown of each: the nearest first, then all others."""
        nearest = self._nearest_by_name if problem.code < CHECKED else self._nearest
        own = problem.path or (self._provenance.at(problem.span) if problem.span else "")
        distances: dict[Change, int] = {}
        for path, way in self._about(problem, own):
            if path in nearest and way + nearest[path].distance <= FARTHEST:
                for change in nearest[path].changes:
                    distance = way + nearest[path].distance
                    distances[change] = min(distance, distances.get(change, distance))
        words = f" {' '.join(self._texts(problem, own))} ".replace(",", " ")

        def key(change: Change) -> tuple[int, int, int]:
            return distances[change], -self._shared(change, words), change.line.start

        tried: set[int] = set()
        changed = [each.line for each in sorted(distances, key=key)]
        for place in (*changed, *(each.span for each in self.lines)):
            line, span = self.lines.line_of(place), self.lines.shown(place)
            if line is not None and span is not None and id(line) not in tried:
                tried.add(id(line))
                yield line, span

    def _about(self, problem: Problem, own: str) -> Iterator[tuple[str, int]]:
        """Yield the paths that a problem concerns, with their distances."""
        known = self._provenance
        yield own, 0
        for way in known.ways(own):
            if way.length in {NAMED, VALUE, PILE} and not own.startswith(f"{way.path}."):
                yield way.path, way.length // 2
        for note in problem.related:
            yield known.at(note.span), INSIDE
        yield from self._quoted(problem)
        section, _, name = own.rpartition(".")
        if section == "kinds":
            yield f"rows.{name}", INSIDE
        if section.partition(".")[0] in {*DECLARING, "tokens"} - {"limits"}:
            yield from ((path, NAMED) for path in known.gone.get(name, ()))

    def _quoted(self, problem: Problem) -> Iterator[tuple[str, int]]:
        """Yield the paths that its message quotes: of a requirement, or of the names in it."""
        known = self._provenance
        for text in QUOTED.findall(problem.message()):
            if text in known.requirements:
                yield known.requirements[text], INSIDE // 2
            for word in WORD.findall(text):
                yield from ((path, INSIDE) for path in known.named(word))

    def _texts(self, problem: Problem, own: str) -> Iterator[str]:
        yield problem.message()
        yield from (each.span.text for each in self._provenance.clauses.get(own, ()))

    def _shared(self, change: Change, words: str) -> int:
        """Return how many cells of a changed row stand in the texts of a problem."""
        if not change.path.startswith("rows."):
            return 0
        rows = self._provenance.clauses.get(".".join(change.path.split(".")[:3]), ())
        return sum(f" {cell} " in words for row in rows for cell in _cells(row))


def place_of(problem: Problem) -> Place:
    """Return the place by which a problem is known again."""
    return problem.position[:4]


def may_hide(problem: Problem, other: Problem) -> bool:
    """Return whether one problem may keep another from being reported."""
    return problem.code < CHECKED or isinstance(problem, ECHOES.get(type(other), ()))


def _cells(row: Clause) -> Iterator[str]:
    """Yield the words in the cells of a row, and its numbers with the names of their fields."""
    sides = row.construct.sides if isinstance(row.construct, Row) else ()
    for cell in (cell for side in sides for cell in (*side.cells, *side.fixed)):
        if isinstance(cell.value, tuple):
            yield from (each.text for each in cell.value)
        elif cell.name is not None:
            yield f"{cell.name.text} {cell.value}"
