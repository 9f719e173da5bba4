"""Shares and spreads with confidence intervals, and the scale of ratings."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, sqrt
from statistics import NormalDist, median, median_high, median_low
from typing import Final

ERROR: Final = 0.05  # of all intervals: they hold in 95 %
Z: Final = NormalDist().inv_cdf(1 - ERROR / 2)
ELO: Final = 400 / log(10)  # points of a rating for each unit of log odds

Interval = tuple[float, float]


def wilson(successes: int, of: int) -> Interval:
    """Return the Wilson score interval of a share, which is valid for few games and for shares near 0 or 1."""
    if of == 0:
        return 0.0, 1.0
    share, square = successes / of, Z * Z
    middle = (share + square / (2 * of)) / (1 + square / of)
    half = Z / (1 + square / of) * sqrt(share * (1 - share) / of + square / (4 * of * of))
    # Rounding must not exclude the share itself.
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))


def spread(numbers: Sequence[int]) -> dict[str, float] | None:
    """Return the mean, the median, the least and the greatest of numbers; none if there are none."""
    if not numbers:
        return None
    mean = _quotient(sum(numbers), len(numbers))
    return {"mean": mean, "median": _median(numbers), "low": min(numbers), "high": max(numbers)}


def _median(numbers: Sequence[int]) -> float:
    try:
        return median(numbers)
    except OverflowError:
        return (median_low(numbers) + median_high(numbers)) // 2


def _quotient(total: int, count: int) -> float:
    """Return a quotient, rounded down to a whole number where it is beyond what a float holds."""
    try:
        return total / count
    except OverflowError:
        return total // count


# ---- the scale of ratings ----------------------------------------------------------------------
def log_odds(advantage: float, sides: int) -> float:
    """Return the log odds that a side wins against others that are equal, by its advantage over one of them.

    Each side wins with odds in proportion to its strength: Bradley and Terry's model for two, Luce's for more.
    """
    return advantage - log(sides - 1)


def win_probability(advantage: float, sides: int) -> float:
    """Return how often a side wins against others that are equal, by its advantage in log odds."""
    odds = log_odds(advantage, sides)
    return 1 / (1 + exp(-odds)) if odds > 0 else exp(odds) / (1 + exp(odds))


def score_of_elo(elo: float, sides: int) -> float:
    """Return the expected score of a side that is stronger than the others by some points."""
    return win_probability(elo / ELO, sides)


def elo_of_score(score: float, sides: int) -> float:
    """Return the points by which a side is stronger than the others, by its expected score; infinite at 0 and 1."""
    if not 0 < score < 1:
        return float("inf") if score > 0 else float("-inf")
    return ELO * (log(score / (1 - score)) + log(sides - 1))
