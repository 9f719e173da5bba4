"""The blanks of a notation, one class for each kind of choice."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Protocol

from attrs import evolve, field, frozen

from splendor_dsl.identifiers import folded
from splendor_dsl.ir.layout import Layout
from splendor_dsl.notation.moves import Place, Seat
from splendor_dsl.semantics.model import Source
from splendor_dsl.semantics.move_patterns import (
    MOST_DIGITS,
    PLAYER,
    Items,
    PieceSource,
    joined,
    number_item,
    piece_item,
    player_items,
    token_item,
)

Read = Iterator[tuple[int, Any]]
Typed = Mapping[str, tuple[str, ...]]  # words that may be typed for a thing; the first is shown
_PLACE = re.compile(
    r"(?:(?P<zone>[^\W\d][^\s@-]*)(?:-|$|(?=@)))?(?:(?P<one>-?\d+)(?:-(?P<two>\d+))?)?(?:@(?P<owner>\d+))?"
)
_MOST_NUMBER = 20
_MANY = 5  # a number with a plural form of its own in some languages
_NUMBER = re.compile(rf"-?[0-9]{{1,{MOST_DIGITS}}}")
_BEFORE_SIGN = re.compile(r"(?<![^\s,;])(?=-[0-9])")
_MOST_PLACES = 12
_MOST_DIGITS = 4000


def words_in(text: str) -> list[str]:
    """Return the words of a text; commas and semicolons separate words as spaces do, hyphens join them."""
    return joined(folded(text)).split()


@frozen
class Reading:
    """The words of a text, and whether a hyphen between a blank and a number joins two of them."""

    words: list[str]
    joins: bool = False


def readings(text: str) -> Iterator[Reading]:
    """Yield the words with a hyphen before a number as its sign, then with the hyphen as a joint."""
    parts = _BEFORE_SIGN.split(folded(text))
    yield Reading([word for part in parts for word in joined(part).split()])
    if len(parts) > 1:
        yield Reading(words_in(text), joins=True)


class Blank(Protocol):
    """One blank of a notation."""

    @property
    def name(self) -> str:
        """The name of the choice in the rules."""

    def write(self, value: Any) -> str:
        """Return the canonical text."""

    def read(self, words: Sequence[str], at: int) -> Read:
        """Yield each value that the words from `at` on may stand for, with the index of the next word."""

    def all(self, layout: Layout) -> Iterator[Any]:
        """Yield everything that can be written here and might mean something."""

    def items(self, *, written: bool) -> Items:
        """Return the items that are written here, or all that are read."""


@frozen(kw_only=True)
class TokenBlank:
    """One token: `iron`."""

    name: str
    tokens: tuple[str, ...]
    typed: Typed = field(factory=dict, repr=False)
    after: Mapping[str, str] = field(factory=dict, repr=False)  # after the number before it

    def words(self) -> tuple[str, ...]:
        """Return the words for the tokens, as they are shown."""
        return tuple(map(self.write, self.tokens))

    def write(self, value: str) -> str:
        """Return the token's word."""
        return self.after.get(value) or self.typed.get(value, (value,))[0]

    def read(self, words: Sequence[str], at: int) -> Read:
        """Yield one token."""
        token = _by_word(self.tokens, self.typed).get(words[at]) if at < len(words) else None
        if token is not None:
            yield at + 1, token

    def all(self, _layout: Layout) -> Iterator[str]:
        """Yield every token of the game."""
        yield from self.tokens

    def items(self, *, written: bool) -> Items:
        """Return one of the words for tokens."""
        return (token_item(self.words() if written else _by_word(self.tokens, self.typed)),)


@frozen(kw_only=True)
class TokensBlank:
    """Several different tokens: `copper silver iron`."""

    name: str
    tokens: tuple[str, ...]
    typed: Typed = field(factory=dict, repr=False)

    def words(self) -> tuple[str, ...]:
        """Return the words for the tokens, as they are shown."""
        return tuple(self.typed.get(token, (token,))[0] for token in self.tokens)

    def write(self, value: tuple[str, ...]) -> str:
        """Return the tokens in their order."""
        return " ".join(self.typed.get(token, (token,))[0] for token in value)

    def read(self, words: Sequence[str], at: int) -> Read:
        """Yield as many different tokens as follow each other, then fewer."""
        by_name = _by_word(self.tokens, self.typed)
        found: list[str] = []
        while at + len(found) < len(words):
            token = by_name.get(words[at + len(found)])
            if token is None or token in found:
                break
            found.append(token)
        for many in range(len(found), 0, -1):
            yield at + many, tuple(sorted(found[:many], key=self.tokens.index))

    def all(self, _layout: Layout) -> Iterator[tuple[str, ...]]:
        """Yield every set of tokens."""
        for many in range(1, len(self.tokens) + 1):
            yield from combinations(self.tokens, many)

    def items(self, *, written: bool) -> Items:
        """Return several of the words for tokens."""
        words = self.words() if written else _by_word(self.tokens, self.typed)
        return (token_item(words, several=True),)


@frozen(kw_only=True)
class NumberBlank:
    """A number: `3`."""

    name: str

    def write(self, value: int) -> str:
        """Return the number."""
        return str(value)

    def read(self, words: Sequence[str], at: int) -> Read:
        """Yield a number."""
        if at < len(words) and _NUMBER.fullmatch(words[at]):
            yield at + 1, int(words[at])

    def all(self, _layout: Layout) -> Iterator[int]:
        """Yield small numbers."""
        yield from range(_MOST_NUMBER + 1)

    def items(self, *, written: bool) -> Items:  # noqa: ARG002  # of the protocol
        """Return a number."""
        return (number_item(),)


@frozen(kw_only=True)
class AmountBlank:
    """A number of one token: `3 iron`."""

    name: str
    token: str
    typed: tuple[str, ...]
    written: Callable[[int], str] = field(eq=False, repr=False)

    def write(self, value: int) -> str:
        """Return the number, and the token's word after it."""
        return f"{value} {self.written(value)}"

    def read(self, words: Sequence[str], at: int) -> Read:
        """Yield a number and the token."""
        for after, value in NumberBlank(name=self.name).read(words, at):
            if after < len(words) and words[after] in map(folded, self.typed):
                yield after + 1, value

    def all(self, _layout: Layout) -> Iterator[int]:
        """Yield small numbers."""
        yield from range(_MOST_NUMBER + 1)

    def items(self, *, written: bool) -> Items:
        """Return a number and a word for the token."""
        words = {self.written(1), self.written(_MANY)} if written else self.typed
        return number_item(), token_item(words)


@frozen(kw_only=True)
class PlayerBlank:
    """A player by seat, `player-2`, or by name, if names are known."""

    name: str
    word: str = PLAYER
    names: tuple[str, ...] = ()

    def write(self, value: Seat) -> str:
        """Return the name, or the seat, counted from 1."""
        named = value.seat < len(self.names) and self.names[value.seat]
        return named or f"{self.word}-{value.seat + 1}"

    def read(self, words: Sequence[str], at: int) -> Read:
        """Yield the seat of `player-2`, `player 2`, `2` or a name."""
        first = at + 1 if words[at : at + 1] == [self.word] else at
        number = re.fullmatch(
            rf"(?:{self.word}-)?([1-9]\d{{0,2}})", " ".join(words[first : first + 1])
        )
        if number:
            yield first + 1, Seat(int(number[1]) - 1)
        for seat, name in enumerate(map(words_in, self.names)):
            if name and list(words[at : at + len(name)]) == name:
                yield at + len(name), Seat(seat)

    def all(self, layout: Layout) -> Iterator[Seat]:
        """Yield every seat."""
        yield from (Seat(seat) for seat in range(layout.players))

    def items(self, *, written: bool) -> Items:
        """Return a seat."""
        return player_items(self.word, written=written)


@frozen(kw_only=True)
class PieceBlank:
    """A piece by its place: `2-3`, `chest-2`, `heap-1`. The first source needs no name."""

    name: str
    sources: tuple[Source, ...]
    lowest: Mapping[str, int | None] = field(eq=False)  # by zone: its first part, if it has parts
    owned: Mapping[str, bool] = field(eq=False)
    typed: Typed = field(factory=dict, repr=False)
    path: str = field(default="", eq=False)
    elsewhere: tuple[Source, ...] = field(
        default=(), eq=False, repr=False
    )  # other zones with such pieces

    def anywhere(self) -> PieceBlank:
        """Return a blank for such a piece in any zone that can hold it."""
        return evolve(self, sources=(*self.sources, *self.elsewhere))

    @property
    def below_zero(self) -> bool:
        """Return whether a part may have a number below zero: the hyphen before it is then a sign."""
        return any(self._below_zero(source.zone.zone) for source in self.sources)

    def _below_zero(self, zone: str) -> bool:
        lowest = self.lowest[zone]
        return lowest is not None and lowest < 0

    def takes(self, value: Place) -> bool:
        """Return whether a place is in one of the sources."""
        return any(
            (source.zone.zone, source.top) == (value.zone, value.place is None)
            for source in self.sources
        )

    def write(self, value: Place) -> str:
        """Return the zone unless it is the first, the part if there are any, and the place unless it is the top."""
        numbers = [str(n) for n in (value.part, value.place) if n is not None]
        first = self.sources[0]
        bare = (
            value.zone == first.zone.zone and bool(numbers) and (value.place is None) == first.top
        )
        zone = self.typed.get(value.zone, (value.zone,))[0]
        words = "-".join(numbers if bare else [zone, *numbers])
        return words if value.owner is None else f"{words}@{value.owner + 1}"

    def read(self, words: Sequence[str], at: int) -> Read:
        """Yield a place in one of the sources."""
        found = _PLACE.fullmatch(words[at]) if at < len(words) else None
        if found is None or not words[at]:
            return
        for source in self.sources:
            place = self._place(source, found)
            if place is not None:
                yield at + 1, place
                return

    def _place(self, source: Source, found: re.Match[str]) -> Place | None:
        name = source.zone.zone
        if found["zone"] is None:
            if source is not self.sources[0]:
                return None
        elif found["zone"] not in map(folded, self.typed.get(name, (name,))):
            return None
        numbers = [_number(found[part]) for part in ("one", "two") if found[part] is not None]
        parted = self.lowest[name] is not None
        if len(numbers) != parted + (not source.top):
            return None
        if (found["one"] or "").startswith("-") and not self._below_zero(name):
            return None
        owner = None if found["owner"] is None else _number(found["owner"]) - 1
        if owner is not None and not self.owned[name]:
            return None
        return Place(
            zone=name,
            part=numbers[0] if parted else None,
            place=None if source.top else numbers[-1],
            owner=owner,
        )

    def all(self, layout: Layout) -> Iterator[Place]:
        """Yield every place of every source, and one place beyond each."""
        for source in self.sources:
            zone = source.zone.zone
            owners = range(layout.players) if _of_another(source) else (None,)
            most = layout.places.get(zone, _MOST_PLACES) + 1
            for owner in owners:
                for part in layout.parts[zone]:
                    for place in (None,) if source.top else range(1, most + 1):
                        yield Place(zone, part, place, owner)

    def items(self, *, written: bool) -> Items:
        """Return a place in one of the sources."""
        return (piece_item(map(self._piece_source, self.sources), written=written),)

    def _piece_source(self, source: Source) -> PieceSource:
        zone = source.zone.zone
        return PieceSource(
            words=self.typed.get(zone, (zone,)),
            numbers=(self.lowest[zone] is not None) + (not source.top),
            below_zero=self._below_zero(zone),
            owned=self.owned[zone],
        )


def _number(digits: str) -> int:
    """Return a typed number, cut off where Python would refuse to parse it; no place has such a number anyway."""
    return int(digits[:_MOST_DIGITS])


def _by_word(tokens: tuple[str, ...], typed: Typed) -> dict[str, str]:
    """Return the tokens by each word that may be typed for them."""
    return {folded(word): token for token in tokens for word in typed.get(token, (token,))}


def _of_another(source: Source) -> bool:
    """Return whether the zone may belong to another player than the one who moves."""
    player = source.zone.player
    return player is not None and getattr(player, "slot", None) != 0
