"""Patterns of typed moves, indexed so that patterns that fit the same words are found without comparing all pairs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import product
from typing import Final

from attrs import field, frozen, mutable

from splendor_dsl.identifiers import folded

PAY: Final = "pay {count} for {token}"
PUT_BACK: Final = "return {token}"
# Commands at the prompt of a game; a number there means a move of the list.
ORDERS: Final = (
    "why",
    "hint",
    "undo",
    "save",
    "moves",
    "table",
    "log",
    "help",
    "?",
    "quit",
    "exit",
)
PLAYER: Final = "player"  # the word before the number of a seat
_PIECE: Final = "{piece}"  # a shape that all pieces share: no word can be written so
_PLAYER: Final = "{player}"
_NUMBER: Final = re.compile(r"(?<!\w)\d+(?!\w)")
MOST_DIGITS: Final = 19  # no more than fit into a word of memory
_LONGEST_NUMBER: Final = "-" + "9" * MOST_DIGITS
_JOINED: Final = re.compile(r"\s*([-@])\s*")
_WORD: Final = re.compile(r"\{([^\s{}]+)\}|[^\s{}]+")


def joined(text: str) -> str:
    """Return a text whose words are separated by blanks alone; a hyphen joins its neighbours.

    At the prompt and in records a semicolon separates moves, so no move has one.
    """
    return _JOINED.sub(r"\1", text.replace(",", " ").replace(";", " "))


def pattern_words(pattern: str) -> Iterator[tuple[str, str]]:
    """Yield the words of a pattern as readers of moves split them: either the name of a choice, or a word."""
    for match in _WORD.finditer(joined(pattern)):
        word = match[0].strip("-@")
        if match[1]:
            yield match[1], ""
        elif word:
            yield "", word


def shape(word: str) -> str:
    """Return a word with `#` for each number in it that stands alone: `1-3` and `2-4` have one shape."""
    return _NUMBER.sub("#", folded(word))


@frozen
class Item:
    """One place of a move: it takes a certain word, or any word with one of some shapes."""

    shapes: frozenset[str]
    word: str = ""
    several: bool = False  # whether it takes several words too
    optional: bool = False  # whether it takes no word too

    @property
    def key(self) -> tuple[object, ...]:
        """Return a key that is equal for items that the same words fit."""
        return self.word or self.shapes, self.several, self.optional

    @property
    def longest(self) -> int:
        """Return the greatest length of what it takes; several words may be all of them."""
        if self.word:
            return len(self.word)
        words = sorted((each.replace("#", _LONGEST_NUMBER) for each in self.shapes), key=len)
        return len(" ".join(words if self.several else words[-1:]))


Items = tuple[Item, ...]


def word_item(word: str, *, optional: bool = False) -> Item:
    """Return an item for a word of a pattern."""
    return Item(frozenset({shape(word)}), folded(word), optional=optional)


def token_item(words: Iterable[str], *, several: bool = False) -> Item:
    """Return an item for a choice of a token, or of several."""
    return Item(frozenset(map(shape, words)), several=several)


def number_item() -> Item:
    """Return an item for a choice of a number; whatever takes numbers below zero takes others too."""
    return Item(frozenset({"#"}))


def listed_item() -> Item:
    """Return an item for the number of a move in a list."""
    return Item(frozenset({"#"}))


def player_items(word: str = PLAYER, *, written: bool = False) -> Items:
    """Return items for a choice of a player: as it is written, or all forms that can be typed."""
    seat = {shape(f"{word}-1"), _PLAYER}
    if written:
        return (Item(frozenset(seat)),)
    return word_item(word, optional=True), Item(frozenset({*seat, "#"}))


@frozen(kw_only=True)
class PieceSource:
    """A zone to choose pieces from.

    It has words, and its places have numbers, the first of which may be that of a part below zero; players may own it.
    """

    words: tuple[str, ...]
    numbers: int
    below_zero: bool
    owned: bool


def piece_item(sources: Iterable[PieceSource], *, written: bool = False) -> Item:
    """Return an item for a choice of a piece: as it is written, or all forms. The first source needs no name."""
    found = {_PIECE}
    for number, source in enumerate(sources):
        place, first = "-".join("#" * source.numbers), number == 0
        places = {place, f"-{place}"} if source.below_zero else {place}
        named = {
            shape("-".join(filter(None, (word, place))))
            for word, place in product(source.words[: 1 if written else None], places)
        }
        bare = places if first else set()
        forms = bare if written and first and place else named | bare
        found |= {form for form in forms if form}
        found |= {f"{form}@#" for form in forms if source.owned}
    return Item(frozenset(found))


Nodes = dict[str, list["_Node"]]


@mutable(kw_only=True, eq=False)
class _Node:
    """A node of the tree of patterns, after a common beginning; `first` is the first pattern that ends here."""

    item: Item
    first: int | None = None
    after: dict[tuple[object, ...], _Node] = field(factory=dict)
    words: Nodes = field(factory=dict)  # words among `after`
    like: Nodes = field(factory=dict)  # the same by their shapes
    choices: Nodes = field(factory=dict)  # all others, by their shapes
    optional: list[_Node] = field(factory=list)  # nodes that may be left out

    def child_for(self, item: Item) -> _Node:
        """Return the node after an item, added if need be."""
        if item.key not in self.after:
            node = self.after[item.key] = _Node(item=item)
            for each in item.shapes:
                (self.like if item.word else self.choices).setdefault(each, []).append(node)
            if item.word:
                self.words.setdefault(item.word, []).append(node)
            if item.optional:
                self.optional.append(node)
        return self.after[item.key]

    def matching(self, item: Item) -> Iterator[_Node]:
        """Yield the nodes after items which a word that fits this item may fit too."""
        if self.item.several and not self.item.shapes.isdisjoint(item.shapes):
            yield self
        if item.word:
            yield from self.words.get(item.word, ())
        for each in item.shapes:
            yield from self.choices.get(each, ())
            yield from () if item.word else self.like.get(each, ())
        for node in self.optional:
            yield from node.matching(item)


class Patterns:
    """Patterns as a tree of their items, each with its number."""

    def __init__(self) -> None:
        self._root = _Node(item=Item(frozenset()))

    def put(self, items: Items, number: int) -> None:
        """Add a pattern; of equal patterns the least number is kept."""
        node = self._root
        for item in items:
            node = node.child_for(item)
        node.first = number if node.first is None else min(node.first, number)

    def first_alike(self, items: Items) -> int | None:
        """Return the number of the first pattern that fits the same words as another, word by word."""
        found: list[int] = []
        seen: set[tuple[int, int]] = set()
        waiting = [(self._root, 0)]
        while waiting:
            node, at = waiting.pop()
            if (id(node), at) in seen:
                continue
            seen.add((id(node), at))
            if at == len(items) and node.first is not None:
                found.append(node.first)
            for taken in _taken_next(items, at):
                waiting += ((each, taken + 1) for each in node.matching(items[taken]))
        return min(found, default=None)


def _taken_next(items: Items, at: int) -> Iterator[int]:
    """Yield the items that may take the next word, after the first `at` of them."""
    if at and items[at - 1].several:
        yield at - 1
    if at < len(items):
        yield at
        if items[at].optional:
            yield at + 1
