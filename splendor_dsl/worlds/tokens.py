"""Tokens for the piles that a seat can't look into: any way to fill them that adds up, each as likely."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product

from splendor_dsl.chance import Stream

Amounts = tuple[int, ...]


def filled(totals: Amounts, counts: Amounts, chance: Stream) -> tuple[Amounts, ...]:
    """Return amounts for piles of so many tokens each, which hold so many of each token together."""
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


@cache
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
