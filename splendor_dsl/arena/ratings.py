"""Ratings by maximum likelihood, with intervals.

The model is Bradley and Terry's, and Luce's for more than two sides: each side wins with odds in proportion to its
strength. A score between 0 and 1, as of a shared win, counts as that part of a win. For the ratings themselves each
pairing gets one game more that all sides share, so that a bot which has won every game still has a finite one.

An interval has all ratings that are not much less likely than the best, whatever the ratings of the other bots are then
(profile likelihood). It has no end where no game sets one. Games of one deal may have something in common: where the
spread between deals is wider than the model expects, the intervals are wider as well.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from math import exp, inf, log1p, sqrt
from typing import Final

from attrs import frozen

from splendor_dsl.arena.statistics import ELO, Interval, Z, log_odds, win_probability

Matrix = list[list[float]]
_MOST_STEPS: Final = 200
_LONGEST_STEP: Final = 1.0  # in log odds: from far away, Newton's own step may lead further away
_CLOSE: Final = 1e-9
_ALMOST_NOTHING: Final = 1e-3  # of a game, so that the likelihood has a maximum at all
_FARTHEST: Final = 20.0  # in log odds, 3,474 points: a bound beyond is none
_BISECTIONS: Final = 30


@frozen(kw_only=True)
class Scored:
    """The score of bot `one` in a game against a number of sides that are all bot `other`."""

    one: str
    other: str
    sides: int
    score: float
    deal: Hashable


@frozen(kw_only=True)
class Rating:
    """The points of a bot above the anchor, with a 95 % interval, which is infinite where no game sets a bound."""

    bot: str
    points: float
    interval: Interval


def ratings(games: Sequence[Scored], bots: Sequence[str], anchor: str) -> tuple[Rating, ...]:
    """Return the ratings of bots, the best first; that of the anchor is 0."""
    numbers = {bot: at for at, bot in enumerate(bots)}
    fixed = {numbers[anchor]: 0.0}
    totals = _totals(games, numbers, 1.0)
    strengths = _fit(totals, [0.0] * len(bots), fixed)
    widths = _widths(games, totals, strengths, numbers, fixed)
    plain = _totals(games, numbers, _ALMOST_NOTHING)
    best = _fit(plain, strengths, fixed)
    found = []
    for bot, at in numbers.items():
        low, high = (
            0.0 if at in fixed else _bound(plain, best, fixed, at, side * widths[at])
            for side in (-1, 1)
        )
        points = strengths[at]
        interval = ELO * min(low, points), ELO * max(high, points)
        found.append(Rating(bot=bot, points=ELO * points, interval=interval))
    return tuple(sorted(found, key=lambda each: -each.points))


# ---- the likelihood ----------------------------------------------------------------------------
@frozen(kw_only=True)
class _Total:
    """All games of one pairing: their number and the sum of the scores of `one`."""

    one: int
    other: int
    sides: int
    games: float
    score: float


def _totals(
    games: Sequence[Scored], numbers: Mapping[str, int], shared: float
) -> tuple[_Total, ...]:
    """Return the sums of each pairing, with a number of games more that all sides share."""
    sums: dict[tuple[str, str, int], list[float]] = {}
    for game in games:
        held = sums.setdefault((game.one, game.other, game.sides), [shared, shared / game.sides])
        held[0] += 1
        held[1] += game.score
    return tuple(
        _Total(one=numbers[one], other=numbers[other], sides=sides, games=count, score=score)
        for (one, other, sides), (count, score) in sums.items()
    )


def _expected(each: _Total, strengths: Sequence[float]) -> float:
    return win_probability(strengths[each.one] - strengths[each.other], each.sides)


def _fit(
    totals: Sequence[_Total], start: Sequence[float], fixed: Mapping[int, float]
) -> list[float]:
    """Return the strengths, in log odds, at which the likelihood is greatest, by Newton's steps; some are fixed."""
    strengths = [fixed.get(at, strength) for at, strength in enumerate(start)]
    for _ in range(_MOST_STEPS):
        slope = [0.0] * len(strengths)
        for each in totals:
            surplus = each.score - each.games * _expected(each, strengths)
            slope[each.one] += surplus
            slope[each.other] -= surplus
        step = _times(_inverse(_information(totals, strengths, fixed)), slope, fixed)
        longest = max(map(abs, step))
        shrunk = min(1.0, _LONGEST_STEP / longest) if longest else 1.0
        strengths = [old + shrunk * more for old, more in zip(strengths, step, strict=True)]
        if longest < _CLOSE:
            break
    return strengths


def _information(
    totals: Sequence[_Total], strengths: Sequence[float], fixed: Mapping[int, float]
) -> Matrix:
    """Return Fisher's information; that of a fixed strength is as if nothing depended on it."""
    size = len(strengths)
    matrix = [[0.0] * size for _ in range(size)]
    for each in totals:
        chance = _expected(each, strengths)
        weight = each.games * chance * (1 - chance)
        matrix[each.one][each.one] += weight
        matrix[each.other][each.other] += weight
        matrix[each.one][each.other] -= weight
        matrix[each.other][each.one] -= weight
    for own in fixed:
        for at in range(size):
            matrix[own][at] = matrix[at][own] = float(own == at)
    return matrix


def _times(matrix: Matrix, vector: Sequence[float], fixed: Mapping[int, float]) -> list[float]:
    free = [0.0 if at in fixed else number for at, number in enumerate(vector)]
    return [sum(a * b for a, b in zip(row, free, strict=True)) for row in matrix]


def _log_likelihood(totals: Sequence[_Total], strengths: Sequence[float]) -> float:
    """Return the log of the likelihood of all scores: that of a win is -log(1 + 1/odds)."""
    likelihood = 0.0
    for each in totals:
        odds = log_odds(strengths[each.one] - strengths[each.other], each.sides)
        likelihood -= each.games * log1p(exp(-odds)) + (each.games - each.score) * odds
    return likelihood


# ---- intervals ---------------------------------------------------------------------------------
def _bound(
    totals: Sequence[_Total],
    best: Sequence[float],
    fixed: Mapping[int, float],
    bot: int,
    width: float,
) -> float:
    """Return the strength of a bot, below or above the best, that is `width` standard errors less likely."""
    least = _log_likelihood(totals, best) - width * width / 2
    near, far = best[bot], _FARTHEST if width > 0 else -_FARTHEST
    others: Sequence[float] = best
    for bisection in range(_BISECTIONS):
        tried = far if bisection == 0 else (near + far) / 2
        others = _fit(totals, others, {**fixed, bot: tried})
        if _log_likelihood(totals, others) < least:
            far = tried
        elif bisection == 0:
            return inf if width > 0 else -inf
        else:
            near = tried
    return near


def _widths(
    games: Sequence[Scored],
    totals: Sequence[_Total],
    strengths: Sequence[float],
    numbers: Mapping[str, int],
    fixed: Mapping[int, float],
) -> list[float]:
    """Return the standard errors in half an interval of each bot: more than 1.96 where deals differ more than games.

    That is the standard error which goes by the spread between deals (the "sandwich"), in that of Fisher's information.
    """
    covariance = _inverse(_information(totals, strengths, fixed))
    between = [0.0] * len(strengths)
    for slope in _slopes(games, totals, strengths, numbers):
        moved = _times(covariance, slope, fixed)
        between = [old + more * more for old, more in zip(between, moved, strict=True)]
    deals = len({game.deal for game in games})
    few = deals / (deals - 1) if deals > 1 else 1.0
    return [
        Z * sqrt(max(1.0, few * variance / covariance[at][at]))
        for at, variance in enumerate(between)
    ]


def _slopes(
    games: Sequence[Scored],
    totals: Sequence[_Total],
    strengths: Sequence[float],
    numbers: Mapping[str, int],
) -> Iterator[list[float]]:
    """Yield the slope of the likelihood that each deal adds, and each win and loss of the games that are added."""
    size = len(strengths)
    by_deal: dict[Hashable, list[float]] = defaultdict(lambda: [0.0] * size)
    for game in games:
        one, other = numbers[game.one], numbers[game.other]
        surplus = game.score - win_probability(strengths[one] - strengths[other], game.sides)
        by_deal[game.deal][one] += surplus
        by_deal[game.deal][other] -= surplus
    yield from by_deal.values()
    for each in totals:
        chance = _expected(each, strengths)
        for score, part in ((1.0, 1 / each.sides), (0.0, 1 - 1 / each.sides)):
            slope = [0.0] * size
            slope[each.one] = sqrt(part) * (score - chance)
            slope[each.other] = -slope[each.one]
            yield slope


def _inverse(matrix: Matrix) -> Matrix:
    """Return the inverse of a matrix, by Gauss and Jordan's elimination."""
    size = len(matrix)
    rows = [[*row, *(float(at == own) for at in range(size))] for own, row in enumerate(matrix)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda at: abs(rows[at][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        head = rows[column] = [number / rows[column][column] for number in rows[column]]
        for at, row in enumerate(rows):
            if at != column and row[column]:
                rows[at] = [a - row[column] * b for a, b in zip(row, head, strict=True)]
    return [row[size:] for row in rows]
