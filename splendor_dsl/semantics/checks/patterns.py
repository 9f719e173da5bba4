"""Patterns of typed moves, kept so that those which fit the same words are found without comparing all pairs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from attrs import field, frozen, mutable

NUMERAL: Final = "word number"
NAMED: Final = "word token"
WORDS: Final = ("word", NUMERAL, NAMED)


@frozen
class Item:
    """A word of a pattern: itself, or a choice of a sort ("token", "tokens", "number", "player", "piece")."""

    word: str
    sort: str

    @property
    def key(self) -> str:
        """What is the same for two that are met by the same: the word, or the sort of a choice."""
        return f"'{self.word}" if self.sort in WORDS else self.sort


# What else an item of a sort can meet: choices for a word, and sorts of words for a choice.
CHOICES: Final = {NAMED: ("token", "tokens"), NUMERAL: ("number",)}
LIKE: Final = {"token": NAMED, "tokens": NAMED, "number": NUMERAL}


@mutable(kw_only=True, eq=False)
class _Node:
    """What patterns that begin alike go on with; `first` is the first that ends here."""

    item: Item
    first: int | None = None
    after: dict[str, _Node] = field(factory=dict)
    words: dict[str, list[_Node]] = field(factory=dict)  # those after it, by what they are like

    def grown(self, item: Item) -> _Node:
        """What follows with an item."""
        if item.key not in self.after:
            self.after[item.key] = _Node(item=item)
            self.words.setdefault(item.sort, []).append(self.after[item.key])
        return self.after[item.key]

    def meeting(self, item: Item) -> Iterator[_Node]:
        """What follows with an item that may mean the same word."""
        if item.sort in WORDS:
            keys: Iterable[str] = (item.key, *CHOICES.get(item.sort, ()))
        else:
            keys = CHOICES.get(LIKE.get(item.sort, ""), (item.sort,))
            yield from self.words.get(LIKE.get(item.sort, ""), ())
        yield from (self.after[key] for key in keys if key in self.after)


class Patterns:
    """Patterns by their words, each with its number."""

    def __init__(self) -> None:
        self._root = _Node(item=Item("", ""))

    def put(self, items: tuple[Item, ...], number: int) -> None:
        """One more; of those that are the same the first is kept."""
        node = self._root
        for item in items:
            node = node.grown(item)
        node.first = number if node.first is None else min(node.first, number)

    def first_alike(self, items: tuple[Item, ...]) -> int | None:
        """The number of the first pattern that fits the same words, word against word; `tokens` take several."""
        if not items:
            return self._root.first
        found: list[int] = []
        seen: set[tuple[int, int]] = set()
        waiting = [(node, 0) for node in self._root.meeting(items[0])]
        while waiting:
            node, at = waiting.pop()
            if (id(node), at) in seen:
                continue
            seen.add((id(node), at))
            if at + 1 == len(items):
                found += [] if node.first is None else [node.first]
            else:
                waiting += ((each, at + 1) for each in node.meeting(items[at + 1]))
                if node.item.sort == "tokens" and meet(node.item, items[at + 1]):
                    waiting.append((node, at + 1))
            if items[at].sort == "tokens":
                waiting += ((each, at) for each in node.meeting(items[at]))
        return min(found, default=None)


def meet(one: Item, other: Item) -> bool:
    """Whether two items may mean the same word."""
    if one.sort in WORDS and other.sort in WORDS:
        return one.word == other.word
    sorts = {each.sort.removeprefix("word").strip() or "word" for each in (one, other)}
    return len({"token" if sort == "tokens" else sort for sort in sorts}) == 1
