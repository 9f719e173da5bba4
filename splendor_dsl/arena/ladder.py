"""Ladders: the round robins of some bots, their games, and the score of each game."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from statistics import fmean
from typing import Any

from attrs import define, field, frozen

from splendor_dsl.arena.matches import Pairing, Result, matches, round_robin
from splendor_dsl.arena.results_file import ResultsFile, ResultsFileError
from splendor_dsl.arena.runner import Arena, Run, check_strict, results
from splendor_dsl.arena.sequential import SequentialTest
from splendor_dsl.game.game import Game
from splendor_dsl.game.runs import WINNING


@frozen(kw_only=True)
class Ladder:
    """A ladder: its bots, the bot whose rating is 0, its pairings, and the number of sides by the name of the rules."""

    bots: tuple[str, ...]
    anchor: str
    players: int
    sides: Mapping[str, int]
    pairings: tuple[Pairing, ...]


def ladder_of(
    games: Mapping[str, Game], bots: Sequence[str], *, players: int, anchor: str | None = None
) -> Ladder:
    """Return the ladder of some bots by all rules; raise ValueError if these have not that many players or sides."""
    sides: dict[str, int] = {}
    pairings: list[Pairing] = []
    for rules, game in games.items():
        game.for_players(players)
        sides[rules] = players // game.model.team_size
        if sides[rules] < 2:
            message = f"expected two sides or more in {rules!r}, found {sides[rules]}"
            raise ValueError(message)
        team_size = game.model.team_size
        pairings += round_robin(rules, bots, players=players, team_size=team_size)
    return Ladder(
        bots=tuple(bots),
        anchor=bots[0] if anchor is None else anchor,
        players=players,
        sides=sides,
        pairings=tuple(pairings),
    )


def winners(result: Result) -> tuple[int, ...]:
    """Return the seats that have won; none in a game that nobody has won, finished or not."""
    if result.game.kind not in WINNING:
        return ()
    return tuple(seat for seat, place in enumerate(result.game.places) if place == 1)


def score(result: Result, sides: int) -> float:
    """Return the score of the first bot of a pairing: its part of the win, or an equal part if nobody has won."""
    seats = winners(result)
    if not seats:
        return 1 / sides
    won = {seat % sides for seat in seats}
    first = result.match.pairing.bots[0]
    own = {seat % sides for seat, bot in enumerate(result.match.bots) if bot == first}
    return len(won & own) / len(won)


@define
class RunningTest:
    """A sequential test with the deals so far, each counted when the last of its games is over."""

    test: SequentialTest
    sides: int
    counts: Counter[float] = field(factory=Counter)
    ratio: float = 0.0
    _deals: dict[int, list[float]] = field(factory=lambda: defaultdict(list))

    def add(self, result: Result) -> None:
        """Add a game."""
        scores = self._deals[result.match.deal]
        scores.append(score(result, self.sides))
        if len(scores) == len(result.match.pairing.seatings):
            self.counts[fmean(scores)] += 1
            self.ratio = self.test.ratio(self.counts, self.sides)

    @property
    def verdict(self) -> str | None:
        """The verdict; none if it takes more games to know."""
        return self.test.verdict(self.ratio)

    def facts(self) -> dict[str, Any]:
        """Return the test and its verdict as plain data."""
        return {
            "low": self.test.low,
            "high": self.test.high,
            "alpha": self.test.alpha,
            "beta": self.test.beta,
            "deals": self.counts.total(),
            "ratio": self.ratio,
            "bounds": list(self.test.bounds),
            "verdict": self.verdict,
        }


def play_ladder(
    arena: Arena,
    ladder: Ladder,
    run: Run,
    *,
    kept: ResultsFile | None = None,
    test: RunningTest | None = None,
) -> Iterator[Result]:
    """Yield the results of at least so many games of each pairing; stop when the test has its verdict.

    Results that are kept in the file are not played again, and all others are added to it.
    """
    done = {} if kept is None else kept.done
    if any(match.deal >= match.pairing.deals(run.games) for match in done):
        message = f"it has more than {run.games} games of a pairing"
        raise ResultsFileError(message)
    asked = partial(matches, ladder.pairings, games=run.games, seed=run.seed)
    with closing(results(arena, (each for each in asked() if each not in done), run)) as fresh:
        for match in asked():
            result = done.get(match)
            if result is None:
                result = next(fresh)
                if kept is not None:
                    kept.add(result)
            check_strict(run, result)
            yield result
            if test is not None:
                test.add(result)
                if test.verdict is not None:
                    return
