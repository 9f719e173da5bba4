"""The lines of a rule file: the edits, and the clauses of its sections, that are changed or left out by themselves."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Container, Iterator
from pathlib import Path
from typing import Final

from attrs import evolve

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

Line = Clause | Edit

CHECKED: Final = "SPL400"  # problems before it keep the rules from being understood


class Lines:
    """The lines of a file, found by their place: they stand one after the other."""

    def __init__(self, file: File) -> None:
        self.file = file
        self.name = file.span.source.name
        self.is_variant = file.header is not None and isinstance(file.header.construct, Variant)
        self._all = [(line, top) for top in file.tops for line in _lines(top)]
        self._starts = [line.span.start for line, _ in self._all]
        self._tops = {id(line): top for line, top in self._all}
        self.tables = dict(self._tables())

    def __iter__(self) -> Iterator[Line]:
        """Yield them in their order."""
        return (line for line, _ in self._all)

    def at(self, span: Span) -> Line | None:
        """Return the line around a place."""
        at = bisect_right(self._starts, span.start) - 1
        if at < 0 or span.source.name != self.name or span.end > self._all[at][0].span.end:
            return None
        return self._all[at][0]

    def top_of(self, line: Line) -> Line:
        """Return the section or edit that a line stands in."""
        return self._tops[id(line)]

    def line_of(self, span: Span) -> Line | None:
        """Return the line around a place, or that names its table."""
        return self.tables.get(span.source.name) or self.at(span)

    def shown(self, span: Span) -> Span | None:
        """Return what is shown of the line around a place, or that names its table: a long clause by its name."""
        line = self.line_of(span)
        if line is None or isinstance(line, Edit):
            return None if line is None else _short(line.span, line.path.span)
        top = self._tops[id(line)]
        assert isinstance(top, Clause)
        if isinstance(top.construct, Example | Names):
            return None
        whole = top if len(top.body) == 1 else line
        return _short(whole.span, whole.label.span)

    def without(self, left_out: Container[int]) -> File:
        """Return the file without the lines of these identities."""
        tops: list[Line] = []
        for top in self.file.tops:
            kept = tuple(each for each in _lines(top) if id(each) not in left_out)
            if isinstance(top, Clause) and kept and kept[0] is not top:
                tops.append(top.with_body(tuple(each for each in kept if isinstance(each, Clause))))
            elif kept:
                tops.append(top)
        return evolve(self.file, tops=tuple(tops))

    def _tables(self) -> Iterator[tuple[str, Line]]:
        """Yield the files of tables, each with the line that names it."""
        folder = Path(self.name).parent
        for line, top in self._all:
            inner = line.items if isinstance(line, Edit) else (line, *line.body)
            for each in (*inner, *(() if isinstance(top, Edit) else (top,))):
                if (
                    isinstance(each.construct, Rows | OptionRows)
                    and each.construct.file is not None
                ):
                    yield str(folder / each.construct.file), line


def _lines(top: Line) -> tuple[Line, ...]:
    if isinstance(top, Edit) or isinstance(top.construct, Use | Example) or not top.body:
        return (top,)
    return top.body


def _short(whole: Span, name: Span) -> Span:
    return name if "\n" in whole.text else whole
