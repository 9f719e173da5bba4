"""Intervals and ratings, against known values and by simulation."""

from math import inf, log
from random import Random

import pytest

from splendor_dsl.arena.ratings import Scored, ratings
from splendor_dsl.arena.statistics import (
    ELO,
    elo_of_score,
    score_of_elo,
    spread,
    wilson,
    win_probability,
)


@pytest.mark.parametrize(
    ("wins", "of", "low", "high"),
    [
        (0, 0, 0.0, 1.0),
        (0, 10, 0.0, 0.2775),  # Newcombe (1998), table I, method 3, and the like
        (10, 10, 0.7225, 1.0),
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_s_interval_has_its_known_values(
    wins: int, of: int, low: float, high: float
) -> None:
    assert wilson(wins, of) == pytest.approx((low, high), abs=5e-5)


def test_a_spread_is_of_all_numbers() -> None:
    assert spread([]) is None
    assert spread([1, 2, 9]) == {"mean": 4, "median": 2, "low": 1, "high": 9}


def test_points_are_those_of_elo_for_two_and_go_by_equal_chances_for_more() -> None:
    assert score_of_elo(400, 2) == pytest.approx(10 / 11)
    assert score_of_elo(0, 4) == pytest.approx(1 / 4)
    assert score_of_elo(-400, 3) == pytest.approx(1 / 21)
    for sides in (2, 3, 4):
        assert elo_of_score(score_of_elo(123, sides), sides) == pytest.approx(123)
    assert [elo_of_score(share, 2) for share in (0, 1)] == [-inf, inf]


# ---- ratings -----------------------------------------------------------------------------------
def games(one: str, other: str, wins: int, of: int, sides: int = 2) -> list[Scored]:
    return [
        Scored(one=one, other=other, sides=sides, score=float(at < wins), deal=(one, at))
        for at in range(of)
    ]


def test_two_bots_are_as_far_apart_as_the_odds_of_their_games() -> None:
    best, worst = ratings(games("a", "b", 75, 100), ["a", "b"], "b")
    assert (best.bot, worst.bot) == ("a", "b")
    assert best.points == pytest.approx(ELO * log(75.5 / 25.5), abs=1e-6)
    assert worst.points == 0
    assert worst.interval == (0, 0)


@pytest.mark.parametrize(("wins", "low", "high"), [(59, 446, 1207), (60, 595, inf), (30, -88, 88)])
def test_an_interval_has_all_that_is_not_much_less_likely(
    wins: int, low: float, high: float
) -> None:
    """At its ends the log likelihood is by 1.92 less than at the best: here, of a share of wins."""
    found = {each.bot: each for each in ratings(games("a", "b", wins, 60), ["a", "b"], "b")}
    assert found["a"].interval == pytest.approx((low, high), abs=7)


def test_the_anchor_moves_all_ratings_alike() -> None:
    played = [*games("a", "b", 60, 100), *games("b", "c", 70, 100), *games("a", "c", 80, 100)]
    bots = ["a", "b", "c"]
    by_a, by_c = (
        {each.bot: each.points for each in ratings(played, bots, anchor)} for anchor in ("a", "c")
    )
    assert by_a["a"] == by_c["c"] == 0
    for bot in bots:
        assert by_c[bot] - by_a[bot] == pytest.approx(by_c["a"], abs=1e-6)


def test_scores_that_fit_the_model_give_the_strengths_back() -> None:
    strengths = {"a": 0.0, "b": -0.7, "c": 1.1, "d": -2.0}
    played = [
        Scored(
            one=one,
            other=other,
            sides=3,
            score=win_probability(strengths[one] - strengths[other], 3),
            deal=deal,
        )
        for one in strengths
        for other in strengths
        for deal in range(3000)
        if one != other
    ]
    for each in ratings(played, list(strengths), "a"):
        assert each.points == pytest.approx(ELO * strengths[each.bot], abs=1)


@pytest.mark.parametrize("sides", [2, 4])
def test_a_bot_that_wins_every_game_has_a_rating_without_a_bound_above(sides: int) -> None:
    played = [*games("a", "b", 50, 50, sides), *games("b", "c", 30, 50, sides)]
    best, middle, worst = ratings([*played, *games("a", "c", 50, 50, sides)], ["a", "b", "c"], "b")
    assert [best.bot, middle.bot, worst.bot] == ["a", "b", "c"]
    assert 300 < best.points < 2000
    assert 0 < best.interval[0] < best.points < best.interval[1] == inf
    assert -inf < worst.interval[0] < worst.points < worst.interval[1] < inf
    by_best = {each.bot: each for each in ratings(played, ["a", "b", "c"], "a")}
    for bot in "bc":
        assert -inf == by_best[bot].interval[0] < by_best[bot].points < by_best[bot].interval[1] < 0


def test_a_bot_that_has_scored_through_another_has_both_bounds() -> None:
    """a beats b beats c beats a: each can be compared with each."""
    played = [*games("a", "b", 9, 9), *games("b", "c", 9, 9), *games("c", "a", 9, 9)]
    for each in ratings(played, ["a", "b", "c"], "a"):
        assert each.points == pytest.approx(0, abs=1e-6)
        assert -inf < each.interval[0] <= each.interval[1] < inf


def test_the_intervals_of_far_stronger_bots_cover_the_truth() -> None:
    """Where the truth is that far away, most ladders have no game that it has lost."""
    chance, covered = Random(6), 0
    for _ in range(200):
        wins = sum(chance.random() < win_probability(5.5, 2) for _ in range(60))
        best = ratings(games("a", "b", wins, 60), ["a", "b"], "b")[0]
        covered += best.interval[0] <= ELO * 5.5 <= best.interval[1]
    assert covered >= 186


def test_games_that_are_all_shared_are_of_equals() -> None:
    shared = [Scored(one="a", other="b", sides=2, score=0.5, deal=at) for at in range(9)]
    for each in ratings(shared, ["a", "b"], "a"):
        assert each.points == pytest.approx(0)


def test_the_intervals_of_ratings_cover_the_truth() -> None:
    """In 200 ladders of three bots, whose games of one deal have something in common."""
    chance, strengths = Random(5), {"a": 0.0, "b": 0.5, "c": -1.2}
    pairs = [("a", "b"), ("a", "c"), ("b", "c")]
    covered = dict.fromkeys("bc", 0)
    for _ in range(200):
        played = []
        for deal in range(60):
            luck = chance.gauss(0, 0.4)
            for one, other in pairs:
                odds = strengths[one] - strengths[other]
                played += [
                    Scored(one=one, other=other, sides=2, score=float(won), deal=deal)
                    for won in (
                        chance.random() < win_probability(odds + luck, 2),
                        chance.random() < win_probability(odds - luck, 2),
                    )
                ]
        for each in ratings(played, list(strengths), "a"):
            if each.bot != "a":
                low, high = each.interval
                covered[each.bot] += low <= ELO * strengths[each.bot] <= high
    for count in covered.values():
        assert 183 <= count <= 199  # 190 are expected, with a standard deviation of 3
