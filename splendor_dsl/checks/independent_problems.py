"""The problems of a file, stage by stage: after a faulty line also those that can be no echo of it.

A file is merged, understood and checked. A faulty edit is skipped while layers merge, and the rest is understood at
once. Before the rules are checked they are merged and understood once more, without the lines at fault and those that
need what these would declare. That can't be done in place: what a faulty line replaced in the base would be missing,
and the checks would report the hole.

The names that a line at fault would declare or change are doubtful from then on. A problem is reported only if it has a
line of its own and neither it nor its line uses them; one of the checks, only if it uses no name of a line that was left
out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

from splendor_dsl.checks.causes import QUOTED, WORD, Causes, Judge, LeavingOut, Place, place_of
from splendor_dsl.checks.lines import CHECKED, Line, Lines
from splendor_dsl.diagnostics import Problem
from splendor_dsl.semantics.layers import Resolved
from splendor_dsl.semantics.parts import all_in
from splendor_dsl.semantics.problems import CannotSet, SetTwice, UnknownName, UnknownPath
from splendor_dsl.semantics.tree import walk
from splendor_dsl.semantics.type_problems import TooLarge
from splendor_dsl.span import Span
from splendor_dsl.syntax.ast import (
    Clause,
    Edit,
    File,
    Game,
    Mechanic,
    Row,
    Rows,
    Section,
    Use,
    Variant,
)
from splendor_dsl.syntax.expressions import Ident

MOST_FAULTS: Final = 16  # so many are enough to mend before the file is checked again
HEADERS: Final = (Game, Variant, Mechanic)
# The problems that hold even where some clauses of a file could not be read.
_OF_NAMES: Final = (UnknownPath, CannotSet, SetTwice, UnknownName)


class IndependentProblems:
    """The problems found so far, with the lines at fault and the names that are doubtful for it."""

    def __init__(self, file: File, judge: Judge | None = None) -> None:
        self.found: list[Problem] = []
        self.faults: list[Problem] = []  # that keep the rules from being checked
        self.can_go_on = True  # whether each fault has a line of its own
        self._lines = Lines(file)
        self._trials = LeavingOut(self._lines, judge) if judge is not None else None
        self._left_out: set[int] = set()  # lines, by identity
        self._declared: set[str] = set()  # what lines at fault would declare or change
        self._named: set[str] = set()  # all that lines that are left out name
        self._seen: set[Place] = set()

    def add(self, problems: Iterable[Problem], resolved: Resolved | None) -> None:
        """Add those of a stage that are no echoes, with the lines that cause them."""
        causes = Causes(self._lines, resolved, self._trials)
        stage = tuple(causes.added(problems, self._seen))
        fresh = self._fresh(stage) if self.faults else self._without_foreseen(stage)
        for each in tuple(fresh):
            self._seen.add(place_of(each))
            self.found.append(each)
        faults = [each for each in stage if each.severity == "error" and each.code < CHECKED]
        self.faults += faults
        lines = [self._at_fault(each) for each in faults[:MOST_FAULTS]]
        self.can_go_on &= len(self.faults) <= MOST_FAULTS and None not in lines
        for each, line in zip(faults, lines, strict=False) if self.can_go_on else ():
            assert line is not None
            self._doubt(line, each)

    def without_faults(self, resolved: Resolved) -> File | None:
        """Return the file without the lines at fault and those that need them; none if no whole game would be left."""
        if not (self.can_go_on and self._lines.is_variant):
            return None
        known = {clause.name for _, clause in walk(resolved.tree) if not self._is_left_out(clause)}
        naming: dict[str, list[Line]] = defaultdict(list)
        for line in self._lines:
            for name in {*_names_in(line)}:
                naming[name].append(line)
        doubtful = {*self._declared} - known
        waiting = [*doubtful]
        while waiting:
            for line in naming[waiting.pop()]:
                if id(line) not in self._left_out:
                    self._leave_out(line)
                    waiting += {*_declared(line)} - known - doubtful
                    doubtful.update(waiting)
        return self._lines.without(self._left_out)

    def _is_left_out(self, clause: Clause) -> bool:
        return id(self._lines.at(clause.span)) in self._left_out

    def _leave_out(self, line: Line) -> None:
        """Note the names of a line, once however many faults it has."""
        if id(line) not in self._left_out:
            self._left_out.add(id(line))
            self._named.update(_names_in(line), _declared(line))

    def _doubt(self, line: Line, fault: Problem) -> None:
        """Note the names of a line at fault, of the table that it is a row of, and of what may have been meant there."""
        self._leave_out(line)
        top = self._lines.top_of(line)
        table = (top.name,) if isinstance(top, Clause) and isinstance(top.construct, Rows) else ()
        self._declared.update(_declared(line), _meant(fault), table)
        self._named |= self._declared

    def _fresh(self, problems: Iterable[Problem]) -> Iterator[Problem]:
        """Yield the new problems that can be no echo; the names of each line are found once."""
        names: dict[int, frozenset[str]] = {}
        for each in problems:
            if place_of(each) in self._seen:
                continue
            line = self._line_of(each)
            if line is None:
                if self._trials is None:  # no line is looked up for it, as the file is judged again
                    yield each
                continue
            if id(line) not in names:
                names[id(line)] = frozenset(_names_in(line))
            if self._stands_alone(each, names[id(line)]):
                yield each

    def _line_of(self, problem: Problem) -> Line | None:
        """Return the line that a problem stands in, or else the first that is shown beside it."""
        for span in (problem.span, *(each.span for each in problem.related)):
            if span is not None and span.source.name == self._lines.name:
                return self._lines.at(span)
        return None

    def _at_fault(self, problem: Problem) -> Line | None:
        """Return the line that is wrong by itself: none that uses a mechanic or has too much of something."""
        line = None if isinstance(problem, TooLarge) else self._line_of(problem)
        return None if isinstance(line, Clause) and isinstance(line.construct, Use) else line

    def _without_foreseen(self, problems: Iterable[Problem]) -> Iterator[Problem]:
        """Yield the problems without the paths of what stands in an edit that is at fault itself."""
        found = [(each, self._line_of(each)) for each in problems]
        foreseen: dict[str, Line] = {}
        for each, line in found:
            if isinstance(each, UnknownPath) and isinstance(line, Edit):
                foreseen.update((word, line) for item in line.items for word in _labels(item))
        for each, line in found:
            words = each.wanted.split(".")[1:] if isinstance(each, UnknownPath) else ()
            holders = [foreseen[word] for word in words if word in foreseen]
            if not holders or any(line is holder for holder in holders):
                yield each

    def _stands_alone(self, problem: Problem, names: frozenset[str]) -> bool:
        """Return whether a problem of a line with these names can be no echo of what was left out."""
        own = set(problem.path.split("."))
        for text in QUOTED.findall(problem.message()):
            own.update(WORD.findall(text))
        if problem.code >= CHECKED:
            return names.isdisjoint(self._named) and own.isdisjoint(self._named)
        if problem.span is not None and problem.span.source is not self._lines.file.span.source:
            own.update(WORD.findall(_text_of_lines(problem.span)))
        return names.isdisjoint(self._declared) and own.isdisjoint(self._declared)


def beside_damage(file: File, damage: Iterable[Problem], judge: Judge) -> Iterator[Problem]:
    """Yield the problems of names in a file that was read in part; none that the rest may declare."""
    lines = Lines(file)
    tops = (each.construct for each in file.tops if isinstance(each, Clause))
    if not lines.is_variant or any(isinstance(each, HEADERS) for each in tops):
        return  # a game is no whole without each of its clauses
    text = file.span.source.text
    unread = list(text)
    for start, end in _read(file.tops):
        unread[start:end] = " " * (end - start)
    doubted = set(WORD.findall("".join(unread)))
    damaged = {each.span.line for each in damage if each.span is not None}
    for each in judge(file):
        line = lines.at(each.span) if each.span is not None else None
        if isinstance(each, _OF_NAMES) and isinstance(line, Edit) and line.span.line not in damaged:
            subject = each.name if isinstance(each, UnknownName) else each.wanted
            if doubted.isdisjoint(subject.split(".")[-2:]):
                yield each


def _read(tops: Iterable[Line]) -> Iterator[tuple[int, int]]:
    """Yield the ranges of the text that were read completely."""
    for each in tops:
        inner = each.items if isinstance(each, Edit) else each.body
        if not inner and not (isinstance(each, Clause) and isinstance(each.construct, Section)):
            yield each.span.start, each.span.end
        elif inner:
            head = each.span.text.partition("{")[0]  # what stands behind it may be damaged
            yield each.span.start, each.span.start + len(head)
            yield from _read(inner)


def _text_of_lines(span: Span) -> str:
    """Return the lines that a place is in."""
    text = span.source.text
    end = text.find("\n", span.end)
    return text[text.rfind("\n", 0, span.start) + 1 : len(text) if end < 0 else end]


def _meant(problem: Problem) -> Iterator[str]:
    """Yield the names that may have been meant in place of one that nothing declares."""
    near = getattr(problem, "near", None)
    others = getattr(problem, "others", ())
    for each in (*([near] if near else ()), *others):
        yield from each.split(".")[1:] or (each,)


def _declared(line: Line) -> Iterator[str]:
    """Yield the names that a line would declare or change."""
    if isinstance(line, Edit):
        yield from line.path.text.split(".")[1:]
    for each in line.items if isinstance(line, Edit) else (line,):
        yield from _labels(each)


def _labels(clause: Clause) -> Iterator[str]:
    yield clause.name
    for side in clause.construct.sides if isinstance(clause.construct, Row) else ():
        yield from WORD.findall(side.title or "")
    for each in clause.body:
        yield from _labels(each)


def _names_in(node: object) -> Iterator[str]:
    """Return all names in a line."""
    return (
        name for each in all_in(node) if isinstance(each, Ident) for name in each.text.split(".")
    )
