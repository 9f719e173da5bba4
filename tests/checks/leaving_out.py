"""The lines that bring problems about, found the slow way: the file is judged again without each of its lines.

A line is to blame if the problem is gone without it, and no other has come that may hide it. The lookup of
`splendor_dsl/checks/causes.py` is compared with this.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from attrs import evolve
from semantics.programs import extensions

from splendor_dsl.checks import check
from splendor_dsl.checks.causes import Place, may_hide, place_of
from splendor_dsl.checks.lines import Lines
from splendor_dsl.diagnostics import Problem, has_errors
from splendor_dsl.pipeline import Files
from splendor_dsl.semantics.from_syntax import from_syntax
from splendor_dsl.semantics.layers import Resolved, resolve
from splendor_dsl.semantics.problems import UnknownName
from splendor_dsl.source import Source
from splendor_dsl.syntax.ast import Clause, Example, File
from splendor_dsl.syntax.from_text import from_text


class Judged(NamedTuple):
    """A file with its problems, none of which shows a cause."""

    file: File
    resolved: Resolved
    problems: tuple[Problem, ...]
    files: Files

    def judge(self, file: File) -> tuple[Problem, ...]:
        """Return the problems of what is left of the file."""
        return _problems(file, self.files)[1]


def judged(source: Source) -> Judged | None:
    """Return what is found in a file; none if it can't be read or merged."""
    file = from_text(source).file
    if file is None or from_text(source).problems or file.edition_kind == "mechanic":
        return None
    files = Files(extensions(), source.path, {})
    resolved, problems = _problems(file, files)
    return None if resolved is None else Judged(file, resolved, problems, files)


def to_blame(found: Judged, problems: Iterable[Problem]) -> dict[Place, list[int]]:
    """Return where the lines begin without which each problem is gone; an empty list for one of the bases themselves."""
    lines = Lines(found.file)
    wanted = {place_of(each): each for each in problems}
    known = {place_of(each) for each in found.problems}
    causes: dict[Place, list[int]] = {place: [] for place in wanted}
    for each in found.judge(evolve(found.file, tops=())):
        wanted.pop(place_of(each), None)
    for line in lines if wanted else ():
        if isinstance(line, Clause) and isinstance(line.construct, Example):
            continue
        left = found.judge(lines.without({id(line)}))
        there = {place_of(each) for each in left}
        fresh = [each for each in left if place_of(each) not in known]
        for place in wanted.keys() - there:
            if not any(may_hide(each, wanted[place]) for each in fresh):
                shown = lines.shown(line.span)
                causes[place] += () if shown is None else (shown.start,)
    return causes


def _problems(file: File, files: Files) -> tuple[Resolved | None, tuple[Problem, ...]]:
    resolved, found = resolve(file, files.base, files.mechanic)
    problems = list(found)
    if resolved is None or has_errors(problems):
        return resolved, tuple(problems)
    meaning = from_syntax(resolved)
    problems += meaning.problems
    if meaning.model is not None:
        problems += check(meaning.model, resolved, meaning.names, files.extensions).problems
    return resolved, tuple(problems)


def leads_away(problem: Problem, file: File) -> bool:
    """Return whether a problem shows no place in a file or its tables."""
    places = (problem.span, *(each.span for each in problem.related))
    names = {place.source.name for place in places if place is not None}
    return bool(names) and names.isdisjoint({file.span.source.name, *Lines(file).tables})


def far(found: Judged) -> Iterator[Problem]:
    """Yield the problems that show no place in the file, unknown names aside: `pipeline` shows which edit removed one."""
    for each in found.problems:
        if leads_away(each, found.file) and not isinstance(each, UnknownName):
            yield each
