"""The lines of a source that a span covers, cut and marked for a terminal."""

import unicodedata
from typing import Final

from attrs import frozen

from splendor_dsl.hidden import shown_in_line
from splendor_dsl.span import Span

LINE_LIMIT: Final = 100
_BEFORE: Final = 40
_TAB: Final = 4
_CUT: Final = "…"


@frozen(kw_only=True)
class MarkedLine:
    """A line as shown, with the marks below it."""

    number: int
    text: str
    marks: str


def marked_lines(span: Span) -> tuple[MarkedLine, ...]:
    """Return the first line of a span and, if it goes on, its last one."""
    source, end = span.source, _visible_end(span)
    first, column = source.line_column(span.start)
    last, end_column = source.line_column(end)
    start = column - 1
    if first == last:
        return (_mark(span, first, start, end_column - 1),)
    text = source.line_text(last)
    indent = len(text) - len(text.lstrip())
    return (
        _mark(span, first, start, len(source.line_text(first))),
        _mark(span, last, indent, end_column - 1),
    )


def _visible_end(span: Span) -> int:
    """Return the end of the span without trailing blanks."""
    text, end = span.source.text, min(span.end, len(span.source.text))
    while end > span.start + 1 and text[end - 1].isspace():
        end -= 1
    return end if end > span.start and text[end - 1] != "\n" else span.start


def _mark(span: Span, number: int, start: int, end: int) -> MarkedLine:
    """Return the line, cut to a maximum width, with marks under a range of characters."""
    text = span.source.line_text(number)
    begin, stop = _window(len(text), start)
    head = _CUT if begin > 0 else ""
    before, at = _cells(text[begin:start], len(head))
    marked, after = _cells(text[start : min(max(end, start), stop)], at)
    rest, _ = _cells(text[max(start, min(end, stop)) : stop], after)
    tail = _CUT if stop < len(text) else ""
    marks = " " * at + "^" * max(1, after - at)
    return MarkedLine(number=number, text=head + before + marked + rest + tail, marks=marks)


def _window(length: int, start: int) -> tuple[int, int]:
    """Return the range of a line to show, around the start of the marks."""
    if length <= LINE_LIMIT:
        return 0, length
    begin = max(0, min(start - _BEFORE, length - LINE_LIMIT))
    return begin, begin + LINE_LIMIT


def _cells(text: str, at: int) -> tuple[str, int]:
    """Return the text as a terminal shows it from a column on, and the column after it."""
    shown: list[str] = []
    for character in text:
        piece = " " * (_TAB - at % _TAB) if character == "\t" else shown_in_line(character)
        shown.append(piece)
        at += sum(_width(each) for each in piece)
    return "".join(shown), at


def _width(character: str) -> int:
    if unicodedata.east_asian_width(character) in "WF":
        return 2
    return 0 if unicodedata.category(character) in {"Mn", "Me", "Cf"} else 1
