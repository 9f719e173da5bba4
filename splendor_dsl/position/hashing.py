"""The hash of a position: the same on every machine and backend (K26).

The words of a position are those of its cells in the order of the layout: a number is one word (in 64 bits, so -1 is
2**64 - 1), nothing is the word 2**63, a list is its length and then its elements. The hash begins at 0; each word w
makes it mix((hash ^ w) + 0x9e3779b97f4a7c15).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from splendor_dsl.chance import GOLDEN, MASK, mix

NOTHING = 1 << 63


def position_hash(cells: Sequence[Any]) -> int:
    """Return the hash over some cells."""
    folded = 0
    for cell in cells:
        for word in _words(cell):
            folded = mix((folded ^ word) + GOLDEN & MASK)
    return folded


def _words(value: Any) -> Iterator[int]:
    if value is None:
        yield NOTHING
    elif isinstance(value, tuple):
        yield len(value)
        for each in value:
            yield from _words(each)
    else:
        yield int(value) & MASK
