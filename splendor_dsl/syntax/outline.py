"""The outline of a text: its comments, texts in quotes and blocks, before any word of it is read.

It repairs them, so that the parser gets only closed texts and whole blocks, and one missing sign does not spoil all
that follows.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from attrs import frozen

from splendor_dsl.diagnostics import Problem
from splendor_dsl.source import Source, Span
from splendor_dsl.syntax.ast import Comment
from splendor_dsl.syntax.blocks import Brace, Repair, repair
from splendor_dsl.syntax.shape_problems import (
    NESTING_LIMIT,
    WORD_LIMIT,
    EscapeUnknown,
    NestedTooDeeply,
    TooManyWords,
    UnclosedText,
)

_SIGNS: Final = re.compile(r'"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|#[^\n]*|[{}()]')
_BAD_ESCAPE: Final = re.compile(r'\\["\\]|(\\.)')
_BLOCK: Final = re.compile(r"[ \t]\{(?=[ \t]|\Z)")
_ACCENT: Final = "\N{MODIFIER LETTER PRIME}"  # replaces a combining mark in a word
_NO_REPAIR: Final = Repair(problems=(), strays=(), insertions=())


@frozen(kw_only=True)
class Outline:
    """The text as the parser reads it, with the comments and problems found on the way."""

    text: (
        str  # as long as the source's, with stray signs blanked out and combining marks as letters
    )
    insertions: tuple[tuple[int, str], ...]  # words that are missing, and where
    comments: tuple[Comment, ...]
    problems: tuple[Problem, ...]
    hopeless: bool  # whether there is no point in reading on


class _Survey:
    """One pass over the signs of a text."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.comments: list[Comment] = []
        self.problems: list[Problem] = []
        self.braces: list[Brace] = []
        self.changes: list[tuple[int, str]] = []
        self.hopeless = False
        self._blocks = 0
        self._brackets = 0

    def run(self) -> None:
        text = self.source.text
        position = signs = 0
        while match := _SIGNS.search(text, position):
            start, position = match.span()
            signs += 1
            if signs > WORD_LIMIT:
                self._give_up(TooManyWords(span=self._span(start, start + 1)))
                return
            first = text[start]
            if first == "#":
                self.comments.append(
                    Comment(text=match[0].rstrip(), span=self._span(start, position))
                )
            elif first == '"':
                position = self._text(start, position)
            elif not self._count(first, start):
                self._give_up(NestedTooDeeply(span=self._span(start, start + 1)))
                return

    def _span(self, start: int, end: int) -> Span:
        return Span(self.source, start, end)

    def _give_up(self, problem: Problem) -> None:
        self.problems = [problem]
        self.hopeless = True

    def _count(self, sign: str, start: int) -> bool:
        """Count a bracket or brace; return False if too many are open."""
        if sign in "()":
            self._brackets = max(0, self._brackets + (1 if sign == "(" else -1))
        else:
            # Brackets never enclose a block: one that is left open ends with it.
            self._brackets = 0
            self._blocks = max(0, self._blocks + (1 if sign == "{" else -1))
            self.braces.append(Brace(start, sign == "{"))
        return self._blocks + self._brackets <= NESTING_LIMIT

    def _text(self, start: int, end: int) -> int:
        """Check a text in quotes, and return where it ends."""
        text = self.source.text
        if end - start > 1 and text[end - 1] == '"' and not _ends_escaped(text, start, end):
            self._escapes(start, end)
            return end
        end = self._meant_end(start)
        self.problems.append(UnclosedText(span=self._span(start, min(end, _line_end(text, start)))))
        self.changes.append(
            (start, '"' + " " * (end - start - 2) + '"' if end > start + 1 else " ")
        )
        return end

    def _meant_end(self, start: int) -> int:
        """Return where a text that is not closed on its line was probably meant to end."""
        text = self.source.text
        line = _line_end(text, start)
        following = text[line + 1 : _line_end(text, line + 1)].partition("#")[0]
        if following.count('"') % 2:
            # It continues in the next line, and is closed there.
            return line + 1 + following.index('"') + 1
        rest = text[start:line]
        block = _BLOCK.search(rest)
        return start + max(1, len(rest[: block.start() if block else None].rstrip(" \t{}")))

    def _escapes(self, start: int, end: int) -> None:
        wrong = [match for match in _BAD_ESCAPE.finditer(self.source.text, start, end) if match[1]]
        self.changes += [(match.start(), "  ") for match in wrong]
        if wrong:
            found = wrong[0]
            self.problems.append(EscapeUnknown(span=self._span(*found.span()), found=found[1]))


def _line_end(text: str, start: int) -> int:
    found = text.find("\n", start)
    return len(text) if found < 0 else found


def _ends_escaped(text: str, start: int, end: int) -> bool:
    """Return whether a backslash escapes the last quote."""
    inside = text[start + 1 : end - 1]
    return (len(inside) - len(inside.rstrip("\\"))) % 2 == 1


def outline(source: Source) -> Outline:
    """Return the outline of a text."""
    survey = _Survey(source)
    survey.run()
    mended = _NO_REPAIR if survey.hopeless else repair(source, survey.braces)
    changes = [*survey.changes, *((stray, " ") for stray in mended.strays)]
    return Outline(
        text=with_letters("".join(_changed(source.text, sorted(changes)))),
        insertions=mended.insertions,
        comments=tuple(survey.comments),
        problems=(*survey.problems, *mended.problems),
        hopeless=survey.hopeless,
    )


def with_letters(text: str) -> str:
    """Return the text with a letter for each combining mark, outside texts and comments: names hold both."""
    marks = {
        each for each in set(text) if not each.isascii() and unicodedata.category(each)[0] == "M"
    }
    if not marks:
        return text
    accents = re.compile(rf"{_SIGNS.pattern}|(?<=\w)[{''.join(marks)}]+")
    return accents.sub(
        lambda found: _ACCENT * len(found[0]) if found[0][0] in marks else found[0], text
    )


def _changed(text: str, changes: list[tuple[int, str]]) -> Iterator[str]:
    done = 0
    for start, new in changes:
        yield text[done:start]
        yield new
        done = start + len(new)
    yield text[done:]
