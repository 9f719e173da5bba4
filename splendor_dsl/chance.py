"""Chance that any language can reproduce: streams of 64-bit words, each word computed from its number alone.

    mix(z):  z ^= z >> 30;  z *= 0xbf58476d1ce4e5b9
             z ^= z >> 27;  z *= 0x94d049bb133111eb
             z ^= z >> 31                                (in 64 bits)

Word i (from 0) of a stream with key k is mix(k + (i + 1) * 0x9e3779b97f4a7c15). The key of stream s of game g of seed x
is mix(mix(mix(x) + g) + s). A number below n is (word >> 32) * n >> 32.

All of this can be inverted, so a player who sees a word of a stream knows its key. The keys of the bots' streams come
from a one-way hash of the seed: the numbers that a bot draws reveal nothing about the deal.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from hashlib import blake2b
from typing import Any

from attrs import define

MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
DEAL = 0
PLAYOUT = 1
FIRST_BOT = 16


def mix(z: int) -> int:
    """Return a word scrambled so that the results of neighbours have nothing in common."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def stream_key(seed: int, game: int = 0, stream: int = DEAL) -> int:
    """Return the key of a stream of a game of a seed: 0 deals, 1 serves playouts."""
    return mix(mix(mix(seed & MASK) + game & MASK) + stream & MASK)


def bot_hash(seed: int, seat: int) -> int:
    """Return the one-way hash of a seed and of the stream of a seat's bot."""
    words = (seed & MASK, FIRST_BOT + seat)
    data = b"".join(each.to_bytes(8, "little") for each in words)
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "little")


def bot_key(hashed: int, game: int) -> int:
    """Return the key of the stream of a bot in a game, from its `bot_hash`."""
    return mix(hashed + game & MASK)


def word(key: int, number: int) -> int:
    """Return a word of a stream, by its number."""
    return mix(key + (number + 1) * GOLDEN & MASK)


@define
class Stream:
    """A stream and the number of words drawn from it."""

    key: int
    drawn: int = 0

    def word(self) -> int:
        """Return the next word."""
        self.drawn += 1
        return word(self.key, self.drawn - 1)

    def below(self, bound: int) -> int:
        """Return a number from 0 up to, but without, the bound."""
        return (self.word() >> 32) * bound >> 32

    def shuffle(self, things: MutableSequence[Any]) -> None:
        """Exchange each place, from the last down to the second, with one of those up to it."""
        for last in range(len(things) - 1, 0, -1):
            other = self.below(last + 1)
            things[last], things[other] = things[other], things[last]
