"""Amounts of tokens in one word: a lane of bits a token, the highest bit of each lane kept free.

The free bit lets code compare and subtract whole words lane by lane without a loop. The methods return expressions in
the common subset of Python that every compiled backend accepts. A product of words overflows a word: `PRODUCT` names
the function that every backend has for that, since compilers of native code assume that `*` of signed numbers does not
overflow.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

PRODUCT = "product"  # the name that backends give the function that multiplies words
_WORD = 63  # bits of a word that are used, so that numbers stay positive
_BYTE = 8


@frozen
class Lanes:
    """A packing of amounts into a word: `count` lanes of `bits` bits."""

    count: int
    bits: int

    @property
    def most(self) -> int:
        """The greatest number that a lane holds."""
        return (1 << (self.bits - 1)) - 1

    def word(self, amounts: Sequence[int]) -> int:
        """Return amounts packed into a word."""
        return sum(amount << (self.bits * lane) for lane, amount in enumerate(amounts))

    def amounts(self, word: int) -> tuple[int, ...]:
        """Return the amounts packed in a word."""
        full = (1 << self.bits) - 1
        return tuple([(word >> (self.bits * lane)) & full for lane in range(self.count)])

    @property
    def ones(self) -> int:
        """1 in each lane."""
        return self.word([1] * self.count)

    @property
    def guard(self) -> int:
        """The free bit of each lane."""
        return self.ones << (self.bits - 1)

    def of_mask(self, mask: int, amount: int = 1) -> int:
        """Return a word with the same amount of each token of a set."""
        return self.word([amount * (mask >> lane & 1) for lane in range(self.count)])

    # ---- expressions -------------------------------------------------------------------------
    def lane(self, word: str, lane: int | str) -> str:
        """Return the code of one lane of a word."""
        full = (1 << self.bits) - 1
        if isinstance(lane, int):
            return f"({word} >> {self.bits * lane} & {full})" if lane else f"({word} & {full})"
        return f"({word} >> {self.bits} * {lane} & {full})"

    def covers(self, one: str, other: str) -> str:
        """Return the condition that each lane of one word is at least that of the other."""
        return f"((({one} | {self.guard}) - {other}) & {self.guard} == {self.guard})"

    def positive(self, word: str, least: int = 1) -> str:
        """Return the code of a word with 1 in each lane that holds at least `least`."""
        rest = self.ones * ((1 << (self.bits - 1)) - least)
        return f"(({word} + {rest}) >> {self.bits - 1} & {self.ones})"

    def total(self, word: str, high: int) -> str:
        """Return the code of the sum of the lanes, none of which exceeds `high`."""
        full = (1 << self.bits) - 1
        if high * self.count >= full:
            return "(" + " + ".join(self.lane(word, lane) for lane in range(self.count)) + ")"
        return f"({PRODUCT}({word}, {self.ones}) >> {self.bits * (self.count - 1)} & {full})"

    def mask(self, word: str, least: int = 1) -> str:
        """Return the code of a bit mask of the tokens whose lanes hold at least `least`."""
        found = self.positive(word, least)
        if self.bits == _BYTE and self.count < _BYTE:
            # One multiplication gathers the bits of the lanes.
            gather = sum(1 << (7 * (_BYTE - lane)) for lane in range(_BYTE))
            return f"({PRODUCT}({found}, {gather}) >> 56 & {(1 << self.count) - 1})"
        bits = (
            f"({found} >> {(self.bits - 1) * lane} & {1 << lane})" for lane in range(self.count)
        )
        return "(" + " | ".join(bits) + ")"


def lanes_for(tokens: int, greatest: int) -> Lanes | None:
    """Return lanes that hold numbers up to the greatest, or None if a word has no room for them."""
    count = max(1, tokens)
    for bits in (_BYTE, _WORD // count):
        if bits * count <= _WORD and greatest <= (1 << (bits - 1)) - 1:
            return Lanes(count, bits)
    return None
