"""Texts for people that are written in English and can be said again in another language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

BECAUSE: Final = "because"  # the reason that a clause gives
TYPED: Final = "as"  # the word that is typed
IN: Final = "in"  # that things lie there
ALL: Final = "all"  # several of it
NONE: Final = "none"  # as after a number that is 0


class Message(str):
    """A sentence: its pattern in English, and what stands in it."""

    __slots__ = ("parts", "pattern")
    pattern: str
    parts: Mapping[str, Any]


class NamedThing(str):
    """A word of the rules for a thing, with the path by which languages name it.

    `form` is the form of the name that is wanted there, if it is not the name itself.
    """

    __slots__ = ("form", "path")
    path: str
    form: str | None


class Counted(str):
    """Amounts of tokens, by the words that the rules have for these."""

    __slots__ = ("amounts",)
    amounts: tuple[tuple[str, int], ...]


class Listed(str):
    """Several texts as one: the last is joined by a word."""

    __slots__ = ("joined_by", "texts")
    texts: tuple[str, ...]
    joined_by: str


def phrased(pattern: str, **parts: Any) -> Message:
    """A sentence whose pattern the languages know."""
    text = Message(pattern.format(**parts))
    text.pattern, text.parts = pattern, parts
    return text


def called(word: str, path: str, form: str | None = None) -> NamedThing:
    """What a thing is called."""
    text = NamedThing(word)
    text.path, text.form = path, form
    return text


def listed(texts: Iterable[str], join: str = "and") -> Listed:
    """`a`, `a and b`, `a, b and c`."""
    all_of_them = tuple(texts)
    *first, last = all_of_them or ("",)
    text = Listed(f"{', '.join(first)} {join} {last}" if first else last)
    text.texts, text.joined_by = all_of_them, join
    return text


def counted(amounts: Iterable[tuple[str, int]]) -> Counted:
    """`2 copper and 1 iron`."""
    held = tuple(each for each in amounts if each[1])
    text = Counted(listed(f"{number} {word}" for word, number in held) or "nothing")
    text.amounts = held
    return text


def joined(pattern: str, texts: Sequence[object], signs: Sequence[str] = ()) -> str:
    """Texts put together in halves, so that many are not deep; `signs` says what stands before each."""
    if len(texts) == 1:
        (last,) = texts
        return last if isinstance(last, str) else phrased("{a}", a=last)
    half = (len(texts) + 1) // 2
    one, other = (
        joined(pattern, part, of)
        for part, of in ((texts[:half], signs[:half]), (texts[half:], signs[half:]))
    )
    return phrased(pattern, a=one, b=other, **({"sign": signs[half]} if signs else {}))
