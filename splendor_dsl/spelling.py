"""What a person may have meant by a name that does not exist."""

from collections.abc import Iterable
from typing import Final

# (shortest length, slips allowed): a name of one letter is near to anything.
_SLIPS: Final = ((9, 3), (5, 2), (2, 1))


def nearest(name: str, candidates: Iterable[str], *, slips: int | None = None) -> str | None:
    """The candidate that differs from the name by a slip of the keyboard, if any; `slips` may allow fewer."""
    # Loading it takes longer than most commands need, and few runs have a typo.
    from rapidfuzz.distance import OSA  # noqa: PLC0415  # slow to load
    from rapidfuzz.process import extract  # noqa: PLC0415  # slow to load

    allowed = _allowed(name) if slips is None else min(slips, _allowed(name))
    found = extract(
        name,
        [each for each in candidates if each != name],
        scorer=OSA.distance,
        processor=str.casefold,
        score_cutoff=allowed,
        limit=None,
    )
    letters = sorted(name)
    # Among equals the answer does not depend on the order of a set: first comes what has the same letters, then what
    # begins alike.
    ranked = (
        (distance, sorted(each) != letters, each[:1] != name[:1], each)
        for each, distance, _ in found
    )
    best = min(ranked, default=None)
    return None if best is None else best[3]


def _allowed(name: str) -> int:
    return next((slips for length, slips in _SLIPS if len(name) >= length), 0)
