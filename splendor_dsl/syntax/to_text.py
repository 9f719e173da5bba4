"""The formatter: from the tree of a rule file to its text, in the one layout that all files have.

It keeps what the author decides: the order, comments, single blank lines between clauses, and whether a block of one
clause is on one line. Everything else follows from the tree.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from attrs import evolve, frozen

from splendor_dsl.source import Span
from splendor_dsl.syntax.ast import Citation, Clause, Edit, File, Row
from splendor_dsl.syntax.clause_text import clause_text
from splendor_dsl.syntax.expression_text import expression_text, quoted
from splendor_dsl.syntax.lines import STEP, WIDTH, wrapped
from splendor_dsl.syntax.row_text import aligned

_BRACE: Final = re.compile(r'"(?:[^"\\\n]|\\.)*"|#[^\n]*|(?P<brace>\{)')
_BLANKS: Final = re.compile(r"[ \t\f;]*")
_EDITION: Final = re.compile(r"^[ \t\f;]*(splendor\s+\w+\s+[0-9]+)", re.MULTILINE)


@frozen(kw_only=True)
class _Item:
    """A clause or an edit, as far as its layout is concerned."""

    head: str
    items: tuple[Clause, ...] | None  # in its block, if it has one
    span: Span

    @property
    def text(self) -> str:
        return self.span.source.text

    @property
    def brace(self) -> int:
        """The place after its `{`, or its end if it has no block."""
        if self.items is not None:
            for match in _BRACE.finditer(self.text, self.span.start, self.span.end):
                if match["brace"]:
                    return match.start() + 1
        return self.span.end


def to_text(file: File) -> str:
    """Return the text of a file, in the canonical layout."""
    printer = _Printer(file)
    printer.print_file()
    return "\n".join(printer.lines) + "\n"


def _item(part: Clause | Edit) -> _Item:
    notes = _notes(part.cites, part.because)
    if isinstance(part, Clause):
        items = part.body if part.block else None
        return _Item(head=clause_text(part) + notes, items=items, span=part.span)
    value = "" if part.value is None else f" = {expression_text(part.value)}"
    has_block = part.how not in ("set", "remove")
    return _Item(
        head=f"{part.how} {part.path.text}{value}{notes}",
        items=part.items if has_block else None,
        span=part.span,
    )


def _notes(cites: Iterable[Citation], because: str | None) -> str:
    cited = ", ".join(quoted(each.text) if each.quoted else each.text for each in cites)
    reason = "" if because is None else f" because {quoted(because)}"
    return (f" cite {cited}" if cited else "") + reason


def _items_of(parts: Sequence[Clause], indent: str) -> list[_Item]:
    """Return the clauses of a block; rows are in columns."""
    items = [_item(part) for part in parts]
    rows = [part for part in parts if isinstance(part.construct, Row)]
    if len(rows) < len(parts):
        return items
    return [
        evolve(item, head=line + _notes(row.cites, row.because))
        for item, row, line in zip(items, rows, aligned(rows, WIDTH - len(indent)), strict=True)
    ]


class _Printer:
    """The lines printed so far, and the place in the old text up to which they are."""

    def __init__(self, file: File) -> None:
        self.lines: list[str] = []
        self._file = file
        self._text = file.span.source.text
        self._comments = list(reversed(file.comments))
        self._reached = 0  # in the old text

    def print_file(self) -> None:
        self._print_edition()
        header = () if self._file.header is None else (self._file.header,)
        before = None
        for part in (*header, *self._file.tops):
            item = _item(part)
            self._part(before, item)
            self._print(item, "")
            before = item
        if self._comments:
            self._blank()
        self._comments_up_to(len(self._text) + 1, "")

    def _print_edition(self) -> None:
        match = _EDITION.search(self._text)
        start, end = match.span(1) if match else (0, 0)
        self._comments_up_to(start, "")
        self.lines.append(f"splendor {self._file.edition_kind} {self._file.edition}")
        self._end(end)

    def _part(self, before: _Item | None, item: _Item) -> None:
        """Print a blank line between sections; sections of one line each may stay together."""
        start = min([item.span.start, *(each.span.start for each in self._comments[-1:])])
        alone = before is None or self._is_long(before) or self._is_long(item)
        if alone or self._has_blank(start):
            self._blank()

    def _is_long(self, item: _Item) -> bool:
        flat = self._flat(item)
        return flat is None or len(flat) > WIDTH

    # ---- clauses -----------------------------------------------------------------------------
    def _print(self, item: _Item, indent: str) -> None:
        inside = item.brace
        self._comments_up_to(inside, indent)
        self._keep_blank(item.span.start)
        flat = self._flat(item)
        if flat is not None and len(indent) + len(flat) <= WIDTH:
            self.lines.append(indent + flat)
        elif item.items is None:
            self.lines += wrapped(item.head, indent)
        else:
            self.lines += wrapped(item.head, indent, " {")
            self._end(inside)
            self._print_block(item, indent)
        self._end(item.span.end)

    def _print_block(self, item: _Item, indent: str) -> None:
        for inner in _items_of(item.items or (), indent + STEP):
            self._print(inner, indent + STEP)
        self._comments_up_to(item.span.end, indent + STEP)
        self.lines.append(indent + "}")

    def _flat(self, item: _Item) -> str | None:
        """Return the whole clause in one line, or None if it needs more."""
        if item.items is None:
            return None if "\n" in item.head else item.head
        if self._comments and self._comments[-1].span.start < item.span.end:
            return None
        if not item.items:
            return f"{item.head} {{}}"
        if len(item.items) > 1 or "\n" in self._text[item.brace : item.span.end]:
            return None
        inner = self._flat(_item(item.items[0]))
        return None if inner is None else f"{item.head} {{ {inner} }}"

    # ---- comments and blank lines ------------------------------------------------------------
    def _comments_up_to(self, limit: int, indent: str) -> None:
        while self._comments and self._comments[-1].span.start < limit:
            comment = self._comments.pop()
            self._keep_blank(comment.span.start)
            self.lines.append(indent + comment.text)
            self._reached = comment.span.end

    def _end(self, reached: int) -> None:
        """Note the end of something printed, and print a comment that follows on its line."""
        self._reached = reached
        match = _BLANKS.match(self._text, reached)
        place = match.end() if match else reached
        if self._comments and self._comments[-1].span.start == place:
            comment = self._comments.pop()
            self.lines[-1] += f"  {comment.text}"
            self._reached = comment.span.end

    def _has_blank(self, start: int) -> bool:
        """Return whether the old text has an empty line before this place."""
        return self._text.count("\n", self._reached, start) > 1

    def _keep_blank(self, start: int) -> None:
        opened = self.lines and self.lines[-1].partition("  #")[0].endswith("{")
        if not opened and self._has_blank(start):
            self._blank()

    def _blank(self) -> None:
        if self.lines and self.lines[-1]:
            self.lines.append("")
