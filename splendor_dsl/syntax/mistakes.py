"""From the word at which the parser stopped to a problem."""

import re
import unicodedata
from collections.abc import Collection
from typing import Final

from splendor_dsl.diagnostics import Problem
from splendor_dsl.identifiers import is_identifier
from splendor_dsl.source import Span
from splendor_dsl.spelling import nearest
from splendor_dsl.syntax.habits import advice, advice_on_assignment, synonym
from splendor_dsl.syntax.parser import TOO_MANY, Parser, Word
from splendor_dsl.syntax.problems import (
    EditionMissing,
    PathUnfit,
    UnexpectedWord,
    UnknownSection,
    UnreadableCharacter,
    WordAsName,
)
from splendor_dsl.syntax.scanner import UNREADABLE
from splendor_dsl.syntax.shape_problems import TooManyWords
from splendor_dsl.syntax.table import END
from splendor_dsl.syntax.wording import (
    WITHIN,
    expected_phrase,
    found_phrase,
    phrases_of,
    spelling,
    words_of,
)

_LAST: Final = re.compile(r"([^\W\d]\w{2,})[\s\d-]*$")
_NEXT: Final = re.compile(r"[^\W\d]\w{2,}")
_WORD: Final = re.compile(r"[^\W\d]\w*")
_TEXT: Final = re.compile(r'"[^"]*"')
_LETTERS: Final = re.compile(r"\w+(?:\.\w+)*")
_LONGEST: Final = 200
_LONG: Final = 5  # shorter words of the language are near to too many others
_SURE: Final = 8  # a shorter word that differs in two letters is hardly a slip
_SHORTEST: Final = 3  # shorter ones are near to anything
_BEGIN_NOTES: Final = (
    "because",
    "cite",
    "less",
)  # these begin a line that continues the one above
_SECTIONS: Final = (
    "actions", "counters", "end", "game", "invariants", "kinds", "limits", "markers",
    "mechanics", "parameters", "phases", "rows", "setup", "supply", "tokens", "triggers", "turn",
    "values", "zones",
)  # fmt: skip
_NO_BLOCK: Final = ("game", "mechanics", "rows")  # not written as a word and braces
_ALONE: Final = ("example", "names", "use")
_FIRST: Final = "SPLENDOR"
_SECTION: Final = frozenset({"TOKENS", "ACTIONS", "USE"})


def describe(parser: Parser, word: Word) -> Problem:
    """Return the problem of the word at which the parser stopped."""
    if word.kind == TOO_MANY:
        return TooManyWords(span=Span(parser.source, word.start, word.end))
    found = _found(parser, word)
    expected = _expected(parser)
    span = _place(parser, found)
    text = parser.source.text[found.start : found.end]
    phrase = found_phrase(found.kind, text)
    beside = _slip_in_phrase(parser, span)
    hint = beside or _slip_in_note(parser, found) or _advice(parser, span.start, expected)
    if _is_first_word(parser, found) and (edit := _set_without_keyword(parser, found)) is not None:
        return edit
    if found.kind == UNREADABLE:
        return _unreadable(span, text[:1], hint)
    # A hint about the words beside it is better than one about the words that are possible.
    near = _near(parser, text, expected) if beside is None else None
    if _FIRST in expected and near is None:
        return EditionMissing(span=span, found=phrase)
    if expected >= _SECTION:
        near = near or (
            f"{text}s" if f"{text}s" in dict(words_of(parser.table, expected)) else None
        )
        return UnknownSection(span=span, found=phrase, near=near, advice=hint)
    if "P_ACTION" in expected:
        line, at = _line(parser, span.start)
        return _path(span, text, phrase, how=(line[:at].split() or ["add"])[0])
    known = expected_phrase(parser.table, expected)
    if "NAME" in expected and _is_keyword(parser, text):
        return WordAsName(span=span, expected=known, found=phrase)
    hint = hint or (_slip_nearby(parser, span) if near is None else None)
    return UnexpectedWord(span=span, expected=known, found=phrase, near=near, advice=hint)


def _slip_nearby(parser: Parser, span: Span) -> str | None:
    """Return a hint about a misspelt keyword: just before (where it was taken for a name), there, or after."""
    line, at = _line(parser, span.start)
    line = _TEXT.sub(lambda text: " " * len(text[0]), line)
    after, before = _NEXT.findall(line[at:])[:3], _LAST.findall(line[:at])
    here = 1 if _NEXT.match(line, at) else 0
    words = (*after[:here], *(w for w in (*before, *after[here:]) if not _is_name(parser, w)))
    own = [word for word, _ in words_of(parser.table, _all(parser)) if len(word) >= _SHORTEST]
    long = [word for word in own if len(word) > _SHORTEST]
    for word in words:
        slips = 1 if len(word) < _SURE else None  # a short name of the game's is no slip
        near = (
            None if word in own or word in WITHIN else nearest(word, (*long, *WITHIN), slips=slips)
        )
        if near is not None:
            return _meant(near, word)
    known = {"".join(sorted(word)): word for word in (*own, *WITHIN)}
    for word in reversed(_WORD.findall(line[:at])):
        near = known.get("".join(sorted(word)))
        if near is not None and word not in own and word not in WITHIN:
            return _meant(near, word)
    return None


def _is_name(parser: Parser, word: str) -> bool:
    """Return whether a short word is probably the author's, as the text has it elsewhere too."""
    return len(word) <= _LONG and len(re.findall(rf"\b{word}\b", parser.text)) > 1


def _slip_in_phrase(parser: Parser, span: Span) -> str | None:
    """Return a hint about a misspelt word of a fixed phrase whose other words are right: `of a playre`."""
    line, at = _line(parser, span.start)
    places = list(_WORD.finditer(line))
    here = sum(each.end() <= at for each in places)
    for right in sorted(phrases_of(parser.table)):
        for first in range(max(0, here - len(right)), min(here, len(places) - len(right)) + 1):
            window = places[first : first + len(right)]
            words = line[window[0].start() : window[-1].end()].split()
            wrong = [pair for pair in zip(words, right, strict=False) if pair[0] != pair[1]]
            if len(words) == len(right) and len(wrong) == 1 and _is_slip(*wrong[0]):
                return _meant(wrong[0][1], wrong[0][0])
    return None


def _is_slip(word: str, right: str) -> bool:
    slips = 1 if len(word) < _SURE else None
    return len(right) >= _SHORTEST and nearest(word, (right,), slips=slips) is not None


def _slip_in_note(parser: Parser, found: Word) -> str | None:
    """Return a hint about a misspelt word that would continue the line above: `ctie C-TOK`."""
    line, at = _line(parser, found.start)
    word = parser.source.text[found.start : found.end]
    if line[:at].strip() or line[at + len(word) :].startswith(":"):
        return None
    near = nearest(word, _BEGIN_NOTES, slips=1)
    return None if near is None else _meant(near, word)


def _meant(near: str, word: str) -> str:
    return f"did you mean {near!r} by {word!r}?"


def _line(parser: Parser, place: int) -> tuple[str, int]:
    """Return the line around a place, and the place in it; an empty line if it is too long to be written by hand."""
    text = parser.source.text
    start = text.rfind("\n", 0, place) + 1
    end = text.find("\n", place)
    line = text[start : len(text) if end < 0 else end]
    return (line, place - start) if len(line) <= _LONGEST else ("", 0)


def _advice(parser: Parser, place: int, expected: Collection[str]) -> str | None:
    spelled = {spelling(each) for each in parser.table.terminals if each.name in expected}
    return advice(*_line(parser, place), spelled)


def _is_first_word(parser: Parser, found: Word) -> bool:
    """Return whether it is the first word of its line, or the dot after that, outside of all blocks."""
    line, at = _line(parser, found.start)
    before = line[:at].strip()
    if not line:
        return False
    if not before:
        return _expected(parser) >= _SECTION
    return is_identifier(before) and line[at - 1 : at + 1] == before[-1] + "."


def _set_without_keyword(parser: Parser, found: Word) -> Problem | None:
    """Return the problem of `limits.hand = 4`, which has to begin with `set`."""
    line, at = _line(parser, found.start)
    hint = advice_on_assignment(line)
    if hint is None:
        return None
    start = found.start - at + len(line) - len(line.lstrip())
    path = _LETTERS.match(parser.text, start)
    span = Span(parser.source, start, found.end if path is None else path.end())
    return UnknownSection(span=span, found=found_phrase("PATH", span.text), advice=hint)


def _all(parser: Parser) -> frozenset[str]:
    return frozenset(each.name for each in parser.table.terminals)


def _expected(parser: Parser) -> frozenset[str]:
    """Return the kinds of words that are possible next."""
    kinds = parser.table.states[parser.states[-1]]
    terminals = _all(parser) | {END}
    if parser.text[max(0, parser.reached - 1) : parser.reached] in ("", "{"):
        terminals -= {"_SEP"}  # an empty line would change nothing
    return frozenset(kind for kind in kinds if kind in terminals and parser.accepts(kind))


def _found(parser: Parser, word: Word) -> Word:
    """Return the whole word there, whether or not it is a keyword."""
    if word.start == word.end and word.kind != UNREADABLE:
        return word
    letters = _LETTERS.match(parser.text, word.start)
    if letters is not None:
        return Word("PATH", *letters.span())
    kind, start, end = parser.scanners.of_all.read(parser.text, word.start)
    return Word(kind, start, max(end, min(start + 1, len(parser.text))))


def _place(parser: Parser, found: Word) -> Span:
    """Return the span of the message: for the end of a line or file, the end of the last word."""
    if found.kind in ("_SEP", END):
        return Span(parser.source, parser.reached, parser.reached)
    return Span(parser.source, found.start, found.end)


def _unreadable(span: Span, character: str, hint: str | None) -> Problem:
    name = unicodedata.name(character, "that cannot be shown").lower()
    shown = repr(character) if character.isprintable() else name
    point = f"U+{ord(character):04X}"
    return UnreadableCharacter(span=span, shown=shown, point=point, advice=hint)


def _is_keyword(parser: Parser, text: str) -> bool:
    """Return whether a text is a word of the language."""
    return text in dict(words_of(parser.table, _all(parser)))


def _near(parser: Parser, text: str, expected: Collection[str]) -> str | None:
    if not is_identifier(text) or (len(text) < _LONG and _is_keyword(parser, text)):
        return None
    possible = [word for word, _ in words_of(parser.table, expected)]
    return synonym(text, possible) or nearest(
        text, possible, slips=1 if len(text) <= _LONG else None
    )


def _path(span: Span, text: str, phrase: str, *, how: str) -> Problem:
    first, dot, rest = text.partition(".")
    near = nearest(first, _SECTIONS) if dot and first not in _SECTIONS else None
    near = None if near is None else f"{near}.{rest}"
    if first in _SECTIONS and rest.partition(".")[0] in _SECTIONS:
        near = rest
    elif first == "end":  # the one label there that decides what the braces may hold
        labels = [nearest(label, ("ranking",)) or label for label in rest.split(".")]
        near = ".".join((first, *labels)) if labels != rest.split(".") else None
    wanted, hint = _added_to(text) if how == "add" else _put_beside(text, how)
    if first in {"mechanics", "rows"} and rest.count(".") > 1:
        hint = f"a cell is changed by 'set {text} = ...'"
    return PathUnfit(span=span, wanted=wanted, found=phrase, near=near, advice=hint)


def _put_beside(text: str, how: str) -> tuple[str, str | None]:
    """Return what `replace`, `before` and `after` expect, and advice for a text that is no such path."""
    first, _, rest = text.partition(".")
    if text in _SECTIONS:
        anew = f"'remove {text}' and '{text} {{ ... }}' below it write it anew"
        more = "" if text in _NO_BLOCK else f"; {anew if how == 'replace' else _adds(text, how)}"
        return "names a clause of a section", f"a section is changed clause by clause{more}"
    if first == "rows" and rest and "." not in rest:
        table = f"'rows {rest} {{ ... }}'"
        anew = f"'remove {text}' and {table} below it write the table anew"
        return "names a row of a table", anew if how == "replace" else f"{table} adds to the table"
    hint = "the path of a mechanic in use is 'mechanics.NAME'" if text == "use" else None
    return "names a clause, such as 'end.ranking'", hint


def _added_to(text: str) -> tuple[str, str | None]:
    """Return what `add` expects, and advice for a text that is no such path."""
    alone = text in _ALONE or (text in _SECTIONS and text not in ("game", "mechanics"))
    hint = _adds(text, "add") if alone else None
    return "has a block to add to, such as 'end.ranking'", hint


def _adds(word: str, how: str) -> str:
    return f"a line that begins with {word!r}, without {how!r}, adds to what is there"
