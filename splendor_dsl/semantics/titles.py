"""Titles, by which players call things: an author who writes the title of a token may mean its name."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Final

from attrs import field, frozen

from splendor_dsl.identifiers import folded
from splendor_dsl.semantics.names import GLOSS, NO_NAME, NamesByPath
from splendor_dsl.semantics.tree import find, walk
from splendor_dsl.syntax.ast import Clause

_SECTIONS: Final = (
    "parameters",
    "tokens",
    "kinds",
    "zones",
    "counters",
    "markers",
    "values",
    "actions",
    "phases",
)
_SHORT: Final = 4  # a word of fewer letters is in too many titles


@frozen
class Title:
    """A name in the rules, and the title for players."""

    name: str
    text: str

    @property
    def word(self) -> str:
        """The title in the form of a name."""
        return "_".join(folded(self.text).split())


@frozen
class Titles:
    """The titles of declared things, by the words that an author might write."""

    whole: Mapping[str, list[Title]] = field(factory=dict)
    parts: Mapping[str, list[Title]] = field(factory=dict)


def titles_of(tree: Clause, names: Mapping[str, NamesByPath]) -> Titles:
    """Return the titles of declared things, in all languages."""
    found = tuple(dict.fromkeys(_titles(tree, names)))
    whole = _by(found, lambda title: (title.word, f"{title.word}s"))
    return Titles(whole, _by(found, lambda title: title.word.split("_")))


def _by(
    titles: Iterable[Title], words: Callable[[Title], Iterable[str]]
) -> Mapping[str, list[Title]]:
    found: dict[str, list[Title]] = {}
    for title in titles:
        for word in dict.fromkeys(words(title)):
            found.setdefault(word, []).append(title)
    return found


def _titles(tree: Clause, names: Mapping[str, NamesByPath]) -> Iterator[Title]:
    for section in _SECTIONS:
        holder = find(tree, section)
        for path, clause in walk(holder, section) if holder is not None else ():
            texts = [clause.title] if clause.title else []
            for each in names.values():
                texts += each.get(path, NO_NAME).texts
            yield from (Title(clause.name, GLOSS.sub("", text)) for text in texts)


def known_as(word: str, titles: Titles, fitting: Collection[str], near: str | None) -> Title | None:
    """Return the one fitting name with this word as its title, or, if no name is near, as a part of its title."""
    key = folded(word)
    whole = _fitting(word, titles.whole.get(key, ()), fitting)
    part = near is None and len(key) >= _SHORT and not whole
    found = _fitting(word, titles.parts.get(key, ()), fitting) if part else whole
    return next(iter(found.values())) if len(found) == 1 else None


def _fitting(word: str, known: Iterable[Title], fitting: Collection[str]) -> Mapping[str, Title]:
    """Return the first title of each name that fits, by name."""
    found: dict[str, Title] = {}
    for each in known:
        if each.name in fitting and each.name != word:
            found.setdefault(each.name, each)
    return found
