"""Grouping of problems of one kind, and the limit on their number."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from splendor_dsl.checks.causes import QUOTED
from splendor_dsl.diagnostics import MOST_REPORTED, Problem, Related
from splendor_dsl.semantics.problems import MoreWarnings
from splendor_dsl.syntax.problems import Misread, MoreProblems

MOST_ALIKE: Final = 3  # more of one kind are grouped


def of_habits(problems: Iterable[Problem]) -> Iterator[Problem]:
    """Yield the problems in order; one for many lines with the same mistake in different words."""
    yield from gathered(problems, key=_habit)


def gathered(
    problems: Iterable[Problem], *, key: Callable[[Problem], object] | None = None
) -> Iterator[Problem]:
    """Yield the problems in order; one for many of a kind in one file with the same related places.

    They have the same message, or one line causes them all for many pieces.
    """
    key_of = _message_key if key is None else key
    found = [(key_of(each), each) for each in problems]
    groups: dict[object, list[Problem]] = {}
    for group_key, each in found:
        groups.setdefault(group_key, []).append(each)
    for group_key, each in found:
        group = groups[group_key]
        if len(group) <= MOST_ALIKE:
            yield each
        elif each is group[0]:
            spans = [other.span for other in group[1:MOST_ALIKE]]
            too = (Related(span, "and here") for span in spans if span is not None)
            yield each.but(more=len(group) - 1, related=(*each.related, *too))


def first_of_each(problems: Iterable[Problem]) -> Iterator[Problem]:
    """Yield the first errors and warnings, then the number of the rest of each."""
    left: dict[str, list[Problem]] = {"error": [], "warning": []}
    reported = dict.fromkeys(left, 0)
    for each in problems:
        reported[each.severity] += 1
        if reported[each.severity] <= MOST_REPORTED:
            yield each
        else:
            left[each.severity].append(each)
    for severity, kind in (("error", MoreProblems), ("warning", MoreWarnings)):
        if left[severity]:
            first, count = left[severity][0], sum(1 + each.more for each in left[severity])
            yield kind(
                limit=MOST_REPORTED, left=f", {count} in all", span=first.span, file=first.file
            )


def in_file(own: str) -> Callable[[Problem], object]:
    """Return the key by which problems of a file are grouped: one for all pieces of its bases that one line affects."""

    def file_key(problem: Problem) -> object:
        if problem.path.startswith("rows.") and problem.related and problem.source_name != own:
            kind = problem.path.split(".")[1]
            return problem.code, kind, problem.source_name, _beside(problem)
        return _message_key(problem)

    return file_key


def _beside(problem: Problem) -> tuple[tuple[str, str], ...]:
    return tuple((note.text, str(note.span)) for note in problem.related)


def _message_key(problem: Problem) -> object:
    beside = _beside(problem)
    return problem.code, problem.message(), problem.help(), problem.source_name, beside


def _habit(problem: Problem) -> object:
    if isinstance(problem, Misread) and problem.near is None and problem.advice is not None:
        advice = QUOTED.sub("", problem.advice)
        if not advice.startswith("did you mean"):  # a slip of the keyboard is another each time
            return problem.code, advice, problem.source_name
    return id(problem)
