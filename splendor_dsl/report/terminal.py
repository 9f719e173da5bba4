"""Problems as text for a terminal, with the place marked in its line."""

from collections.abc import Callable, Iterable
from typing import Final

from splendor_dsl.diagnostics import Problem, sort_problems
from splendor_dsl.hidden import shown_in_line
from splendor_dsl.report.excerpt import marked_lines
from splendor_dsl.span import Span

Paint = Callable[[str, str], str]

_CODES: Final = {"error": "1;31", "warning": "1;33", "note": "1;36", "help": "1;32", "gutter": "34"}


def render_problems(problems: Iterable[Problem], *, colour: bool = False) -> str:
    """Return all problems in reading order, and a line that counts them."""
    ordered = sort_problems(problems)
    blocks = [render_problem(problem, colour=colour) for problem in ordered]
    return "\n\n".join([*blocks, summary(ordered)])


def render_problem(problem: Problem, *, colour: bool = False) -> str:
    """Return one problem: headline, the marked line, the help, the related places."""
    paint = _coloured if colour else _plain
    style = problem.severity
    label = paint(f"{style}[{problem.code}]:", style)
    lines = [f"{_place(problem)}{label} {shown_in_line(problem.message())}"]
    if problem.span is not None:
        lines += _excerpt(problem.span, paint, style)
    lines += _help(problem, paint)
    for related in problem.related:
        note = paint("note:", "note")
        lines.append(f"{shown_in_line(str(related.span))}: {note} {shown_in_line(related.text)}")
        lines += _excerpt(related.span, paint, "note")
    return "\n".join(lines)


def summary(problems: Iterable[Problem]) -> str:
    """Return the number of errors and warnings: `2 errors, 1 warning`."""
    severities = [problem.severity for problem in problems]
    words = [word for word in ("error", "warning") if word in severities]
    return ", ".join(many(severities.count(word), word) for word in words) or "no problems"


def many(count: int, noun: str) -> str:
    """Return a number with its noun: `1 move`, `2 moves`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _place(problem: Problem) -> str:
    place = problem.file if problem.span is None else str(problem.span)
    return f"{shown_in_line(place)}: " if place else ""


def _help(problem: Problem, paint: Paint) -> list[str]:
    text = problem.help()
    if text is None:
        return []
    first, *others = text.split("\n")
    return [
        f"{paint('help:', 'help')} {shown_in_line(first)}",
        *(f"  {shown_in_line(o)}" for o in others),
    ]


def _excerpt(span: Span, paint: Paint, style: str) -> list[str]:
    lines = marked_lines(span)
    width = max(3, len(str(lines[-1].number)))
    shown: list[str] = []
    for line in lines:
        if line.number > lines[0].number + 1:
            shown.append(paint("...".rjust(width) + " |", "gutter"))
        number = paint(str(line.number).rjust(width) + " |", "gutter")
        below = paint(" " * width + " |", "gutter")
        shown += [f"{number} {line.text}".rstrip(), f"{below} {paint(line.marks, style)}"]
    return shown


def _plain(text: str, _style: str) -> str:
    return text


def _coloured(text: str, style: str) -> str:
    return f"\x1b[{_CODES[style]}m{text}\x1b[0m"
