"""What somebody who watches a game is told: the path of a clause, and what became of it."""

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


def noted(
    watch: Watch, path: str, test: Callable[[Any, Any], Any], words: tuple[str, str]
) -> Callable[[Any, Any], Any]:
    """A test that tells how it came out: with the first word if it holds, else with the second."""
    yes, no = words

    def told(cells: Any, about: Any) -> Any:
        found = test(cells, about)
        watch(path, yes if found else no)
        return found

    return told


def tell_ranking(
    watch: Watch, ranking: Ranking, keys: Sequence[tuple[Any, ...]], all_: int
) -> None:
    """Which lines of a ranking separate somebody who was equal before, and whether anybody is equal to the end."""
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
    """The word for a piece that was chosen from a zone, or from its top."""
    return f"from the top of {zone}" if top else f"from {zone}"


def kept_back(token: str) -> str:
    """The word for a token that a limit does not let go."""
    return f"keeps {token}"
