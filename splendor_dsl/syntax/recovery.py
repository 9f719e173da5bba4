"""Error recovery: one parse reports every independent mistake, and each once.

A word that is only misspelt is read as the word that was meant. Otherwise the rest of the clause is left out, up to the
end of its line or its block; the block of a damaged clause is still parsed where the clause can have one.
"""

import re
from collections.abc import Collection
from functools import cached_property
from typing import Final

from splendor_dsl.diagnostics import Problem
from splendor_dsl.source import Span
from splendor_dsl.syntax.expressions import Ident, Number
from splendor_dsl.syntax.mistakes import describe
from splendor_dsl.syntax.parser import TOO_MANY, Parser, Word
from splendor_dsl.syntax.problems import EDITION, PROBLEM_LIMIT, EditionMissing
from splendor_dsl.syntax.scanner import Scanner, make_scanner
from splendor_dsl.syntax.table import END, Terminal

_OTHER: Final = Terminal(
    name="OTHER", pattern=r'[^\s"{}(,;#][^\n"{}(,;#]*|[^\S\n]|"', fixed=None, priority=0, kept=False
)
# A line, all lines below that are indented more, and a bracket that may seem to close them.
_INDENTED: Final = re.compile(
    r"(?P<far>[ \t]*+)[^\n]*+"
    r"(?P<block>(?:\n(?:(?P=far)[ \t]++[^\n]*+|[ \t]*+(?=\n)))++(?:\n(?P=far)[\])])?+)"
)
_PARTING: Final = frozenset({"_SEP", "_LBRACE", "_RBRACE", "block"})
_STRUCTURE: Final = frozenset({"STRING", "_LPAR", "_COMMA", "_SEP", "_LBRACE", "_RBRACE"})


class Recovery:
    """The recovery of a parser after each mistake, with the problems so far."""

    def __init__(self, parser: Parser, damaged_lines: Collection[int]) -> None:
        """Report no mistakes on damaged lines: they are echoes of known problems."""
        self.problems: list[Problem] = []
        self._parser = parser
        self._damaged_lines = damaged_lines
        self._damaged_clause = -1
        self._ended = False

    def go_on(self, word: Word) -> bool:
        """Report the word at which the parser stopped; return whether the parser can go on."""
        problem = None if self._is_echo(word) else describe(self._parser, word)
        if problem is not None:
            self.problems.append(problem)
        if word.kind == TOO_MANY or self._ended or len(self.problems) > PROBLEM_LIMIT:
            return False
        self._ended = word.kind == END  # something may be missing before it, but not twice
        self._damaged_clause = self._parser.clause
        if problem is not None and self._read_as_meant(word, problem):
            return True
        if isinstance(problem, EditionMissing):
            return self._without_edition(word)
        if problem is not None:
            self._leave_out_indented(word)
        self._leave_out()
        return True

    def _is_echo(self, word: Word) -> bool:
        parser = self._parser
        line, _ = parser.source.line_column(word.start)
        known = parser.clause == self._damaged_clause or line in self._damaged_lines
        return word.kind != TOO_MANY and (known or parser.is_missing(word))

    def _read_as_meant(self, word: Word, problem: Problem) -> bool:
        near = getattr(problem, "near", None)
        if near is None or problem.span is None:
            return False
        scanner = self._parser.scanners.of_state(self._parser.states[-1])
        kind, _, _ = scanner.read(near, 0)
        return self._parser.take(Word(kind, word.start, problem.span.end), near)

    # ---- the first line ----------------------------------------------------------------------
    def _without_edition(self, word: Word) -> bool:
        """Read on as if the first line stood there, if what stands there can follow it."""
        parser = self._parser
        self._add_edition()
        parser.take(Word("_SEP", word.start, word.start))
        kind = parser.read(parser.scanners.of_state(parser.states[-1])).kind
        return kind != END and parser.accepts(kind)

    def _add_edition(self) -> None:
        parser = self._parser
        action = parser.table.states[parser.states[-1]].get("edition")
        if action is not None:
            place = Span(parser.source, parser.position, parser.position)
            edition = Ident(text="rules", span=place), Number(value=EDITION, span=place)
            parser.push(action, edition, place.start, place.end)

    # ---- a clause ----------------------------------------------------------------------------
    def _leave_out(self) -> None:
        """Leave out the rest of the clause."""
        parser = self._parser
        anchor = self._anchor()
        depth = 0
        while (word := parser.read(self._structure)).kind != END and not parser.is_exhausted:
            if word.kind == "_LBRACE":
                if depth == 0 and self._read_block(anchor):
                    return
                depth += 1
            elif word.kind == "_RBRACE":
                if depth == 0:
                    break
                depth -= 1
            elif word.kind == "_SEP" and depth == 0:
                break
            parser.skip(word)
        parser.cut(anchor)
        self._add_edition()
        if word.kind != END and not parser.accepts(word.kind):
            parser.skip(word)

    def _leave_out_indented(self, word: Word) -> None:
        """Leave out the indented lines below a line that lacks a brace: they were meant as its block."""
        parser = self._parser
        line = parser.text.rfind("\n", 0, max(parser.reached, 1)) + 1
        match = _INDENTED.match(parser.text, line)
        if match is None or not parser.accepts("_LBRACE"):
            return
        block = match["block"]
        ends = parser.text[parser.reached : match.start("block")].strip() in {"", ":", "[", "("}
        if ends and block.count("{") == block.count("}"):
            parser.skip(Word("OTHER", word.start, match.end()))

    def _read_block(self, anchor: int) -> bool:
        """Go back to where the clause may have had this block; return False if it may not."""
        parser = self._parser
        for height in range(len(parser.states), anchor, -1):
            if parser.accepts("_LBRACE", height):
                parser.cut(height)
                return True
            if self._entered_by.get(parser.states[height - 1]) in ("_RBRACE", "block"):
                break  # the clause has had its block
        return False

    def _anchor(self) -> int:
        """Return the height of the stack where the damaged clause began."""
        depth = 0
        states = self._parser.states
        for height in range(len(states), 1, -1):
            sign = self._entered_by.get(states[height - 1])
            if sign == "_RBRACE":
                depth += 1
            elif depth == 0 and sign in ("_SEP", "_LBRACE"):
                return height
            elif sign == "_LBRACE":
                depth -= 1
        return 1

    @cached_property
    def _entered_by(self) -> dict[int, str]:
        """The states that are entered by a sign that separates clauses, or by a whole block."""
        entered = {}
        for state in self._parser.table.states:
            for symbol, action in state.items():
                sign = "block" if symbol.startswith("block{") else symbol
                if action >= 0 and sign in _PARTING:
                    entered[action] = sign
        return entered

    @cached_property
    def _structure(self) -> Scanner:
        """The scanner of signs that separate clauses, and of all else as `OTHER`."""
        table = self._parser.table
        signs = tuple(each for each in table.terminals if each.name in _STRUCTURE)
        ignored = tuple(each for each in table.terminals if each.name in table.ignored)
        return make_scanner((*signs, _OTHER), ignored, whole=False)
