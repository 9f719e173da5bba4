"""Texts for people: written in English, with a pattern by which other languages translate them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

# Forms of a thing's name.
BECAUSE: Final = "because"  # the reason of a clause
TYPED: Final = "as"  # the word in typed moves
IN: Final = "in"  # in a zone
ALL: Final = "all"  # the plural
NONE: Final = "none"  # after the number 0


class Message(str):
    """A sentence: its pattern in English, and the parts that fill it."""

    __slots__ = ("parts", "pattern")
    pattern: str
    parts: Mapping[str, Any]


class NamedThing(str):
    """A word of the rules for a thing, with the path by which languages name it.

    `form` is the form of the name in the sentence, if it is not the name itself.
    """

    __slots__ = ("form", "path")
    path: str
    form: str | None


class Counted(str):
    """Amounts of tokens, by their words in the rules."""

    __slots__ = ("amounts",)
    amounts: tuple[tuple[str, int], ...]


class Listed(str):
    """Several texts as one, with a word before the last."""

    __slots__ = ("joined_by", "texts")
    texts: tuple[str, ...]
    joined_by: str


def phrased(pattern: str, **parts: Any) -> Message:
    """Return a sentence with a pattern that languages translate."""
    text = Message(pattern.format(**parts))
    text.pattern, text.parts = pattern, parts
    return text


def called(word: str, path: str, form: str | None = None) -> NamedThing:
    """Return the word for a thing, which languages translate by its path."""
    text = NamedThing(word)
    text.path, text.form = path, form
    return text


def listed(texts: Iterable[str], join: str = "and") -> Listed:
    """Return texts as a list: `a`, `a and b`, `a, b and c`."""
    all_of_them = tuple(texts)
    *first, last = all_of_them or ("",)
    text = Listed(f"{', '.join(first)} {join} {last}" if first else last)
    text.texts, text.joined_by = all_of_them, join
    return text


def counted(amounts: Iterable[tuple[str, int]]) -> Counted:
    """Return amounts as a text: `2 copper and 1 iron`."""
    held = tuple(each for each in amounts if each[1])
    text = Counted(listed(f"{number} {word}" for word, number in held) or "nothing")
    text.amounts = held
    return text


def joined(pattern: str, texts: Sequence[object], signs: Sequence[str] = ()) -> str:
    """Return texts joined in halves, so that the nesting of many stays shallow; `signs` has the sign before each."""
    if len(texts) == 1:
        (last,) = texts
        return last if isinstance(last, str) else phrased("{a}", a=last)
    half = (len(texts) + 1) // 2
    one, other = (
        joined(pattern, part, of)
        for part, of in ((texts[:half], signs[:half]), (texts[half:], signs[half:]))
    )
    return phrased(pattern, a=one, b=other, **({"sign": signs[half]} if signs else {}))
