"""Tokens for the piles that a seat can't look into: any amounts that add up.

In up to `MOST_PILES` piles all amounts are equally likely. For more, to count them would take too long: there the tokens
are dealt out like cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Final

from splendor_dsl.chance import Stream

Amounts = tuple[int, ...]

MOST_PILES: Final = 4


def filled(totals: Amounts, counts: Amounts, chance: Stream) -> tuple[Amounts, ...]:
    """Return amounts for piles of so many tokens each, which hold so many of each token together."""
    if len(totals) > MOST_PILES:
        return _dealt(totals, counts, chance)
    left, columns = totals, list[Amounts]()
    for number, count in enumerate(counts):
        rest = counts[number + 1 :]
        ways = [(way, tables(_less(left, way), rest)) for way in _ways(left, count)]
        at = _below(sum(many for _, many in ways), chance)
        for way, many in ways:
            if at < many:
                columns.append(way)
                break
            at -= many
        left = _less(left, columns[-1])
    return tuple(zip(*columns, strict=True))


def _dealt(totals: Amounts, counts: Amounts, chance: Stream) -> tuple[Amounts, ...]:
    tokens = [token for token, count in enumerate(counts) for _ in range(count)]
    chance.shuffle(tokens)
    piles = [[tokens.pop() for _ in range(total)] for total in totals]
    return tuple(tuple(map(pile.count, range(len(counts)))) for pile in piles)


@lru_cache(maxsize=100_000)
def tables(totals: Amounts, counts: Amounts) -> int:
    """Return in how many ways piles of so many tokens each can hold so many of each token together."""
    if not counts:
        return int(not any(totals))
    if sum(totals) != sum(counts):
        return 0
    first, *rest = counts
    return sum(
        tables(tuple(sorted(_less(totals, way))), tuple(rest)) for way in _ways(totals, first)
    )


def _ways(totals: Amounts, count: int) -> Iterator[Amounts]:
    """Yield each way to lay so many of one token into piles with room for so many each."""
    *others, last = totals
    for way in product(*(range(min(room, count) + 1) for room in others)):
        rest = count - sum(way)
        if 0 <= rest <= last:
            yield (*way, rest)


def _less(totals: Sequence[int], way: Sequence[int]) -> Amounts:
    return tuple(room - laid for room, laid in zip(totals, way, strict=True))


def _below(bound: int, chance: Stream) -> int:
    """Return a number below a bound that may be larger than a word."""
    halves = bound.bit_length() // 32 + 2
    number = 0
    for _ in range(halves):
        number = number << 32 | chance.word() >> 32
    return number * bound >> 32 * halves
