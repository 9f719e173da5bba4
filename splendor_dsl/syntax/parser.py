"""The parser: it walks the table, word by word, and builds the tree on the way, from the leaves up.

Nothing here recurses, so the depth of a text costs no stack.
"""

import re
import unicodedata
from collections.abc import Mapping
from typing import Any, Final

from attrs import frozen

from splendor_dsl.source import Source, Span
from splendor_dsl.syntax.expressions import Ident, Number
from splendor_dsl.syntax.table import END, Rule, Table
from splendor_dsl.syntax.tree_expressions import Builder
from splendor_dsl.syntax.tree_parts import Text
from splendor_dsl.syntax.words import Scanners

_ESCAPED: Final = re.compile(r'\\(["\\])')


@frozen
class Unexpected(Exception):
    """A word that cannot stand where it does."""

    kind: str
    start: int
    end: int


class Parser:
    """A parse under way: the states entered so far, and for each what was built and where it stands."""

    def __init__(
        self, source: Source, table: Table, scanners: Scanners, builders: Mapping[str, Builder]
    ) -> None:
        """Nothing is read yet."""
        self.source = source
        self.text = source.text
        self.position = 0
        self.reached = 0  # the end of the last word taken
        self.states = [table.start]
        self.values: list[Any] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self._table = table
        self._steps = table.states
        self._rules = table.rules
        self._scanners = scanners
        self._builders = builders
        self._kept = frozenset(each.name for each in table.terminals if each.kept)

    def run(self) -> Any:
        """What the whole text says; a word that cannot stand where it does raises `Unexpected`."""
        while True:
            kind, start, end = self.read()
            if self.take(kind, start, end):
                return self.values[-1]

    def read(self) -> tuple[str, int, int]:
        """The next word, as what may stand here."""
        return self._scanners.of_state(self.states[-1]).read(self.text, self.position)

    def take(self, kind: str, start: int, end: int) -> bool:
        """Go on with this word; true when it was the end and all is built."""
        steps = self._steps
        while True:
            step = steps[self.states[-1]].get(kind)
            if step is None:
                raise Unexpected(kind, start, end)
            if step >= 0:
                break
            self._close(self._rules[-1 - step])
            if kind == END and self.states[-1] == self._table.end:
                return True
        value = self._value(kind, start, end) if kind in self._kept else None
        self.push(step, value, start, end)
        self.position = self.reached = end
        return False

    def push(self, state: int, value: Any, start: int, end: int) -> None:
        """Enter a state with what was built on the way to it."""
        self.states.append(state)
        self.values.append(value)
        self.starts.append(start)
        self.ends.append(end)

    def _close(self, rule: Rule) -> None:
        """Put what the rule makes of its parts in their place."""
        size = rule.size
        if size:
            parts, start, end = self.values[-size:], self.starts[-size], self.ends[-1]
            del self.states[-size:], self.values[-size:], self.starts[-size:], self.ends[-size:]
        else:
            parts, start, end = [], self.reached, self.reached
        value = self._build(rule, parts, start, end)
        self.push(self._steps[self.states[-1]][rule.origin], value, start, end)

    def _build(self, rule: Rule, parts: list[Any], start: int, end: int) -> Any:
        children = _children(rule, parts)
        if rule.list_only:
            return children
        if rule.lone and len(children) == 1:
            return children[0]
        return self._builders[rule.name](Span(self.source, start, end), *children)

    def _value(self, kind: str, start: int, end: int) -> Ident | Number | Text:
        span = Span(self.source, start, end)
        text = self.text[start:end]
        if kind == "INT":
            return Number(value=int(text), span=span)
        if not text.isascii():
            # Letters that look the same are the same, however they were typed.
            text = unicodedata.normalize("NFC", text)
        if kind == "STRING":
            return Text(text=_ESCAPED.sub(r"\1", text[1:-1]), span=span)
        if kind == "LABEL":
            return Ident(text=text[:-1], span=Span(self.source, start, end - 1))
        return Ident(text=text, span=span)


def _children(rule: Rule, parts: list[Any]) -> list[Any]:
    """The parts that the tree keeps, in one list."""
    children: list[Any] = []
    for index, spliced, before in rule.kept:
        if before:
            children += [None] * before
        if not spliced:
            children.append(parts[index])
        elif children:
            children += parts[index]
        else:
            # A list grows at its end: to copy it each time would take quadratic time.
            children = parts[index]
    if rule.gaps:
        children += [None] * rule.gaps
    return children
