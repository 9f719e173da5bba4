"""Faults that others would hide: what is found once the lines that are wrong are left out.

A file whose lines don't fit its bases is not understood, and one that is not understood is not checked. So each line
that is wrong is left out, as if it had not been written, and the rest is judged again. What is found then is told only
if it can be no echo: it has a line of its own, and none of the names there has to do with a line left out.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from attrs import evolve, field, frozen

from splendor_dsl.checks.causes import Rejudging
from splendor_dsl.diagnostics import Problem
from splendor_dsl.semantics.parts import all_in
from splendor_dsl.semantics.problems import CannotSet, SetTwice, UnknownName, UnknownPath
from splendor_dsl.semantics.type_problems import TooLarge
from splendor_dsl.span import Span
from splendor_dsl.syntax.ast import (
    Clause,
    Edit,
    Example,
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

Judge = Callable[[File], Iterable[Problem]]
Line = Clause | Edit
Place = tuple[str, int, int, str]

ROUNDS: Final = 3  # what is left out may bring more to light, but hardly often
MOST_FAULTS: Final = 16  # so many are enough to mend before the file is checked again
CHECKED: Final = "SPL400"  # what comes before keeps the rules from being understood
HEADERS: Final = (Game, Variant, Mechanic)
_QUOTED: Final = re.compile(r"'([^']*)'")
_WORD: Final = re.compile(r"[^\W\d]\w*")
# What can be told of a file of which not each clause could be read.
_OF_NAMES: Final = (UnknownPath, CannotSet, SetTwice, UnknownName)


def with_independent(
    file: File, problems: Iterable[Problem], judge: Judge, again: Rejudging
) -> tuple[Problem, ...]:
    """Return the problems, and those that they have hidden, as far as the file may be judged again."""
    lines = _Lines(file)
    told = list(_without_foreseen(problems, lines))
    seen = {_place(each) for each in told}
    latest, doubt = told, Doubt()
    for _ in range(ROUNDS):
        faults = [each for each in latest if _hides(each)]
        if not faults or len(faults) > MOST_FAULTS:
            break
        bad = [line for each in faults if (line := _at_fault(each, lines)) is not None]
        if len(bad) < len(faults):
            break  # where no line is at fault by itself, all that follows may be an echo
        for fault, line in zip(faults, bad, strict=True):
            doubt.add(line, fault, file)
        if not again.take():
            break
        file = _without(file, bad)
        lines = _Lines(file)
        latest = list(judge(file))
        told += _fresh(latest, lines, seen, doubt)
    return tuple(told)


def _fresh(
    problems: Iterable[Problem], lines: _Lines, seen: set[Place], doubt: Doubt
) -> Iterator[Problem]:
    """The problems that are not told yet and can be no echo; the names of each line are found once."""
    names: dict[int, frozenset[str]] = {}
    for each in problems:
        line = None if _place(each) in seen else lines.of(each)
        if line is None:
            continue
        if id(line) not in names:
            names[id(line)] = frozenset(_names(line))
        if _stands_alone(each, names[id(line)], doubt, lines.file):
            seen.add(_place(each))
            yield each


def _at_fault(problem: Problem, lines: _Lines) -> Line | None:
    """The line that is wrong by itself: not one that uses a mechanic, and none where there is too much of something."""
    line = None if isinstance(problem, TooLarge) else lines.of(problem)
    return None if line is None or _is_use(line) else line


def _without_foreseen(problems: Iterable[Problem], lines: _Lines) -> Iterator[Problem]:
    """The problems without the paths of what stands in an edit that is at fault itself."""
    found = tuple(problems)
    foreseen: dict[str, Line] = {}
    for each in found:
        line = lines.of(each) if isinstance(each, UnknownPath) else None
        for item in line.items if isinstance(line, Edit) else ():
            foreseen.update((word, line) for word in _labels(item) if line is not None)
    for each in found:
        words = each.wanted.split(".")[1:] if isinstance(each, UnknownPath) else ()
        holders = [foreseen[word] for word in words if word in foreseen]
        if not holders or lines.of(each) in holders:
            yield each


@frozen(kw_only=True)
class Doubt:
    """The names that have to do with what was left out: those that it would declare or change, and all."""

    declared: set[str] = field(factory=set)
    named: set[str] = field(factory=set)

    def add(self, line: Line, fault: Problem, file: File) -> None:
        """Note the names of one more line, of the table that it is a row of, and of what may have been meant there."""
        tables = (each for each in file.tops if isinstance(each, Clause))
        of = (each.name for each in tables if isinstance(each.says, Rows) and line in each.body)
        self.declared.update(_declared(line), _meant(fault), of)
        self.named.update(_names(line), self.declared)


def beside_damage(file: File, damage: Iterable[Problem], judge: Judge) -> Iterator[Problem]:
    """What is told of the names in a file that could be read but in part; none that may stand in the rest."""
    tops = [each.says for each in file.tops if isinstance(each, Clause)]
    if any(isinstance(each, HEADERS) for each in tops) or not _is_variant(file):
        return  # a game is no whole without each of its clauses
    text = file.span.source.text
    unread = list(text)
    for start, end in _read(file.tops):
        unread[start:end] = " " * (end - start)
    doubted = set(_WORD.findall("".join(unread)))
    damaged = {each.span.line for each in damage if each.span is not None}
    lines = _Lines(file)
    for each in with_independent(file, judge(file), judge, Rejudging(ROUNDS)):
        line = lines.of(each)
        if isinstance(each, _OF_NAMES) and isinstance(line, Edit) and line.span.line not in damaged:
            subject = each.name if isinstance(each, UnknownName) else each.wanted
            if doubted.isdisjoint(subject.split(".")[-2:]):
                yield each


def _read(tops: Iterable[Line]) -> Iterator[tuple[int, int]]:
    """Where the text stands of which all was read."""
    for each in tops:
        inner = each.items if isinstance(each, Edit) else each.body
        if not inner and not (isinstance(each, Clause) and isinstance(each.says, Section)):
            yield each.span.start, each.span.end
        elif inner:
            head = each.span.text.partition("{")[0]  # what stands behind it may be damaged
            yield each.span.start, each.span.start + len(head)
            yield from _read(inner)


def _hides(problem: Problem) -> bool:
    return problem.severity == "error" and problem.code < CHECKED


def _place(problem: Problem) -> Place:
    return problem.position[:4]


# ---- lines ---------------------------------------------------------------------------------------
def _lines(top: Line) -> tuple[Line, ...]:
    """What is left out by itself: an edit, or a clause of a section."""
    if isinstance(top, Edit) or isinstance(top.says, Use | Example) or not top.body:
        return (top,)
    return top.body


class _Lines:
    """The lines of a file, found by their place: they stand one after the other."""

    def __init__(self, file: File) -> None:
        self.file = file
        self._lines = [line for top in file.tops for line in _lines(top)]
        self._starts = [line.span.start for line in self._lines]

    def of(self, problem: Problem) -> Line | None:
        """The line that a problem stands in, or else the one that brings it about."""
        spans = (problem.span, *(each.span for each in problem.related))
        for span in spans:
            if span is not None and span.source.name == self.file.span.source.name:
                at = bisect_right(self._starts, span.start) - 1
                found = self._lines[at] if at >= 0 else None
                return found if found is not None and _holds(found.span, span) else None
        return None


def _holds(outer: Span, inner: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def _is_variant(file: File) -> bool:
    return file.header is not None and isinstance(file.header.says, Variant)


def _is_use(line: Line) -> bool:
    return isinstance(line, Clause) and isinstance(line.says, Use)


def _without(file: File, bad: Sequence[Line]) -> File:
    tops: list[Line] = []
    for top in file.tops:
        kept = tuple(each for each in _lines(top) if not any(each is line for line in bad))
        if isinstance(top, Clause) and kept and kept[0] is not top:
            tops.append(top.with_body(tuple(each for each in kept if isinstance(each, Clause))))
        elif kept:
            tops.append(top)
    return evolve(file, tops=tuple(tops))


# ---- names ---------------------------------------------------------------------------------------
def _stands_alone(problem: Problem, names: frozenset[str], doubt: Doubt, file: File) -> bool:
    """Whether a problem of a line with these names can be no echo of what was left out."""
    own = set(problem.path.split("."))
    own.update(word for text in _QUOTED.findall(problem.message()) for word in _WORD.findall(text))
    if problem.code < CHECKED:
        if problem.span is not None and problem.span.source is not file.span.source:
            own.update(_WORD.findall(_text_of_lines(problem.span)))
        return names.isdisjoint(doubt.declared) and own.isdisjoint(doubt.declared)
    if not _is_variant(file):
        return False  # without one of its clauses a game may be no whole game any more
    return names.isdisjoint(doubt.named) and own.isdisjoint(doubt.named)


def _text_of_lines(span: Span) -> str:
    """The lines that a place is in."""
    text = span.source.text
    end = text.find("\n", span.end)
    return text[text.rfind("\n", 0, span.start) + 1 : len(text) if end < 0 else end]


def _meant(problem: Problem) -> Iterator[str]:
    """The names that may have been meant in place of one that nothing declares."""
    near = getattr(problem, "near", None)
    others = getattr(problem, "others", ())
    for each in (*([near] if near else ()), *others):
        yield from each.split(".")[1:] or (each,)


def _declared(line: Line) -> Iterator[str]:
    """The names that a line would declare or change."""
    if isinstance(line, Edit):
        yield from line.path.text.split(".")[1:]
    for each in line.items if isinstance(line, Edit) else (line,):
        yield from _labels(each)


def _labels(clause: Clause) -> Iterator[str]:
    yield clause.name
    for side in clause.says.sides if isinstance(clause.says, Row) else ():
        yield from _WORD.findall(side.title or "")
    for each in clause.body:
        yield from _labels(each)


def _names(node: object) -> Iterator[str]:
    """All names in a line."""
    return (
        name for each in all_in(node) if isinstance(each, Ident) for name in each.text.split(".")
    )
