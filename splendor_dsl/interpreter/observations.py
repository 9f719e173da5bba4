"""The reports of an observed game: the path of a clause, and a word for its result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from splendor_dsl.semantics.model import Ranking

Watch = Callable[[str, str], None]

RUN: Final = "run"
MET: Final = "met", "not met"
STILL: Final = "still holds", "no longer holds"
INSIDE: Final = "inside", "outside"
SPENT: Final = "spent", "not spent"
HELD: Final = "held", "exceeded"
SEPARATES: Final = "separates"
SHARED: Final = "shared"
DECLINED: Final = "declined"
REFILLED: Final = "refilled", "nothing left"
SLID: Final = "slid"


def with_report(
    watch: Watch, path: str, test: Callable[[Any, Any], Any], words: tuple[str, str]
) -> Callable[[Any, Any], Any]:
    """Return a test that reports its result: the first word if it holds, else the second."""
    yes, no = words

    def reporting(cells: Any, about: Any) -> Any:
        found = test(cells, about)
        watch(path, yes if found else no)
        return found

    return reporting


def report_ranking(
    watch: Watch, ranking: Ranking, keys: Sequence[tuple[Any, ...]], all_: int
) -> None:
    """Report the lines of a ranking that separate players who were equal before, and whether any stay equal."""
    path = ranking.where.path
    watch(path, RUN)
    if keys:
        watch(path, INSIDE[0])
    if len(keys) < all_:
        watch(path, INSIDE[1])
    for number, rank in enumerate(ranking.ranks):
        watch(rank.where.path, RUN)
        before = {key[:number] for key in keys}
        if len({key[: number + 1] for key in keys}) > len(before):
            watch(rank.where.path, SEPARATES)
    if len(set(keys)) < len(keys):
        watch(path, SHARED)


def from_zone(zone: str, *, top: bool) -> str:
    """Return the word for a piece that was chosen from a zone, or from its top."""
    return f"from the top of {zone}" if top else f"from {zone}"


def kept_back(token: str) -> str:
    """Return the word for a token that a limit keeps from being returned."""
    return f"keeps {token}"
