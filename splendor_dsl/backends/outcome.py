"""Who has won: players in groups, first the winners."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import frozen

from splendor_dsl.backends.evaluate import Cells, Evaluator
from splendor_dsl.semantics.model import Ranking

Groups = tuple[tuple[int, ...], ...]


@frozen
class Outcome:
    """How a game has ended: "won", "shared", "nobody" (wins) or "unfinished"."""

    kind: str
    winners: tuple[int, ...]
    ranking: Groups
    end: str | None


class Judge:
    """A ranking, compiled."""

    def __init__(self, make: Evaluator, ranking: Ranking) -> None:
        self.players = range(make.layout.players)
        self._among = make.about(ranking.among) if ranking.among is not None else None
        self._keys = [_key(rank.which, make.about(rank.value)) for rank in ranking.ranks]

    def groups(self, cells: Cells) -> tuple[Groups, bool]:
        """The groups, and whether the first of them has won."""
        inside = [p for p in self.players if self._among is None or self._among(cells, p)]
        keys = {seat: tuple(key(cells, seat) for key in self._keys) for seat in inside}
        groups = [
            tuple(seat for seat in inside if keys[seat] == key)
            for key in sorted(set(keys.values()))
        ]
        outside = tuple(seat for seat in self.players if seat not in keys)
        return (*groups, outside) if outside else tuple(groups), bool(inside)


def _key(which: str, value: Callable[[Cells, int], Any]) -> Callable[[Cells, int], Any]:
    """What sorts those who stand better first."""
    if which == "fewest":
        return value
    if which == "most":
        return lambda cells, seat: -value(cells, seat)
    return lambda cells, seat: not value(cells, seat)


def outcome(judge: Judge, cells: Cells, end: str) -> Outcome:
    """The outcome of a game that has ended."""
    groups, won = judge.groups(cells)
    if not won:
        return Outcome("nobody", (), groups, end)
    return Outcome("won" if len(groups[0]) == 1 else "shared", groups[0], groups, end)
