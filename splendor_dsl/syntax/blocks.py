"""Matching of braces: where one is missing or too many, the indentation shows which."""

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from attrs import frozen

from splendor_dsl.diagnostics import Problem, Related
from splendor_dsl.source import Source, Span
from splendor_dsl.syntax.shape_problems import BlockNotOpened, StrayBrace, UnclosedBlock

# A line that begins with one of these continues the line above it.
_CONTINUES: Final = re.compile(r"(?:cite|because|and|or|less)\b|[|)+*/]")
_WORD: Final = re.compile(r"[\w.]+|.")


class Brace(NamedTuple):
    """A `{` or `}` outside texts and comments."""

    offset: int
    opens: bool


@frozen(kw_only=True)
class Repair:
    """The changes that make braces match."""

    problems: tuple[Problem, ...]
    strays: tuple[int, ...]  # offsets of braces to leave out
    insertions: tuple[tuple[int, str], ...]  # offsets and kinds of braces to put in


class _Line(NamedTuple):
    """A line that is neither blank nor a comment."""

    start: int  # after the indentation
    end: int
    indent: int  # of the first line of its clause
    braces: tuple[Brace, ...]
    clause: int  # offset of the start of its clause


class _Open(NamedTuple):
    """An open block: its brace, and the line of that."""

    offset: int
    line: _Line


def repair(source: Source, braces: Sequence[Brace]) -> Repair:
    """Return the changes that make the braces match; none if they do."""
    if _match(braces):
        return Repair(problems=(), strays=(), insertions=())
    matcher = _BraceMatcher(source, surplus=sum(-1 if each.opens else 1 for each in braces))
    for line in _lines(source.text, braces):
        matcher.read(line)
    matcher.finish()
    return Repair(
        problems=tuple(matcher.problems),
        strays=tuple(matcher.strays),
        insertions=tuple(sorted(matcher.insertions)),
    )


def _match(braces: Iterable[Brace]) -> bool:
    depth = 0
    for brace in braces:
        depth += 1 if brace.opens else -1
        if depth < 0:
            return False
    return depth == 0


def _lines(text: str, braces: Iterable[Brace]) -> Iterator[_Line]:
    waiting = deque(braces)
    start = 0
    for line in text.split("\n"):
        end = start + len(line)
        inside = []
        while waiting and waiting[0].offset < end:
            inside.append(waiting.popleft())
        content = line.strip()
        if content and not content.startswith("#"):
            blank = line[: len(line) - len(line.lstrip())]
            begin = start + len(blank)
            yield _Line(begin, end, len(blank.expandtabs()), tuple(inside), begin)
        start = end + 1


class _BraceMatcher:
    """A pass over the lines, with a stack of open blocks."""

    def __init__(self, source: Source, *, surplus: int) -> None:
        self.problems: list[Problem] = []
        self.strays: list[int] = []
        self.insertions: list[tuple[int, str]] = []
        self._source = source
        self._surplus = surplus  # how many more `}` than `{` there are
        self._open: list[_Open] = []
        self._last: _Line | None = None
        self._odd: list[_Line] = []  # lines with no block open before one further right

    def read(self, line: _Line) -> None:
        last = self._last
        if last is not None and self._continues(last, line):
            line = line._replace(indent=last.indent, clause=last.clause)
        elif last is not None and self._source.text[line.start] != "}":
            self._begin(last, line)
        for brace in line.braces:
            if brace.opens:
                self._open.append(_Open(brace.offset, line))
            else:
                self._close(brace, line)
        self._last = line

    def _continues(self, last: _Line, line: _Line) -> bool:
        """Return whether a line continues the clause of the last one."""
        text = self._source.text
        above = text[last.start : self._end(last)]
        return bool(_CONTINUES.match(text, line.start)) or above.endswith((",", "("))

    def _begin(self, last: _Line, line: _Line) -> None:
        """Begin a clause; if `}` are missing, close the blocks that are not indented less than it."""
        while self._open and line.indent <= self._open[-1].line.indent:
            if self._surplus >= 0:
                break
            self._leave_open(self._open.pop(), self._end(last), line)
            self._surplus += 1
        if line.indent > last.indent and not (last.braces and last.braces[-1].opens):
            self._odd.append(last)

    def _close(self, brace: Brace, line: _Line) -> None:
        leads = brace.offset == line.start
        while leads and self._surplus < 0 and self._is_outer(line.indent):
            self._leave_open(self._open.pop(), self._end(self._last or line), line)
            self._surplus += 1
        if self._open and (self._surplus <= 0 or self._fits(line, leads=leads)):
            self._open.pop()
        else:
            self._stray(brace, line)

    def _fits(self, line: _Line, *, leads: bool) -> bool:
        """Return whether a `}` on a line looks like the end of the innermost block."""
        opened = self._open[-1].line
        return opened.indent >= line.indent if leads else opened.clause == line.clause

    def _is_outer(self, indent: int) -> bool:
        """Return whether a `}` with this indentation belongs to a block around the innermost."""
        lines = [each.line for each in self._open]
        return bool(lines) and lines[-1].indent > indent and any(x.indent == indent for x in lines)

    def _stray(self, brace: Brace, line: _Line) -> None:
        """Leave out a `}` too many, or put in the `{` that an earlier line with the same indentation lacks."""
        self._surplus -= 1
        odd = next((each for each in reversed(self._odd) if each.indent == line.indent), None)
        if odd is None:
            self._leave_out(brace)
            return
        self._odd.remove(odd)
        if odd.braces:
            # The block went on after that one, up to this one.
            self._leave_out(odd.braces[-1])
            return
        end = self._end(odd)
        self.insertions.append((end, "_LBRACE"))
        self.problems.append(BlockNotOpened(span=Span(self._source, end, end)))

    def _leave_out(self, brace: Brace) -> None:
        last = self.strays[-1] if self.strays else brace.offset
        self.strays.append(brace.offset)
        if last < brace.offset and not self._source.text[last + 1 : brace.offset].strip():
            return  # right after another, which is reported
        span = Span(self._source, brace.offset, brace.offset + 1)
        self.problems.append(StrayBrace(span=span))

    def _end(self, line: _Line) -> int:
        """Return where the text of a line ends, before a comment, blanks and `;`."""
        text = self._source.text[line.start : line.end]
        return line.start + len(text[: _text_end(text)].rstrip(" \t\f;"))

    def _leave_open(self, block: _Open, end: int, line: _Line) -> None:
        """Report a block without a `}`, and put one in at `end`."""
        self.insertions.append((end, "_RBRACE"))
        match = _WORD.match(self._source.text, line.start)
        width = len(match[0]) if match else 1
        place = Span(self._source, line.start, line.start + width)
        related = Related(place, "the next part seems to begin here")
        span = Span(self._source, block.offset, block.offset + 1)
        self.problems.append(UnclosedBlock(span=span, related=(related,)))

    def finish(self) -> None:
        """Close the blocks that are still open at the end of the text, and report them as one problem."""
        if not self._open:
            return
        size = len(self._source.text)
        self.insertions += [(size, "_RBRACE")] * len(self._open)
        spans = [Span(self._source, each.offset, each.offset + 1) for each in self._open]
        *outer, inner = spans
        related = tuple(Related(span, "this block is not closed either") for span in outer)
        self.problems.append(UnclosedBlock(span=inner, related=related))


def _text_end(text: str) -> int:
    """Return the length of a line without the comment after it."""
    quoted = False
    for index, sign in enumerate(text):
        if sign == '"':
            quoted = not quoted
        elif sign == "#" and not quoted:
            return index
    return len(text)
