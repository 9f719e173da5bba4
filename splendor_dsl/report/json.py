"""Problems as JSON, for editors and other programs.

The JSON is a list with one object for each problem. `line` and `column` count from 1, columns in characters; the end is
the first character after the marked range. A problem without a place in a file has null for the four numbers; one
without a file, help or clause path has null for that.
"""

import json
from collections.abc import Iterable
from typing import TypedDict

from splendor_dsl.diagnostics import Problem, Related, sort_problems
from splendor_dsl.span import Span


class PlaceJson(TypedDict):
    """A place in a file, from the first marked character to the one after the last."""

    file: str | None
    line: int | None
    column: int | None
    end_line: int | None
    end_column: int | None


class RelatedJson(PlaceJson):
    """Another place that belongs to a problem."""

    message: str


class ProblemJson(PlaceJson):
    """One problem."""

    code: str
    severity: str
    message: str
    path: str | None
    help: str | None
    related: list[RelatedJson]


def problems_to_json(problems: Iterable[Problem]) -> str:
    """Return the problems as the text of a JSON list, in reading order."""
    found = [problem_to_dict(problem) for problem in sort_problems(problems)]
    return json.dumps(found, ensure_ascii=False, indent=2)


def problem_to_dict(problem: Problem) -> ProblemJson:
    """Return one problem as plain data."""
    return {
        "code": problem.code,
        "severity": problem.severity,
        "message": problem.message(),
        **_place(problem.span, problem.file),
        "path": problem.path or None,
        "help": problem.help(),
        "related": [_related(related) for related in problem.related],
    }


def _related(related: Related) -> RelatedJson:
    return {"message": related.text, **_place(related.span)}


def _place(span: Span | None, file: str = "") -> PlaceJson:
    if span is None:
        return PlaceJson(file=file or None, line=None, column=None, end_line=None, end_column=None)
    line, column = span.source.line_column(span.start)
    end_line, end_column = span.source.line_column(span.end)
    return PlaceJson(
        file=span.source.name, line=line, column=column, end_line=end_line, end_column=end_column
    )
