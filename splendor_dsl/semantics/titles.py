"""What players call the things that rules have words for: who writes the title of a token may mean its word."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final

from attrs import frozen

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
        return "_".join(self.text.casefold().split())


def titles_of(tree: Clause, names: Mapping[str, NamesByPath]) -> tuple[Title, ...]:
    """The titles of what a game declares, in all languages."""
    return tuple(dict.fromkeys(_titles(tree, names)))


def _titles(tree: Clause, names: Mapping[str, NamesByPath]) -> Iterator[Title]:
    for section in _SECTIONS:
        holder = find(tree, section)
        for path, clause in walk(holder, section) if holder is not None else ():
            texts = [clause.title] if clause.title else []
            for each in names.values():
                texts += each.get(path, NO_NAME).texts
            yield from (Title(clause.name, GLOSS.sub("", text)) for text in texts)


def known_as(
    word: str, titles: Iterable[Title], fitting: Collection[str], near: str | None
) -> Title | None:
    """The one fitting name that players know by a word: by the whole title, or else, if none is near, by a part."""
    said = word.casefold()
    known = [each for each in titles if each.name in fitting and each.name != word][::-1]
    whole = {each.name: each for each in known if said in {each.word, f"{each.word}s"}}
    part = {each.name: each for each in known if said in each.word.split("_")}
    found = whole or (part if near is None and len(said) >= _SHORT else {})
    return next(iter(found.values())) if len(found) == 1 else None
