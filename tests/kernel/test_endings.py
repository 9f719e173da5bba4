"""Section 3 of the kernel, the end and who has won: K20 and K21."""

from kernel.small import PLAIN, play, small

from splendor_dsl.game.state import State

SCORE = "score of a player 0 from 0 to 99\nother of a player 0 from 0 to 99"
ACTIONS = """
    up as "up" { count score = score + 5 }
    down as "down" { for each player { count score = score - 5 } }
    mark as "mark" { count other = other + 1 }
    crown as "crown" { give crown to player }
    rest as "rest" {}
"""
RANKING = "ranking { score: most score; other: fewest other; shared }"


def scored(end: str, *texts: str, players: int = 2) -> State:
    values = PLAIN["values"] + "all leads { score: score >= 5 }"
    game = small(counters=SCORE, actions=ACTIONS, markers="crown", values=values, end=end)
    return play(game.start(players), *texts)


def test_k20_at_once_ends_the_game_at_the_end_of_that_turn() -> None:
    state = scored(f"five: when any player has (leads) then at once\n{RANKING}", "up")
    assert state.over
    assert (state.round, state.to_move, state.moves) == (1, None, ())


def test_k20_finish_the_round_gives_all_the_same_number_of_turns() -> None:
    end = f"five: when any player has (leads) then finish the round\n{RANKING}"
    state = scored(end, "up")
    assert not state.over
    assert state.view(0)["ending"] == ["five"]
    assert play(state, "rest").over


def test_k20_and_n_more_ends_so_many_rounds_later() -> None:
    end = f"five: when any player has (leads) then finish the round and 2 more\n{RANKING}"
    state = scored(end, "rest", "up", "rest", "rest", "rest")
    assert not state.over
    assert play(state, "rest").over


def test_k20_once_remembered_an_end_counts() -> None:
    end = f"five: when any player has (leads) then finish the round remembered\n{RANKING}"
    assert scored(end, "up", "down").over


def test_k20_judged_again_counts_only_when_the_round_ends() -> None:
    end = f"five: when any player has (leads) then finish the round judged again\n{RANKING}"
    state = scored(end, "up", "down")
    assert not state.over
    assert play(state, "rest", "up").over


def test_k20_the_triggers_of_the_round_come_before_its_judgement() -> None:
    end = f"five: when any player has (leads) then finish the round judged again\n{RANKING}"
    values = PLAIN["values"] + "all leads { score: score >= 5 }"
    triggers = "gift: at end of round { count score = score + 5 }"
    game = small(
        counters=SCORE, actions=ACTIONS, markers="crown", values=values, end=end, triggers=triggers
    )
    assert play(game.start(2), "rest", "rest").over


def test_k20_the_first_end_in_order_is_the_one_that_counts() -> None:
    end = f"""
        one: when any player has (leads) then finish the round {{ ranking {{ other: most other; shared }} }}
        two: when any player has (score >= 5) then finish the round
        {RANKING}
    """
    state = scored(end, "up", "mark")
    assert state.outcome is not None
    assert (state.outcome.end, state.outcome.winners) == ("one", (1,))


def ended(end: str, triggers: str, *texts: str) -> State:
    values = PLAIN["values"] + "all leads { score: score >= 5 }"
    game = small(
        counters=SCORE, actions=ACTIONS, markers="crown", values=values, end=end, triggers=triggers
    )
    return play(game.start(2), *texts)


def test_k20_the_ends_are_judged_after_everything_else_of_the_turn() -> None:
    end = f"five: when any player has (leads) then at once\n{RANKING}"
    gift = "gift: at end of turn { require second: turn = 2; count score = score + 5 }"
    assert not ended(end, gift, "rest").over
    state = ended(end, gift, "rest", "rest")
    assert (state.over, state.turn) == (True, 2)
    back = "back: at end of turn { count score = 0 }"
    assert not ended(end, back, "up").over, "it holds no more when it is judged"


def test_k20_at_once_is_judged_again_after_the_triggers_of_the_end_of_a_round() -> None:
    end = f"five: when any player has (leads) then at once\n{RANKING}"
    gift = "gift: at end of round { count score = score + 5 }"
    state = ended(end, gift, "rest", "rest")
    assert (state.over, state.round, state.turn) == (True, 1, 2)


def test_k20_and_n_more_counts_from_the_round_in_which_it_held_first() -> None:
    end = f"five: when any player has (leads) then finish the round and 1 more\n{RANKING}"
    state = scored(end, "up", "down", "up")
    assert not state.over
    assert play(state, "rest").over, "a round after the first, not after the second time"


def test_k20_an_end_that_is_judged_again_and_holds_no_more_begins_anew() -> None:
    again = "then finish the round and 1 more judged again"
    end = f"five: when any player has (leads) {again}\n{RANKING}"
    state = scored(end, "up", "rest", "down", "rest")
    assert not state.over
    state = play(state, "up", "rest")
    assert not state.over, "a round more, counted from when it held again"
    assert play(state, "rest", "rest").over


def ranked(ranking: str, *texts: str, players: int = 3) -> State:
    return scored(f"late: when round >= 3 then at once\n{ranking}", *texts, players=players)


def test_k21_each_line_separates_those_who_are_still_equal() -> None:
    state = ranked(RANKING, "up", "up", "rest", "mark", "rest", "rest", "rest")
    assert state.ranking == ((1,), (0,), (2,))
    assert state.outcome is not None
    assert state.outcome.kind == "won"


def test_k21_who_is_equal_to_the_end_shares() -> None:
    state = ranked(RANKING, "up", "rest", "up", "rest", "rest", "rest", "rest")
    assert state.ranking == ((0, 2), (1,))
    assert state.outcome is not None
    assert (state.outcome.kind, state.outcome.winners) == ("shared", (0, 2))


def test_k21_with_puts_those_first_for_whom_it_holds() -> None:
    ranking = "ranking { crown: with holder of crown = player; score: most score; shared }"
    state = ranked(ranking, "up", "crown", "rest", "rest", "rest", "rest", "rest")
    assert state.ranking == ((1,), (0,), (2,))


def test_k21_among_leaves_the_others_in_a_last_group_that_has_not_won() -> None:
    ranking = "ranking among leads { other: most other; shared }"
    state = ranked(ranking, "up", "mark", "up", "rest", "rest", "rest", "rest")
    assert state.ranking == ((0, 2), (1,))
    assert state.outcome is not None
    assert state.outcome.winners == (0, 2)


def test_k21_if_nobody_is_inside_nobody_wins() -> None:
    ranking = "ranking among leads { other: most other; shared }"
    state = ranked(ranking, "mark", "mark", "rest", "rest", "rest", "rest", "rest")
    assert state.ranking == ((0, 1, 2),)
    assert state.outcome is not None
    assert (state.outcome.kind, state.outcome.winners) == ("nobody", ())
