"""The tokens of a game as a table shows them: a word, and a letter that no other token has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from string import ascii_uppercase

from attrs import frozen

from splendor_dsl.prose.words import Words


@frozen(kw_only=True)
class TokenSeen:
    """A token: its name in the rules, its word and name in a language, its letter, and words that may tell its colour."""

    name: str
    word: str
    full: str
    letter: str
    colour_words: tuple[str, ...]


def tokens_seen(words: Words) -> tuple[TokenSeen, ...]:
    """Return the tokens of a game in their order."""
    tokens = words.model.tokens
    typed = [words.token(token.name) for token in tokens]
    return tuple(
        TokenSeen(
            name=token.name,
            word=word,
            full=words.in_full(token.where.path),
            letter=letter,
            colour_words=(*token.name.split("_"), *(token.where.title or "").casefold().split()),
        )
        for token, word, letter in zip(tokens, typed, letters(typed), strict=True)
    )


def letters(names: Iterable[str]) -> Iterator[str]:
    """Yield a letter for each name: the first of its own that is still free, or else any that is."""
    taken: set[str] = set()
    for name in names:
        own = (letter for letter in name.upper() if letter.isalpha())
        any_letter = chain(own, ascii_uppercase, map(str, range(10)), "*" * 1000)
        found = next(letter for letter in any_letter if letter not in taken or letter == "*")
        taken.add(found)
        yield found
