"""Misspelt names: the nearest declared name, and the edit distance that decides it."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Final

# (shortest length, slips allowed): a name of one letter would be near to anything.
_SLIPS: Final = ((9, 3), (5, 2), (2, 1))


def nearest(name: str, candidates: Iterable[str], *, slips: int | None = None) -> str | None:
    """Return the candidate that differs from the name by a slip of the keyboard, if any; `slips` may allow fewer."""
    near = near_names(name, candidates, slips=slips)
    ordered = sorted(name)
    # Ties do not depend on the order of a set: candidates with the same letters come first, then those with the same
    # first letter.
    ranked = (
        (slips, sorted(each) != ordered, each[:1] != name[:1], each) for each, slips in near.items()
    )
    best = min(ranked, default=None)
    return None if best is None else best[3]


def near_names(name: str, candidates: Iterable[str], *, slips: int | None = None) -> dict[str, int]:
    """Return each candidate that differs from the name by slips of the keyboard, with the number of them."""
    allowed = _allowed(name) if slips is None else min(slips, _allowed(name))
    wanted = name.casefold()
    letters, length = set(wanted), len(wanted)
    distance: Callable[[Sequence[Hashable]], int] | None = (
        None  # made for none that is much longer than all others
    )
    near = {}
    for each in candidates:
        found = each.casefold()
        # This rules out almost all: each letter that the other lacks takes a slip of its own.
        if abs(len(found) - length) > allowed or len(letters.difference(found)) > allowed:
            continue
        if len(set(found) - letters) > allowed:
            continue
        distance = distance or distances_from(wanted)
        apart = distance(found)
        if apart <= allowed and each != name:
            near[each] = apart
    return near


def _allowed(name: str) -> int:
    return next((slips for length, slips in _SLIPS if len(name) >= length), 0)


def edit_distance(one: Sequence[Hashable], other: Sequence[Hashable], *, swaps: bool = True) -> int:
    """Return the least number of insertions, deletions, replacements and, with `swaps`, swaps of neighbours."""
    return distances_from(one, swaps=swaps)(other)


def distances_from(
    one: Sequence[Hashable], *, swaps: bool = True
) -> Callable[[Sequence[Hashable]], int]:
    """Return a function that measures the edit distance of other sequences from this one.

    A column of the matrix of distances is held as the differences between its cells, a bit for each (Hyyrö, "A
    bit-vector algorithm for computing Levenshtein and Damerau edit distances", 2003): an item of the other sequence
    costs a dozen operations, not a cell for each item of this one.
    """
    if not one:
        return len
    full, last = (1 << len(one)) - 1, 1 << (len(one) - 1)
    places: dict[Hashable, int] = {}
    for place, item in enumerate(one):
        places[item] = places.get(item, 0) | 1 << place

    def distance(other: Sequence[Hashable]) -> int:
        rises, falls = full, 0  # where a cell is one more, or one less, than the cell above it
        level = equal_before = (
            0  # where a cell equals its diagonal neighbour; where the item before occurs
        )
        found = len(one)
        for item in other:
            equal = places.get(item, 0)
            turned = ((full ^ level) & equal) << 1 & equal_before if swaps else 0
            level = (((equal & rises) + rises) ^ rises) & full | equal | falls | turned
            more = falls | full ^ (level | rises)  # than the cell to the left
            less = level & rises
            found += bool(more & last) - bool(less & last)
            more = (more << 1 | 1) & full
            rises = (less << 1) & full | full ^ (level | more)
            falls = more & level
            equal_before = equal
        return found

    return distance
