"""Section 9 of the kernel: sides (K36 and K37), and what they mean (K38)."""

import pytest
from attrs import evolve
from kernel.small import PLAIN, meant, play, shown, small, text

from splendor_dsl.game.state import State
from splendor_dsl.records.record import to_text
from splendor_dsl.records.replay import record_of

COUNTERS = "score of a player 0 from 0 to 99"
ACTIONS = """
    one as "one" { count score = score + 1 }
    two as "two" { count score = score + 2 }
    five as "five" { count score = score + 5 }
    crown as "crown" { give crown to player }
    rest as "rest" {}
"""
RANKING = "ranking { score: most score; shared }"
PAIRS = "players 4 to 4; teams of 2"


def played(ranking: str, *texts: str, seats: str = PAIRS, players: int = 4) -> State:
    values = PLAIN["values"] + "all leads { score: score >= 5 }"
    end = f"late: when round >= 2 then at once\n{ranking}"
    game = small(
        seats=seats, counters=COUNTERS, actions=ACTIONS, markers="crown", values=values, end=end
    )
    state = play(game.start(players), *texts)
    while not state.over:
        state = play(state, "rest")
    return state


def result(state: State) -> tuple[str, tuple[tuple[int, ...], ...]]:
    assert state.outcome is not None
    return state.outcome.kind, state.outcome.ranking


# ---- K36 -------------------------------------------------------------------------------------
def test_k36_the_seats_of_a_side_alternate() -> None:
    state = played(RANKING, "five", "one", "one", "two")
    assert result(state) == ("won", ((0, 2), (1, 3)))


def test_k36_with_three_to_a_side_every_second_seat_is_a_partner() -> None:
    six = "players 6 to 6; teams of 3"
    state = played(RANKING, "one", "two", "one", "two", "one", "two", seats=six, players=6)
    assert result(state) == ("won", ((1, 3, 5), (0, 2, 4)))


@pytest.mark.parametrize("seats", ["players 2 to 3; teams of 2", "players 2 to 2; teams of 2"])
def test_k36_every_number_of_players_makes_two_or_more_full_sides(seats: str) -> None:
    assert [problem.code for problem in meant(text(seats=seats)).problems] == ["SPL301"]


def test_k36_without_teams_each_seat_is_a_side_of_its_own() -> None:
    state = played(RANKING, "one", "two", "rest", seats="players 3 to 3", players=3)
    assert result(state) == ("won", ((1,), (0,), (2,)))


def test_k36_partners_do_not_see_each_other_s_hands() -> None:
    state = play(small(seats=PAIRS).start(4), "draw deck-2", "take iron", "take iron", "take iron")
    hands = [state.view(seat)["players"][0]["zones"]["hand"] for seat in range(4)]
    assert hands == [["six"], ["?"], ["?"], ["?"]]


def test_k36_partner_is_a_domain_of_conditions_sums_and_loops() -> None:
    values = PLAIN["values"] + "total mates { coins: sum over partner (tokens in purse) }"
    values += "\nall lucky { mate: any partner has (tokens in purse > 1) }"
    actions = """
        share as "share" { for each partner { gain up to 1 star } }
        grab as "grab" { gain up to 1 each coins }
    """
    game = small(seats=PAIRS, values=values, actions=actions)
    state = play(game.start(4), "grab", "share")
    assert [state.value("mates", seat) for seat in range(4)] == [0, 1, 3, 0]
    assert [state.value("lucky", seat) for seat in range(4)] == [False, False, True, False]


def test_k36_without_teams_partner_is_an_error() -> None:
    values = PLAIN["values"] + "total mates { coins: sum over partner (tokens in purse) }"
    assert [problem.code for problem in meant(text(values=values)).problems] == ["SPL301"]


# ---- K37 -------------------------------------------------------------------------------------
def test_k37_for_most_and_fewest_a_side_has_the_sum_of_its_members() -> None:
    texts = ("five", "two", "rest", "two")
    assert result(played(RANKING, *texts)) == ("won", ((0, 2), (1, 3)))
    fewest = RANKING.replace("most score", "fewest score")
    assert result(played(fewest, *texts)) == ("won", ((1, 3), (0, 2)))


def test_k37_with_holds_for_a_side_if_it_holds_for_any_member() -> None:
    ranking = "ranking { crown: with holder of crown = player; score: most score; shared }"
    assert result(played(ranking, "five", "rest", "five", "crown")) == ("won", ((1, 3), (0, 2)))


def test_k37_among_holds_for_a_side_if_it_holds_for_any_member() -> None:
    ranking = "ranking among leads { score: most score; shared }"
    assert result(played(ranking, "two", "five", "two", "rest")) == ("won", ((1, 3), (0, 2)))
    assert result(played(ranking, "two", "two", "two", "two"))[0] == "nobody"


def test_k37_a_first_group_of_several_sides_is_shared() -> None:
    assert result(played(RANKING, "two", "one", "rest", "one")) == ("shared", ((0, 1, 2, 3),))


def test_k37_an_example_names_all_winning_seats() -> None:
    sections = {"counters": COUNTERS, "actions": ACTIONS, "markers": "crown"}
    end = f"late: when any player has (score >= 5) then at once\n{RANKING}"
    example = """
        players Ann, Bob, Cid, Dan
        when Ann plays "one"
        when Bob plays "two"
        when Cid plays "five"
        then Ann, Cid win
    """
    assert shown(example, seats=PAIRS, end=end, **sections) is None
    wrong = shown(example.replace("Ann, Cid win", "Cid wins"), seats=PAIRS, end=end, **sections)
    assert wrong is not None
    assert "Ann, Cid" in wrong


def test_k37_the_ends_are_about_single_seats() -> None:
    end = f"goal: when any player has (score >= 5) then at once\n{RANKING}"
    game = small(seats=PAIRS, counters=COUNTERS, actions=ACTIONS, markers="crown", end=end)
    state = play(game.start(4), "two", "rest", "two", "rest", "two")
    assert not state.over
    assert play(state, "rest", "five").over


# ---- K38 -------------------------------------------------------------------------------------
def test_k38_sides_are_part_of_the_meaning_of_the_rules_and_stand_in_no_record() -> None:
    pairs, alone = small(seats=PAIRS), small(seats="players 4 to 4")
    assert pairs.hash != alone.hash
    records = [record_of(game, game.start(4), name="small") for game in (pairs, alone)]
    one, other = (evolve(record, rules="", clauses={}) for record in records)
    assert one == other
    assert "side" not in to_text(one)
