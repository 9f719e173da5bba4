"""Which lines of a variant bring about what is told in a file that it stands on, and many problems told as one.

A line is to blame if the problem is gone without it, and no other has come that may hide it. So nothing is guessed:
each line is left out in turn, and what is left is judged again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Final, Protocol

from attrs import evolve, mutable

from splendor_dsl.checks import ECHOES
from splendor_dsl.diagnostics import MOST_TOLD, Problem, Related
from splendor_dsl.semantics.problems import MoreWarnings
from splendor_dsl.span import Span
from splendor_dsl.syntax.ast import (
    Clause,
    Edit,
    Example,
    File,
    Names,
    OptionRows,
    Rows,
    Use,
    Variant,
)
from splendor_dsl.syntax.problems import Misread, MoreProblems

Judge = Callable[[File], Iterable[Problem]]


class JudgeAtEnds(Protocol):
    """Judges a file, with its parameters at these ends of their ranges too, or at all."""

    def __call__(self, file: File, *, ends: Collection[str] | None = None) -> Iterable[Problem]:
        """Return the problems."""


Place = tuple[str, str, int, int]

_QUOTED: Final = re.compile(r"'[^']*'")
BROUGHT: Final = "this change brings it about"
_CHECKED: Final = "SPL400"  # what comes before keeps the rules from being understood
MOST_AGAIN: Final = 12  # times that a file is judged again; a game with many rows less often
_ROWS_IN_PROPORTION: Final = 100  # with twice as many rows it takes about twice as long
_PARTS_IN_PROPORTION: Final = 2_000  # and so with twice as much that its rules say
MOST_ROWS: Final = 200  # a larger game takes long to judge: its warnings are told without lines, as it can be played
MOST_ALIKE: Final = 3  # more of one kind are told as one


@mutable
class Rejudging:
    """How often a file may still be judged again, so that an answer comes soon."""

    left: int

    @classmethod
    def for_size(cls, rows: int, parts: int) -> Rejudging:
        """Return the number of times for a game with so many rows, and rules of so many parts."""
        by_rows = _ROWS_IN_PROPORTION / max(_ROWS_IN_PROPORTION, rows)
        by_parts = _PARTS_IN_PROPORTION / max(_PARTS_IN_PROPORTION, parts)
        return cls(int(MOST_AGAIN * min(by_rows, by_parts)))

    def take(self) -> bool:
        """Return whether the file may be judged once more, and count it."""
        self.left -= 1
        return self.left >= 0


# ---- causes --------------------------------------------------------------------------------------
def with_causes(
    file: File, problems: Iterable[Problem], judge: JudgeAtEnds, again: Rejudging, *, rows: int
) -> tuple[Problem, ...]:
    """The problems, those that stand in other files with the lines of this one that bring them about."""
    found = tuple(problems)
    own = {file.span.source.name, *_tables(file)}
    asked = (each for each in found if each.severity == "error" or rows <= MOST_ROWS)
    far = {_place(each): each for each in asked if _leads_away(each, own)}
    if not far or file.header is None or not isinstance(file.header.says, Variant):
        return found
    if not again.take():
        return found
    # Each end of a range takes as long as all else.
    judge_alike = partial(judge, ends={each.setting for each in far.values() if each.setting})
    for each in judge_alike(evolve(file, tops=())):  # what the bases have by themselves
        far.pop(_place(each), None)
    if not far:
        return found
    known = {_place(each) for each in found}
    lines = _without_one(file, again.left)
    causes = _causes((each for each in lines if again.take()), far, known, judge_alike)
    return tuple(each.but(related=(*each.related, *causes.get(_place(each), ()))) for each in found)


def _causes(
    lines: Iterable[tuple[Span, File]],
    far: Mapping[Place, Problem],
    known: Collection[Place],
    judge: Judge,
) -> dict[Place, list[Related]]:
    """The lines without which each problem is gone; of warnings alone no more are looked for once each has one."""
    causes: dict[Place, list[Related]] = {}
    for span, rest in lines:
        left = {_place(each): each for each in judge(rest)}
        fresh = [each for place, each in left.items() if place not in known]
        for place in far.keys() - left.keys():
            if any(_may_hide(each, far[place]) for each in fresh):
                continue
            notes = causes.setdefault(place, [])
            if len(notes) < MOST_ALIKE:
                notes.append(Related(span, "together with this one" if notes else BROUGHT))
        if all(each.severity == "warning" and place in causes for place, each in far.items()):
            break
    return causes


def _may_hide(problem: Problem, other: Problem) -> bool:
    """Whether one problem may keep another from being told: no check goes on after it, or it has echoes."""
    return problem.code < _CHECKED or isinstance(problem, ECHOES.get(type(other), ()))


def _tables(file: File) -> Iterator[str]:
    """The tables that a file names."""
    folder = Path(file.span.source.name).parent
    for top in file.tops:
        for each in (*top.body, top) if isinstance(top, Clause) else top.items:
            if isinstance(each.says, Rows | OptionRows) and each.says.file is not None:
                yield str(folder / each.says.file)


def _leads_away(problem: Problem, own: set[str]) -> bool:
    """Whether a problem shows no place in some files."""
    places = (problem.span, *(each.span for each in problem.related))
    names = {place.source.name for place in places if place is not None}
    return bool(names) and names.isdisjoint(own)


def _place(problem: Problem) -> Place:
    name, start, end, code, _ = problem.position
    return code, name, start, end


def _without_one(file: File, most: int) -> Iterator[tuple[Span, File]]:
    """Yield the file without each of its lines, or at least without each of its sections, if there are few enough."""
    for fine in (True, False):
        lines = [
            each for at, top in enumerate(file.tops) for each in _left_out(top, at, file, fine)
        ]
        if len(lines) <= most:
            yield from lines
            return


def _left_out(
    top: Clause | Edit,
    at: int,
    file: File,
    fine: bool,  # noqa: FBT001  one of two ways
) -> Iterator[tuple[Span, File]]:
    before, after = file.tops[:at], file.tops[at + 1 :]
    if isinstance(top, Edit):
        yield _shown(top.span, top.path.span), evolve(file, tops=(*before, *after))
    elif fine and len(top.body) > 1 and not isinstance(top.says, Example | Names | Use):
        for each in top.body:
            less = top.with_body(tuple(other for other in top.body if other is not each))
            yield _shown(each.span, each.label.span), evolve(file, tops=(*before, less, *after))
    elif not isinstance(top.says, Example | Names):
        yield _shown(top.span, top.label.span), evolve(file, tops=(*before, *after))


def _shown(whole: Span, short: Span) -> Span:
    """A clause of several lines is shown by its name."""
    return short if "\n" in whole.text else whole


# ---- many told as one ----------------------------------------------------------------------------
def of_habits(problems: Iterable[Problem]) -> Iterator[Problem]:
    """The problems in their order; many lines that one habit shows in, in other words on each, are told as one."""
    yield from gathered(problems, said=_habit)


def gathered(
    problems: Iterable[Problem], *, said: Callable[[Problem], object] | None = None
) -> Iterator[Problem]:
    """The problems in their order; many of one kind in one file, with the same beside them, are told as one.

    They say the same, or one line brings them all about for many pieces.
    """
    tell = _said if said is None else said
    found = [(tell(each), each) for each in problems]
    groups: dict[object, list[Problem]] = {}
    for key, each in found:
        groups.setdefault(key, []).append(each)
    for key, each in found:
        group = groups[key]
        if len(group) <= MOST_ALIKE:
            yield each
        elif each is group[0]:
            spans = [other.span for other in group[1:MOST_ALIKE]]
            too = (Related(span, "and here") for span in spans if span is not None)
            yield each.but(more=len(group) - 1, related=(*each.related, *too))


def first_told(problems: Iterable[Problem]) -> Iterator[Problem]:
    """The first errors and the first warnings, and behind them how many more there are of each."""
    left: dict[str, list[Problem]] = {"error": [], "warning": []}
    told = dict.fromkeys(left, 0)
    for each in problems:
        told[each.severity] += 1
        if told[each.severity] <= MOST_TOLD:
            yield each
        else:
            left[each.severity].append(each)
    for severity, kind in (("error", MoreProblems), ("warning", MoreWarnings)):
        if left[severity]:
            first, count = left[severity][0], sum(1 + each.more for each in left[severity])
            yield kind(limit=MOST_TOLD, left=f", {count} in all", span=first.span, file=first.file)


def in_file(own: str) -> Callable[[Problem], object]:
    """What is said of a file: of pieces of its bases that one line of it is about, whatever piece each names."""

    def said(problem: Problem) -> object:
        if problem.path.startswith("rows.") and problem.related and problem.source_name != own:
            kind = problem.path.split(".")[1]
            return problem.code, kind, problem.source_name, _beside(problem)
        return _said(problem)

    return said


def _beside(problem: Problem) -> tuple[tuple[str, str], ...]:
    return tuple((note.text, str(note.span)) for note in problem.related)


def _said(problem: Problem) -> object:
    beside = _beside(problem)
    return problem.code, problem.message(), problem.help(), problem.source_name, beside


def _habit(problem: Problem) -> object:
    if isinstance(problem, Misread) and problem.near is None and problem.advice is not None:
        advice = _QUOTED.sub("", problem.advice)
        if not advice.startswith("did you mean"):  # a slip of the keyboard is another each time
            return problem.code, advice, problem.source_name
    return id(problem)
