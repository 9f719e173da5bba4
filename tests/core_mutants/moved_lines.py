"""Lines of a module that has been edited since its tests were recorded: which tests run them by all that is known."""

from collections.abc import Iterator
from difflib import SequenceMatcher

from attrs import frozen


@frozen
class MovedLines:
    """For each line of the old text, a bit for each line of the new text that stands for it.

    Lines that are as they were stand for themselves. All lines of an edited part stand for all new ones in its place, so
    that a test that ran any of them is tried; what is added without replacing anything is run by what runs the line above.
    """

    new: dict[int, int]

    def of(self, lines: int) -> int:
        """Return the new lines, a bit for each, of a test that ran some old ones."""
        found = 0
        while lines:
            lowest = lines & -lines
            found |= self.new.get(lowest.bit_length() - 1, 0)
            lines ^= lowest
        return found


def moved_lines(old: str, new: str) -> MovedLines:
    """Return what has become of the lines of a text."""
    found: dict[int, int] = {}
    for at, lines in _pairs(old.splitlines(), new.splitlines()):
        found[at] = found.get(at, 0) | lines
    return MovedLines(found)


def _pairs(old: list[str], new: list[str]) -> Iterator[tuple[int, int]]:
    """Yield old lines, counted from 1, with the new ones that stand for them."""
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for kind, first, last, begin, end in matcher.get_opcodes():
        part = sum(1 << line for line in range(begin + 1, end + 1))
        if kind == "equal" or last - first == end - begin:
            yield from ((first + i + 1, 1 << begin + i + 1) for i in range(last - first))
        elif kind == "insert":
            yield first, part
        else:
            yield from ((line + 1, part) for line in range(first, last))
