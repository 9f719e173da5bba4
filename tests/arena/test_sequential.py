"""The sequential test keeps its risks, and the confidence sequence holds at all times, both by simulation."""

from collections import Counter
from collections.abc import Iterator
from itertools import accumulate
from math import log
from random import Random

import pytest

from splendor_dsl.arena.sequential import (
    SequentialTest,
    anytime_interval,
    bets,
    likelihood_ratio,
    log_gain,
)
from splendor_dsl.arena.statistics import elo_of_score, score_of_elo

LOW, HIGH = 0.0, 120.0


def test_the_ratio_of_few_points_is_that_of_normal_scores() -> None:
    """For small steps it is n (s1 - s0) (2 mean - s0 - s1) / (2 variance)."""
    counts = Counter({0.0: 620, 0.25: 80, 0.5: 2500, 0.75: 100, 1.0: 700})
    deals = counts.total()
    mean = sum(score * n for score, n in counts.items()) / deals
    variance = sum((score - mean) ** 2 * n for score, n in counts.items()) / deals
    low, high = score_of_elo(0, 2), score_of_elo(5, 2)
    near = deals * (high - low) * (2 * mean - low - high) / (2 * variance)
    assert likelihood_ratio(counts, low, high) == pytest.approx(near, rel=0.01)


def test_the_ratio_of_wins_and_losses_is_wald_s() -> None:
    """Where scores are 0 and 1 alone, a mean says all of the distribution."""
    found = likelihood_ratio({0.0: 40, 1.0: 60}, 0.5, 0.6)
    assert found == pytest.approx(60 * log(0.6 / 0.5) + 40 * log(0.4 / 0.5), rel=1e-4)


def test_the_ratio_is_0_at_first_and_turns_with_the_hypotheses() -> None:
    assert likelihood_ratio({}, 0.5, 0.6) == 0
    counts = {0.0: 3, 0.5: 4, 1.0: 9}
    assert likelihood_ratio(counts, 0.5, 0.6) == pytest.approx(
        -likelihood_ratio(counts, 0.6, 0.5), abs=1e-9
    )
    assert likelihood_ratio({1.0: 5}, 0.5, 0.6) > 0 > likelihood_ratio({0.0: 5}, 0.5, 0.6)


def deal(chance: Random, elo: float) -> float:
    """The mean score of a deal from two seatings that have something in common, with a few shared games."""
    expected, luck = score_of_elo(elo, 2), chance.uniform(-0.2, 0.2)
    scores = [
        0.5 if chance.random() < 0.1 else float(chance.random() < expected + by)
        for by in (luck, -luck)
    ]
    return sum(scores) / 2


def true_mean(elo: float) -> float:
    return 0.05 + 0.9 * score_of_elo(elo, 2)


WITH_SHARED = elo_of_score(
    (score_of_elo(HIGH, 2) - 0.05) / 0.9, 2
)  # so that the mean is that of HIGH


def verdict(chance: Random, elo: float) -> tuple[str, int]:
    test, counts = SequentialTest(low=LOW, high=HIGH), Counter[float]()
    while True:
        counts[deal(chance, elo)] += 1
        found = test.verdict(test.ratio(counts, 2))
        if found is not None:
            return found, counts.total()


@pytest.mark.parametrize(("elo", "right"), [(LOW, "rejected"), (WITH_SHARED, "accepted")])
def test_the_sequential_test_keeps_its_risks(elo: float, right: str) -> None:
    chance = Random(11)
    found = [verdict(chance, elo) for _ in range(200)]
    wrong = sum(each != right for each, _ in found)
    assert wrong <= 18  # 10 are allowed on average; more than 18 come about once in 200 times
    assert 20 < sum(deals for _, deals in found) / len(found) < 120


def test_the_bounds_are_wald_s() -> None:
    assert SequentialTest(low=0, high=5).bounds == pytest.approx((-2.944, 2.944), abs=1e-3)
    test = SequentialTest(low=0, high=5, alpha=0.01, beta=0.1)
    assert test.bounds == pytest.approx((-2.293, 4.500), abs=1e-3)
    assert [test.verdict(ratio) for ratio in (-2.3, 0.0, 4.6)] == ["rejected", None, "accepted"]


# ---- the confidence sequence -------------------------------------------------------------------
@pytest.mark.parametrize("elo", [0.0, 60.0, 300.0])
def test_a_confidence_sequence_holds_at_all_times(elo: float) -> None:
    """Whoever stops when the truth is left out is wrong in at most 5 % of 300 sequences."""
    chance, mean, left_out = Random(3), true_mean(elo), 0
    for _ in range(300):
        numbers = [deal(chance, elo) for _ in range(400)]
        stakes, mirrored = bets(numbers), [1 - number for number in numbers]
        above, below = gains(numbers, stakes, mean), gains(mirrored, stakes, 1 - mean)
        left_out += max(*above, *below) >= log(2 / 0.05)
    assert left_out <= 15


def gains(numbers: list[float], stakes: list[float], mean: float) -> Iterator[float]:
    """The gain of the bets after each number."""
    return accumulate(
        log_gain([number], [stake], mean) for number, stake in zip(numbers, stakes, strict=True)
    )


def test_a_mean_is_left_out_once_a_bet_against_it_has_won() -> None:
    chance = Random(2)
    numbers = [deal(chance, 100) for _ in range(150)]
    low, high = anytime_interval(numbers)
    stakes, mirrored = bets(numbers), [1 - number for number in numbers]
    assert log_gain(numbers, stakes, low) == pytest.approx(log(40))
    assert log_gain(mirrored, stakes, 1 - high) == pytest.approx(log(40))
    assert low < sum(numbers) / 150 < high


def test_a_bet_goes_by_earlier_numbers_alone() -> None:
    assert bets([0.5, 0.5, 1.0])[:3] == bets([0.5, 0.5, 0.0])[:3]
    assert bets([0.5, 0.5, 1.0, 0.5])[3] < bets([0.5, 0.5, 0.5, 0.5])[3]


def test_intervals_that_are_not_made_for_it_do_not_hold_at_all_times() -> None:
    """This is why there is a confidence sequence: the normal interval misses the truth at some time."""
    chance, missed = Random(3), 0
    for _ in range(100):
        wins = 0
        for count in range(1, 400):
            wins += chance.random() < 0.5
            missed_now = count > 10 and abs(wins / count - 0.5) > 1.96 * 0.5 / count**0.5
            if missed_now:
                missed += 1
                break
    assert missed > 20


def test_a_confidence_sequence_becomes_narrow() -> None:
    chance = Random(1)
    low, high = anytime_interval([deal(chance, 0) for _ in range(3000)])
    assert high - low < 0.1
    assert anytime_interval([]) == (0, 1)
    assert anytime_interval([1.0] * 12)[0] > 0.6
