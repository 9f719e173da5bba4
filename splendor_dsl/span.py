"""Sources and spans: a text with its lines, and a stretch of it."""

from bisect import bisect_right
from functools import cached_property
from pathlib import Path

from attrs import field, frozen


def _name(source: "Source") -> str:
    return source.name


@frozen(kw_only=True)
class Source:
    """One text that rules were read from; every line in it ends with a line feed."""

    name: str
    text: str = field(repr=False)
    path: Path | None = None

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """The offset at which each line begins."""
        starts = [0]
        found = self.text.find("\n")
        while found >= 0:
            starts.append(found + 1)
            found = self.text.find("\n", found + 1)
        return tuple(starts)

    @property
    def line_count(self) -> int:
        """The number of lines; an empty text has one."""
        return len(self.line_starts)

    def line_column(self, offset: int) -> tuple[int, int]:
        """Return the line and column of an offset, both counted from 1."""
        inside = max(0, min(offset, len(self.text)))
        line = bisect_right(self.line_starts, inside)
        return line, inside - self.line_starts[line - 1] + 1

    def line_text(self, line: int) -> str:
        """Return a line, counted from 1, without its line feed."""
        start = self.line_starts[line - 1]
        end = self.line_starts[line] - 1 if line < self.line_count else len(self.text)
        return self.text[start:end]


# Parsers make tens of thousands of these, so positional arguments are allowed.
@frozen
class Span:
    """The stretch of a source from `start` up to, but without, `end`."""

    source: Source = field(eq=_name, repr=_name)
    start: int
    end: int

    @property
    def line(self) -> int:
        """The line it begins on, counted from 1."""
        return self.source.line_column(self.start)[0]

    @property
    def column(self) -> int:
        """The column it begins at, in characters, counted from 1."""
        return self.source.line_column(self.start)[1]

    @property
    def text(self) -> str:
        """The text in the span."""
        return self.source.text[self.start : self.end]

    def to(self, other: "Span") -> "Span":
        """Return the stretch that covers this one and the other."""
        if self.source.name != other.source.name:
            message = f"spans of two sources: {self.source.name} and {other.source.name}"
            raise ValueError(message)
        return Span(self.source, min(self.start, other.start), max(self.end, other.end))

    def __str__(self) -> str:
        """Return `file:line:column`, as editors and terminals understand it."""
        line, column = self.source.line_column(self.start)
        return f"{self.source.name}:{line}:{column}"
