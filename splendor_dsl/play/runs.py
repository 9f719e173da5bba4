"""Many random games, counted. Game k of a run needs no other, so backends and threads give the same counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from attrs import frozen

from splendor_dsl.backends.compiled.machine import NativeMachine
from splendor_dsl.backends.flow import ended
from splendor_dsl.ir.caps import MOST_TURNS
from splendor_dsl.play.playout import UNFINISHED, Playout

_AT_ONCE = 4096  # games that one thread plays before it counts them


@frozen(kw_only=True)
class RandomGames:
    """How many games there were, how they ended, and how many turns and decisions they took together."""

    games: int
    ends: Mapping[str, int]
    turns: int
    decisions: int


def counted(playouts: Iterable[Playout]) -> RandomGames:
    """What became of games that were played one by one."""
    ends: Counter[str] = Counter()
    turns = decisions = 0
    for each in playouts:
        outcome = each.state.outcome
        ends[UNFINISHED if outcome is None or outcome.end is None else outcome.end] += 1
        turns += each.turns
        decisions += each.decisions
    return RandomGames(games=ends.total(), ends=dict(ends), turns=turns, decisions=decisions)


def native_games(
    runner: NativeMachine, names: Mapping[int, str], games: int, seed: int, threads: int
) -> RandomGames:
    """The same on native code, on several threads at once; `names` are the ends by their numbers."""

    def play(first: int) -> tuple[Counter[str], int, int]:
        results: Any = runner.results(min(_AT_ONCE, games - first))
        runner.play_many(seed, first, MOST_TURNS, results)
        ends: Counter[str] = Counter()
        for over in results[:, 0].tolist():
            number = ended(over)
            ends[UNFINISHED if number is None else names[number]] += 1
        return ends, int(results[:, 1].sum()), int(results[:, 2].sum())

    with ThreadPoolExecutor(max_workers=threads) as pool:
        parts = list(pool.map(play, range(0, games, _AT_ONCE)))
    return RandomGames(
        games=games,
        ends=dict(sum((ends for ends, _, _ in parts), Counter())),
        turns=sum(turns for _, turns, _ in parts),
        decisions=sum(decisions for _, _, decisions in parts),
    )
