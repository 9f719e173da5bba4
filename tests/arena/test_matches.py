"""Pairings, seatings and the order of games."""

from itertools import pairwise

import pytest

from splendor_dsl.arena.matches import Pairing, matches, round_robin


@pytest.mark.parametrize(
    ("bots", "seatings"),
    [
        ("a", ["a"]),
        ("aa", ["aa"]),
        ("ab", ["ab", "ba"]),
        ("abc", ["abc", "bca", "cab"]),
        ("aab", ["aab", "aba", "baa"]),
        ("abab", ["abab", "baba"]),
        ("aaaa", ["aaaa"]),
    ],
)
def test_the_bots_move_up_by_a_seat_until_they_sit_as_before(
    bots: str, seatings: list[str]
) -> None:
    found = Pairing(rules="game", bots=tuple(bots)).seatings
    assert ["".join(each) for each in found] == seatings


@pytest.mark.parametrize(("games", "deals"), [(1, 1), (3, 1), (4, 2), (6, 2), (7, 3)])
def test_games_are_rounded_up_to_whole_deals(games: int, deals: int) -> None:
    pairing = Pairing(rules="game", bots=("a", "b", "c"))
    assert pairing.deals(games) == deals
    assert len([*matches([pairing], games=games, seed=4)]) == 3 * deals


def test_all_pairings_have_played_as_much_at_any_moment() -> None:
    pairings = round_robin("game", "abc", players=2)
    found = [*matches(pairings, games=4, seed=4)]
    assert all(one.deal <= other.deal for one, other in pairwise(found))
    assert [each.pairing.bots for each in found[:6:2]] == [("a", "b"), ("a", "c"), ("b", "c")]
    assert [each.bots for each in found[:2]] == [("a", "b"), ("b", "a")]
    assert len(set(found)) == len(found) == 3 * 4
    for pairing in pairings:
        own = [each for each in found if each.pairing == pairing]
        assert [each.number for each in own] == [0, 1, 2, 3]
        assert [pairing.match(number, 4) for number in range(4)] == own


def test_more_games_begin_with_the_same_ones() -> None:
    pairings = round_robin("game", "abc", players=3)
    few, many = ([*matches(pairings, games=games, seed=4)] for games in (6, 12))
    assert many[: len(few)] == few


@pytest.mark.parametrize(
    ("players", "team_size", "expected"),
    [
        (2, 1, ["ab", "ac", "bc"]),
        (3, 1, ["abb", "acc", "baa", "bcc", "caa", "cbb"]),
        (4, 2, ["abab", "acac", "bcbc"]),
        (6, 2, ["abbabb", "accacc", "baabaa", "bccbcc", "caacaa", "cbbcbb"]),
    ],
)
def test_each_bot_meets_each_other_one(players: int, team_size: int, expected: list[str]) -> None:
    found = round_robin("game", "abc", players=players, team_size=team_size)
    assert ["".join(pairing.bots) for pairing in found] == expected
    assert all({pairing.bots[0], pairing.other} == set(pairing.bots) for pairing in found)
