"""The LALR parser: it walks the table, word by word, and builds the tree from the leaves up.

Nothing here recurses, so the depth of a text costs no stack.
"""

import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from splendor_dsl.diagnostics import Problem
from splendor_dsl.identifiers import composed, is_path, normalised
from splendor_dsl.source import Source, Span
from splendor_dsl.syntax.expressions import Ident, Number
from splendor_dsl.syntax.outline import Outline, with_letters
from splendor_dsl.syntax.problems import (
    DIGIT_LIMIT,
    NAME_LIMIT,
    NameTooLong,
    NameUnfit,
    NumberTooLarge,
)
from splendor_dsl.syntax.scanner import Scanner, Scanners
from splendor_dsl.syntax.shape_problems import WORD_LIMIT
from splendor_dsl.syntax.table import END, Rule, Table
from splendor_dsl.syntax.tree_expressions import Builder
from splendor_dsl.syntax.tree_parts import Text

TOO_MANY: Final = "$TOO_MANY"

_ESCAPED: Final = re.compile(r'\\(["\\])')
_BOUNDARIES: Final = frozenset({"_SEP", "_LBRACE", "_RBRACE"})


class Word(NamedTuple):
    """A word or sign: its kind, and where it begins and ends."""

    kind: str
    start: int
    end: int


class Parser:
    """A parse under way: a stack of states, with the value and the span of each."""

    def __init__(
        self,
        source: Source,
        outline: Outline,
        scanners: Scanners,
        builders: Mapping[str, Builder],
    ) -> None:
        """Start at the first word."""
        self.source = source
        self.text = outline.text
        self.table: Table = scanners.table
        self.scanners = scanners
        self.problems: list[Problem] = []
        self.names: dict[str, Span] = {}  # each with its first place
        self.result: Any = None  # of the whole text, once it is read
        self.position = 0
        self.reached = 0  # the end of the last word taken
        self.clause = 0  # rises with each clause and block that begins or ends
        self.states = [self.table.start]
        self._values: list[Any] = []
        self._starts: list[int] = []
        self._ends: list[int] = []
        self._words = 0
        self._missing = list(reversed(outline.insertions))
        self._actions = self.table.states
        self._builders = builders
        self._kept = frozenset(each.name for each in self.table.terminals if each.kept)

    def run(self) -> Word | None:
        """Parse up to the end, or up to a word that is not possible where it is; return that word."""
        while self._words < WORD_LIMIT:
            word = self.read(self.scanners.of_state(self.states[-1]))
            if not self.take(word):
                return word
            if word.kind == END:
                return None
        return Word(TOO_MANY, self.position, self.position)

    @property
    def is_exhausted(self) -> bool:
        """True once more words are read than any rules need."""
        return self._words >= WORD_LIMIT

    def read(self, scanner: Scanner) -> Word:
        """Return the next word of those that the scanner knows."""
        kind, start, end = scanner.read(self.text, self.position)
        if self._missing and self._missing[-1][0] <= start:
            place, kind = self._missing[-1]
            return Word(kind, place, place)
        return Word(kind, start, end)

    def is_missing(self, word: Word) -> bool:
        """Return whether the outline put the word in."""
        return bool(self._missing) and self._missing[-1] == (word.start, word.kind)

    def skip(self, word: Word) -> None:
        """Leave the next word out."""
        if self.is_missing(word):
            self._missing.pop()
        else:
            self.position = word.end
        self._words += 1
        if word.kind in _BOUNDARIES:
            self.clause += 1

    def take(self, word: Word, meant: str | None = None) -> bool:
        """Shift this word, read as `meant` if that is given; return False if it is not possible here."""
        kind, start, end = word
        scanner = self.scanners.of_state(self.states[-1])
        while True:
            action = self._actions[self.states[-1]].get(kind)
            if action is None:
                return False
            if action >= 0:
                break
            self._reduce(self.table.rules[-1 - action])
            if kind == END and self.states[-1] == self.table.end:
                self.result = self._values[-1]
                return True
        value = self._value(word, scanner, meant) if kind in self._kept else None
        self.push(action, value, start, end)
        self.reached = end
        if self._missing:
            self.skip(word)
            return True
        self.position = end
        self._words += 1
        if kind in _BOUNDARIES:
            self.clause += 1
        return True

    def push(self, state: int, value: Any, start: int, end: int) -> None:
        """Push a state with its value and span."""
        self.states.append(state)
        self._values.append(value)
        self._starts.append(start)
        self._ends.append(end)

    def cut(self, height: int) -> None:
        """Drop all states above a height."""
        del self.states[height:]
        del self._values[height - 1 :], self._starts[height - 1 :], self._ends[height - 1 :]

    def accepts(self, kind: str, height: int | None = None) -> bool:
        """Return whether a word of this kind is possible next, or would be with all states above a height dropped."""
        states = self.states[:height]
        while True:
            action = self._actions[states[-1]].get(kind)
            if action is None or action >= 0:
                return action is not None
            rule = self.table.rules[-1 - action]
            if rule.size:
                del states[-rule.size :]
            states.append(self._actions[states[-1]][rule.origin])
            if states[-1] == self.table.end:
                return True

    def _reduce(self, rule: Rule) -> None:
        """Reduce by a rule: replace the parts by the value that the rule builds of them."""
        size = rule.size
        if size:
            parts, start, end = self._values[-size:], self._starts[-size], self._ends[-1]
            self.cut(len(self.states) - size)
        else:
            parts, start, end = [], self.reached, self.reached
        value = self._build(rule, parts, start, end)
        self.push(self._actions[self.states[-1]][rule.origin], value, start, end)

    def _build(self, rule: Rule, parts: list[Any], start: int, end: int) -> Any:
        children = parts if rule.plain else _children(rule, parts)
        if rule.list_only:
            return children
        if rule.lone and len(children) == 1:
            return children[0]
        return self._builders[rule.name](Span(self.source, start, end), *children)

    def _value(self, word: Word, scanner: Scanner, meant: str | None) -> Ident | Number | Text:
        kind, start, end = word
        span = Span(self.source, start, end)
        if meant is not None:
            return Ident(text=meant, span=span)
        text = self.text[start:end]
        if kind == "INT":
            return self._number(text, span)
        if kind == "STRING":
            return Text(text=_ESCAPED.sub(r"\1", composed(text)[1:-1]), span=span)
        sign = ":" if kind == "LABEL" else ""
        if sign:
            text, span = text[:-1], Span(self.source, start, end - 1)
        if not text.isascii():
            text = ".".join(map(normalised, span.text.split(".")))
            if not is_path(text) or not scanner.reads(with_letters(text + sign), kind):
                self.problems.append(NameUnfit(span=span, found=text))
        for name in text.split("."):
            self.names.setdefault(name, span)
        return Ident(text=self._short(text, span), span=span)

    def _short(self, text: str, span: Span) -> str:
        if len(text) <= NAME_LIMIT:
            return text
        parts = text.split(".")
        longest = max(map(len, parts))
        if longest > NAME_LIMIT:
            self.problems.append(NameTooLong(span=span, letters=longest))
        return ".".join(part[:NAME_LIMIT] for part in parts)

    def _number(self, text: str, span: Span) -> Number:
        digits = len(text)
        if digits > DIGIT_LIMIT:
            self.problems.append(NumberTooLarge(span=span, digits=digits))
            text = text[:DIGIT_LIMIT]
        return Number(value=int(text), span=span)


def _children(rule: Rule, parts: list[Any]) -> list[Any]:
    """Return the parts that the tree keeps, in one list."""
    children: list[Any] = []
    for index, spliced, before in rule.kept:
        if before:
            children += [None] * before
        if not spliced:
            children.append(parts[index])
        elif children:
            children += parts[index]
        else:
            # A list grows at its end; copying it each time would take quadratic time.
            children = parts[index]
    if rule.gaps:
        children += [None] * rule.gaps
    return children
