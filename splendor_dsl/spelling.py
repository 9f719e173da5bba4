"""What a person may have meant by a name that does not exist."""

from collections.abc import Iterable
from typing import Final

# (shortest length, slips allowed): a name of one letter is near to anything.
_SLIPS: Final = ((9, 3), (5, 2), (2, 1))


def nearest(name: str, candidates: Iterable[str], *, slips: int | None = None) -> str | None:
    """The candidate that differs from the name by a slip of the keyboard, if any; `slips` may allow fewer."""
    # Loading it takes longer than most commands need, and few runs have a typo.
    from rapidfuzz.distance import OSA  # noqa: PLC0415  # slow to load
    from rapidfuzz.process import extractOne  # noqa: PLC0415  # slow to load

    allowed = _allowed(name) if slips is None else min(slips, _allowed(name))
    letters = sorted(name)
    # Sorted, so that among equals the answer does not depend on the order of a set: first what has the same letters,
    # then what begins alike.
    others = sorted(
        {each for each in candidates if each != name},
        key=lambda each: (
            len(each) != len(name) or sorted(each) != letters,
            each[:1] != name[:1],
            each,
        ),
    )
    best = extractOne(
        name, others, scorer=OSA.distance, processor=str.casefold, score_cutoff=allowed
    )
    return None if best is None else best[0]


def _allowed(name: str) -> int:
    return next((slips for length, slips in _SLIPS if len(name) >= length), 0)
