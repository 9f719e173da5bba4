"""Fences: the words or entries that an access is meant for, which checked code asserts.

A state is two rows, so a wrong address is usually still inside them, and a check of the bounds of the rows sees nothing.
Checked code compares each address with the fence of the part of a zone, the list of a loop or the words of a player
that it is meant for; other code has the bare address.
"""

from __future__ import annotations

from attrs import frozen

# The names that backends give the functions that return a number if it is valid, and raise otherwise.
WITHIN, BELOW = "within", "one_of"


@frozen
class Fence:
    """A range of entries, as texts of code."""

    first: str
    size: str

    def check(self, at: str, count: str = "1") -> str:
        """Return an address as text, checked to be the first of `count` entries inside."""
        size = self.size if count == "1" else f"{self.size} - ({count}) + 1"
        return f"{WITHIN}({at}, {self.first}, {size})"


def checked_index(number: str, count: str) -> str:
    """Return a number as text, checked to be an index below a count."""
    return f"{BELOW}({number}, {count})"
