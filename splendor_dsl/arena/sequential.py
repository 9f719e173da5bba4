"""Statistics that hold whenever one stops: a sequential test of two strengths, and a confidence sequence.

Both look at the mean score of each deal over its seatings, so nothing is assumed of games of one deal: for two players
this is the pentanomial model (0, 1/4, 1/2, 3/4 or 1), and the same for any number of seatings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf, log, log1p, sqrt
from typing import Final

from attrs import frozen

from splendor_dsl.arena.statistics import ERROR, Interval, score_of_elo

_PRIOR: Final = 1e-3  # the weight, in deals, of the scores that have not come about
_BISECTIONS: Final = 50
_BOLDEST: Final = 0.75  # part of its capital that a bet may lose


# ---- the test ----------------------------------------------------------------------------------
@frozen(kw_only=True)
class SequentialTest:
    """A sequential test of whether a bot is stronger by `high` points (accepted) or by `low` (rejected)."""

    low: float
    high: float
    alpha: float = ERROR  # the risk to accept where it is stronger by `low` points only
    beta: float = ERROR  # the risk to reject where it is stronger by `high` points

    @property
    def bounds(self) -> Interval:
        """The log likelihood ratios below which it is rejected and above which it is accepted."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, counts: Mapping[float, int], sides: int) -> float:
        """Return the log likelihood ratio of both strengths, by the number of deals with each mean score."""
        low, high = (score_of_elo(elo, sides) for elo in (self.low, self.high))
        return likelihood_ratio(counts, low, high)

    def verdict(self, ratio: float) -> str | None:
        """Return "accepted" or "rejected"; none if it takes more games to know."""
        low, high = self.bounds
        return "accepted" if ratio >= high else "rejected" if ratio <= low else None


def likelihood_ratio(counts: Mapping[float, int], low: float, high: float) -> float:
    """Return the generalised log likelihood ratio that the mean score is `high` rather than `low`.

    Of all distributions with that mean, the one counts by which the scores are likeliest. Scores that have not come
    about get a small weight, so that there always is one.
    """
    total = sum(counts.values())
    if total == 0:
        return 0.0
    scores = {0.0, 1.0, *counts}
    weights = {score: counts.get(score, 0) + _PRIOR / len(scores) for score in scores}
    weight = sum(weights.values())
    shares = {score: each / weight for score, each in weights.items()}
    tilts = [_tilt(shares, mean) for mean in (low, high)]
    return total * sum(
        share * (log1p(tilts[0] * (score - low)) - log1p(tilts[1] * (score - high)))
        for score, share in shares.items()
    )


def _tilt(shares: Mapping[float, float], mean: float) -> float:
    """Return the number x for which the shares p / (1 + x (score - mean)) have that mean: the likeliest such ones.

    The surplus falls with x between two poles, so halving the interval finds its zero.
    """
    low, high = -1 / (1 - mean), 1 / mean
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2
        surplus = sum(
            share * (score - mean) / (1 + middle * (score - mean))
            for score, share in shares.items()
        )
        low, high = (middle, high) if surplus > 0 else (low, middle)
    return (low + high) / 2


# ---- the confidence sequence -------------------------------------------------------------------
def anytime_interval(numbers: Sequence[float]) -> Interval:
    """Return an interval of the mean of numbers from 0 to 1; it holds in 95 % however it was decided when to stop.

    For each mean there is a bet, at fair odds, that the numbers are higher, and one that they are lower. Under the true
    mean neither wins much, so means against which one of them has won forty times its stake are left out. This is the
    hedged capital of Waudby-Smith and Ramdas ("Estimating means of bounded random variables by betting", 2023).
    """
    stakes = bets(numbers)
    mirrored = [1 - number for number in numbers]
    return _lowest_mean(numbers, stakes), 1 - _lowest_mean(mirrored, stakes)


def bets(numbers: Sequence[float]) -> list[float]:
    """Return the bet on each number, by the spread of those before it alone."""
    found, total, squares = [], 0.5, 0.25
    for time, number in enumerate(numbers, 1):
        found.append(sqrt(2 * log(2 / ERROR) / (squares * log1p(time))))
        total += number
        squares += (number - total / (time + 1)) ** 2
    return found


def log_gain(numbers: Sequence[float], stakes: Sequence[float], mean: float) -> float:
    """Return the log of what one has by now who bets on numbers above a mean, for each unit at first."""
    most = _BOLDEST / mean if mean else inf
    pairs = zip(numbers, stakes, strict=True)
    return sum(log1p(min(stake, most) * (number - mean)) for number, stake in pairs)


def _lowest_mean(numbers: Sequence[float], stakes: Sequence[float]) -> float:
    """Return the lowest mean against which the bet has not won; the gain falls as the mean rises."""
    low, high = 0.0, 1.0
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2
        won = log_gain(numbers, stakes, middle) >= log(2 / ERROR)
        low, high = (middle, high) if won else (low, middle)
    return low
