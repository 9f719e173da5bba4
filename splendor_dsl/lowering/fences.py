"""Fences: the words or entries that an access is meant for, which checked code asserts.

All of a state lies in two rows, so an address that is wrong still lies somewhere in them, and what checks the bounds of
the rows sees nothing. Code that is written to be checked compares each address with the fence of the part of a zone,
the list of a loop or the words of a player that it is meant for; other code has the bare address.
"""

from __future__ import annotations

from attrs import frozen

# What the backends call the functions that let a number through only if it is right.
WITHIN, BELOW = "within", "one_of"


@frozen
class Fence:
    """So many entries from one on, in texts of code."""

    first: str
    size: str

    def around(self, at: str, count: str = "1") -> str:
        """Return an address as text, checked to be the first of `count` entries inside."""
        size = self.size if count == "1" else f"{self.size} - ({count}) + 1"
        return f"{WITHIN}({at}, {self.first}, {size})"


def one_of(number: str, count: str) -> str:
    """Return a number as text, checked to be from 0 up to, but without, a count."""
    return f"{BELOW}({number}, {count})"
