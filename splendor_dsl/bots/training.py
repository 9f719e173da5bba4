"""A leaf learned from games of one game against itself: logistic regression on the parts of its positions' worth.

Rounds of learning follow each other: games by the best leaf so far, weights that fit their results, then games of the
new leaf against the one before, which decide whether it is kept. Both see the whole position, which does no harm: what
is learned is what a position is worth, not how to guess it.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic
from typing import Any, Final

from attrs import frozen

from splendor_dsl.bots.goals import WHOLE
from splendor_dsl.bots.leaf import Leaf
from splendor_dsl.compiler.native.searcher import Games, Run, Searcher

GAMES: Final = 2_000  # of a round of learning
JUDGED: Final = 1_000  # games against the leaf before, of each rotation of the seats
RANDOM_ODDS: Final = 8  # one move in so many is any, so that all sorts of positions come about
RANDOM_ODDS_WHEN_JUDGED: Final = 64
RIDGE: Final = 4.0  # how firmly weights stay where they were, in positions that speak against it
STEPS: Final = 12  # of Newton's method


@frozen(kw_only=True)
class Round:
    """A round of learning: games and positions it learned from, and the share of games that the new leaf won."""

    number: int
    games: int
    positions: int
    share: float
    kept: bool
    leaf: Leaf  # the best so far
    seconds: float


def rounds(searcher: Searcher, leaf: Leaf, *, seed: int) -> Iterator[Round]:
    """Yield rounds of learning without an end; each begins from the best leaf so far."""
    begun, number = monotonic(), 0
    while True:
        number += 1
        players = int(searcher.plan[0][0])
        run = Run(seed=seed, first=number << 32, games=GAMES, random_odds=RANDOM_ODDS)
        found = searcher.games([leaf.numbers] * players, run)
        new = fitted(searcher.machine.np, found, leaf, len(searcher.plan[2]))
        first = run.first + GAMES
        judged = Run(seed=seed, first=first, games=JUDGED, random_odds=RANDOM_ODDS_WHEN_JUDGED)
        share = share_won(searcher, new, leaf, judged)
        kept = share > fair_share(searcher, leaf, judged)
        leaf = new if kept else leaf
        yield Round(
            number=number,
            games=GAMES,
            positions=len(found.movers),
            share=share,
            kept=kept,
            leaf=leaf,
            seconds=monotonic() - begun,
        )


def tested(searcher: Searcher, one: Leaf, other: Leaf, *, seed: int) -> tuple[float, float]:
    """Return the share of games that a leaf wins among copies of another one, and the share that is no better.

    Nothing was learned from these games.
    """
    run = Run(seed=seed, first=1 << 60, games=JUDGED, random_odds=RANDOM_ODDS_WHEN_JUDGED)
    return share_won(searcher, one, other, run), fair_share(searcher, other, run)


def fair_share(searcher: Searcher, leaf: Leaf, run: Run) -> float:
    """Return the share of games that a leaf wins among copies of itself; alone, the share that it wins."""
    players = int(searcher.plan[0][0])
    return 1 / players if players > 1 else share_won(searcher, leaf, leaf, run)


def share_won(searcher: Searcher, one: Leaf, other: Leaf, run: Run) -> float:
    """Return the share of games that a leaf wins among copies of another one, in each seat in turn."""
    players = int(searcher.plan[0][0])
    won = 0.0
    for seat in range(players):
        leaves = [one.numbers if at == seat else other.numbers for at in range(players)]
        won += float(searcher.games(leaves, run).results[:, seat].mean())
    return won / players


def fitted(np: Any, found: Games, leaf: Leaf, goals: int) -> Leaf:
    """Return the leaf whose weights fit the results best, near those of another leaf."""
    given, results = _rows(np, found, goals)
    start = np.array(leaf.numbers)
    spread = given.std(axis=0) + 1e-9
    weights = start.copy()
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-np.clip(given @ weights, -30, 30)))
        slope = given.T @ (results - chance) - RIDGE * spread**2 * (weights - start)
        bend = (given * (chance * (1 - chance))[:, None]).T @ given + np.diag(
            RIDGE * spread**2 + 1e-9
        )
        weights = weights + np.linalg.solve(bend, slope)
    return Leaf.of_numbers([float(each) for each in weights])


def _rows(np: Any, found: Games, goals: int) -> tuple[Any, Any]:
    """Return what the weights are for in each position and for each seat, and who won."""
    parts, players = found.parts, found.parts.shape[1]
    stage = np.minimum(1.0, parts[:, :, :goals].sum(axis=2).max(axis=1) / WHOLE)
    totals = parts.sum(axis=2)
    given, results = [], []
    for seat in range(players):
        others = totals.copy()
        others[:, seat] = -np.inf
        rival = others.argmax(axis=1)
        best = parts[np.arange(len(parts)), rival] if players > 1 else np.zeros_like(parts[:, 0])
        ahead = parts[:, seat] - best
        mover = (found.movers == seat).astype(float)[:, None]
        given.append(np.concatenate([ahead, stage[:, None] * ahead, mover], axis=1))
        results.append(found.results[found.numbers, seat])
    return np.concatenate(given), np.concatenate(results)
