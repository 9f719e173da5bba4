"""The outcome of a game: players in groups, first the winners."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import frozen

from splendor_dsl.interpreter.evaluation import Cells, Evaluator
from splendor_dsl.interpreter.observations import report_ranking
from splendor_dsl.semantics.model import Ranking

Groups = tuple[tuple[int, ...], ...]
Team = tuple[int, ...]


@frozen
class Outcome:
    """The outcome of a game: "won", "shared", "nobody" (wins) or "unfinished"."""

    kind: str
    winners: tuple[int, ...]
    ranking: Groups
    end: str | None


class Judge:
    """A compiled ranking of teams, which have one player each where the game has no others.

    A team's number is the sum of its members' numbers; a condition holds for it if it does for any member.
    """

    def __init__(self, make: Evaluator, ranking: Ranking) -> None:
        players, teams = make.layout.players, make.layout.players // make.model.team_size
        self.teams = [tuple(range(team, players, teams)) for team in range(teams)]
        self._among = make.about(ranking.among) if ranking.among is not None else None
        self._keys = [_key(rank.which, make.about(rank.value)) for rank in ranking.ranks]
        self._ranking, self._watch = ranking, make.watch

    def groups(self, cells: Cells) -> tuple[Groups, bool]:
        """Return the groups, and whether the first of them has won."""
        inside = [team for team in self.teams if self._inside(cells, team)]
        keys = {team: tuple(key(cells, team) for key in self._keys) for team in inside}
        if self._watch is not None:
            report_ranking(self._watch, self._ranking, list(keys.values()), len(self.teams))
        groups = [
            tuple(sorted(seat for team in inside if keys[team] == key for seat in team))
            for key in sorted(set(keys.values()))
        ]
        outside = sorted(seat for team in self.teams if team not in keys for seat in team)
        return (*groups, tuple(outside)) if outside else tuple(groups), bool(inside)

    def _inside(self, cells: Cells, team: Team) -> bool:
        return self._among is None or any(self._among(cells, seat) for seat in team)


def _key(which: str, value: Callable[[Cells, int], Any]) -> Callable[[Cells, Team], Any]:
    """Return the sort key of a team by one line of a ranking, better ones first."""
    if which == "fewest":
        return lambda cells, team: sum(value(cells, seat) for seat in team)
    if which == "most":
        return lambda cells, team: -sum(value(cells, seat) for seat in team)
    return lambda cells, team: not any(value(cells, seat) for seat in team)


def outcome(judge: Judge, cells: Cells, end: str) -> Outcome:
    """Return the outcome of a game that has ended."""
    groups, won = judge.groups(cells)
    if not won:
        return Outcome("nobody", (), groups, end)
    alone = any(groups[0] == team for team in judge.teams)
    return Outcome("won" if alone else "shared", groups[0], groups, end)
