"""What players call the things that rules have words for: who writes the title of a token may mean its word."""

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
_SHORT: Final = 4  # a word of fewer letters stands in too many titles


@frozen
class Title:
    """A word of the rules, and what it is called by those who play."""

    name: str
    text: str

    @property
    def word(self) -> str:
        """The title as somebody might write it as a name."""
        return "_".join(folded(self.text).split())


@frozen
class Titles:
    """The titles of what a game declares, found by the words that somebody might write."""

    whole: Mapping[str, list[Title]] = field(factory=dict)
    parts: Mapping[str, list[Title]] = field(factory=dict)


def titles_of(tree: Clause, names: Mapping[str, NamesByPath]) -> Titles:
    """The titles of what a game declares, in all languages."""
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
    """The one fitting name that players know by a word: by the whole title, or else, if none is near, by a part."""
    said = folded(word)
    whole = _fitting(word, titles.whole.get(said, ()), fitting)
    part = near is None and len(said) >= _SHORT and not whole
    found = _fitting(word, titles.parts.get(said, ()), fitting) if part else whole
    return next(iter(found.values())) if len(found) == 1 else None


def _fitting(word: str, known: Iterable[Title], fitting: Collection[str]) -> Mapping[str, Title]:
    """By name, the first title of each that fits."""
    found: dict[str, Title] = {}
    for each in known:
        if each.name in fitting and each.name != word:
            found.setdefault(each.name, each)
    return found
