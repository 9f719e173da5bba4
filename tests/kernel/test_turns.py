"""Section 3 of the kernel, limits, triggers and what is owed: K17 to K19."""

import json

import pytest
from kernel.small import PLAIN, moves, number, pile, play, small, zone

from splendor_dsl.compiler.backend_choice import Backend
from splendor_dsl.game.game import game
from splendor_dsl.game.state import State

GRAB = 'grab as "grab" { gain up to 1 each coins; gain more: up to 1 star }\nrest as "rest" {}\n'
BY_HAND = """
    buy as "buy {card}" { choose card: cards in row; move card to own }
    rest as "rest" {}
"""


def told(state: State, kind: str) -> list[str]:
    """The paths of the clauses behind events of a kind."""
    return [event.path for event in state.log if event.kind == kind]


def test_k17_a_limit_holds_at_the_end_of_the_turn() -> None:
    limits = "purse: tokens in purse at most 2 at end of turn"
    state = play(small(limits=limits, actions=GRAB).start(2), "grab")
    assert moves(state) == ["return copper", "return silver", "return iron", "return star"]
    assert state.to_move == 0
    one_left = play(state, "return star")
    assert moves(one_left) == ["return copper", "return silver", "return iron"]
    done = play(one_left, "return iron")
    assert (done.to_move, pile(done, "purse", 0)) == (1, {"copper": 1, "silver": 1})


def test_k17_what_is_kept_can_t_be_returned() -> None:
    limits = "purse: tokens in purse at most 3 at end of turn { keep star }"
    state = play(small(limits=limits, actions=GRAB).start(2), "grab")
    assert moves(state) == ["return copper", "return silver", "return iron"]


def test_k17_where_everything_is_kept_the_limit_gives_way() -> None:
    limits = "purse: star in purse at most 0 at end of turn { keep star }"
    state = play(small(limits=limits, actions=GRAB).start(2), "grab")
    assert (state.to_move, pile(state, "purse", 0)["star"]) == (1, 1)


def test_k17_limits_are_kept_where_the_turn_says_so() -> None:
    limits = "purse: tokens in purse at most 2 at end of turn"
    state = play(small(limits=limits, actions=GRAB, turn="one action").start(2), "grab")
    assert state.to_move == 1


def test_k17_only_what_the_limit_counts_can_be_returned() -> None:
    limits = "purse: coins in purse at most 2 at end of turn"
    state = play(small(limits=limits, actions=GRAB).start(2), "grab")
    assert moves(state) == ["return copper", "return silver", "return iron"]
    done = play(state, "return iron")
    assert (done.to_move, pile(done, "purse", 0)) == (1, {"copper": 1, "silver": 1, "star": 1})


def test_k17_a_limit_that_no_requirement_keeps_is_exceeded_and_stays_so() -> None:
    drawing = small(limits="hand: cards in hand at most 1")
    state = play(drawing.start(2), "draw deck-1", "take iron", "draw deck-2")
    assert len(zone(state, "hand")) == 2
    assert moves(state) == moves(play(small().start(2), "draw deck-1", "take iron", "draw deck-2"))
    again = drawing.from_dict(state.to_dict())
    assert again == state
    assert again.to_dict() == state.to_dict()


@pytest.mark.parametrize("backend", ["interpreter", "python"])
def test_k17_a_limit_that_is_read_has_variables_of_its_own(backend: Backend) -> None:
    read = small(
        limits="hand: cards in hand at most sum over c of coins (c in purse)",
        actions="""
            take as "take {coin}" { choose coin: coins in supply; gain 1 coin }
            pair as "pair {coin}" {
              choose coin: coins in supply
              require room: 0 != limit of hand
              gain 2 coin
            }
        """,
    )
    state = play(game(read.model, backend=backend).start(2), "take iron", "take iron", "take iron")
    assert pile(state, "supply") == {"copper": 5, "silver": 5, "iron": 2, "star": 3}
    assert moves(state) == [
        *("take copper", "take silver", "take iron"),
        *("pair copper", "pair silver", "pair iron"),
    ]
    assert pile(play(state, "pair silver"), "purse", 1) == {"silver": 2, "iron": 1}


@pytest.mark.parametrize("backend", ["interpreter", "python"])
def test_k17_a_limit_that_is_read_is_that_of_the_player_in_question(backend: Backend) -> None:
    read = small(
        counters="luck of a player 0 from 0 to 3",
        limits="hand: cards in hand at most 1 + luck + sum over c of coins (c in purse)",
        actions="""
            wish as "wish" { count luck = luck + 1 }
            envy as "envy" { require more: any other player has (limit of hand = 2) }
            calm as "calm" { require all: every player has (limit of hand = 1 + luck) }
        """,
    )
    state = game(read.model, backend=backend).start(2)
    assert moves(state) == ["wish", "calm"]
    state = play(state, "wish")
    assert moves(state) == ["wish", "envy", "calm"]
    assert moves(play(state, "wish")) == ["wish", "envy", "calm"]
    assert moves(play(state, "wish", "wish")) == ["wish", "calm"]


def test_k17_what_others_hold_is_judged_at_their_next_keep_limits() -> None:
    limits = "purse: tokens in purse at most 2 at end of turn"
    actions = """
        flood as "flood" { for each other player { gain up to 1 each coins } }
        rest as "rest" {}
    """
    state = play(small(limits=limits, actions=actions).start(2), "flood")
    assert (state.to_move, moves(state)) == (1, ["flood", "rest"])
    assert moves(play(state, "rest")) == ["return copper", "return silver", "return iron"]


def test_k17_what_comes_after_the_limits_is_judged_at_the_next_keep_limits() -> None:
    limits = "purse: tokens in purse at most 2 at end of turn"
    triggers = "late: at end of turn { require early: round = 1; gain up to 1 each coins }"
    actions = 'rest as "rest" {}\nnap as "nap" {}'
    state = play(small(limits=limits, triggers=triggers, actions=actions).start(2), "rest", "rest")
    assert (state.round, state.to_move, pile(state, "purse", 0)) == (
        2, 0, {"copper": 1, "silver": 1, "iron": 1},
    )  # fmt: skip
    assert moves(play(state, "rest"))[0] == "return copper"


def test_k18_a_trigger_runs_right_after_the_piece_has_entered() -> None:
    triggers = "bonus: when cards enters own as card { gain up to 1 star }"
    actions = """
        buy as "buy {card}" { choose card: cards in row; move card to own; gain up to 1 iron }
        rest as "rest" {}
    """
    state = play(small(triggers=triggers, actions=actions).start(2), "buy 1-1")
    assert told(state, "tokens") == ["triggers.bonus.gain", "actions.buy.gain"]


def test_k18_a_trigger_knows_what_has_entered() -> None:
    triggers = "bonus: when cards enters own as card { require big: worth of card >= 3; gain up to 1 star }"
    state = small(triggers=triggers, actions=BY_HAND).start(2)
    assert pile(play(state, "buy 1-1"), "purse", 0) == {}
    assert pile(play(state, "buy 2-1"), "purse", 0) == {"star": 1}


def test_k18_triggers_of_one_moment_run_in_the_order_of_the_file_and_chains_first() -> None:
    triggers = """
        first: when cards enters own as card { move all in hand to box; gain up to 1 star }
        second: when cards enters own as card { gain up to 1 iron }
        chained: when cards enters hand as card { gain up to 1 copper }
        before: when cards enters own as card { move top of deck to hand; gain up to 1 silver }
    """
    state = play(small(triggers=triggers, actions=BY_HAND).start(2), "buy 1-1")
    assert told(state, "tokens") == [
        "triggers.first.gain", "triggers.second.gain",
        "triggers.chained.gain", "triggers.before.gain",
    ]  # fmt: skip


def test_k18_moments_of_a_turn_and_a_round() -> None:
    triggers = """
        dawn: at start of round { count days = days + 1 }
        wake: at start of turn { count wakes = wakes + 1 }
        sleep: at end of turn { count sleeps = sleeps + 1 }
        dusk: at end of round { count nights = nights + 1 }
    """
    counters = """
        days 0 from 0 to 99
        wakes of a player 0 from 0 to 99
        sleeps of a player 0 from 0 to 99
        nights 0 from 0 to 99
    """
    state = small(triggers=triggers, counters=counters, actions=GRAB).start(2)

    def counts(state: State) -> tuple[int, ...]:
        return (
            number(state, "counter", "days"),
            *(number(state, "counter", "wakes", seat) for seat in range(2)),
            *(number(state, "counter", "sleeps", seat) for seat in range(2)),
            number(state, "counter", "nights"),
        )

    assert counts(state) == (1, 1, 0, 0, 0, 0)
    one = play(state, "rest")
    assert counts(one) == (1, 1, 1, 1, 0, 0)
    assert counts(play(one, "rest")) == (2, 2, 1, 1, 1, 1)


def test_k18_the_end_of_a_turn_is_where_the_turn_says_so() -> None:
    triggers = "dew: at end of turn { gain up to 1 star }"
    game = small(triggers=triggers, actions=GRAB, turn="end of turn\none action\nkeep limits")
    assert pile(game.start(2), "purse", 0) == {"star": 1}, "before the action"


def test_k18_a_trigger_is_about_the_owner_of_the_zone_or_the_player_to_move() -> None:
    triggers = "toll: when cards enters row as card { gain up to 1 star }"
    state = play(
        small(triggers=triggers, actions=BY_HAND, supply="star 9").start(2), "rest", "buy 1-1"
    )
    assert pile(state, "purse", 1) == {"star": 1}


def test_k18_a_trigger_of_an_owned_zone_is_about_its_owner() -> None:
    actions = """
        send as "send {card} {rival}" {
          choose card: cards in row
          choose rival: others
          move card to own of rival
        }
        rest as "rest" {}
    """
    triggers = "gift: when cards enters own as card { gain up to 1 star; choose coin: coins; gain more: 1 coin }"
    state = play(small(actions=actions, triggers=triggers).start(3), "send 1-1 player-3")
    assert state.to_move == 2, "the owner decides"
    state = play(state, "coin iron")
    assert [pile(state, "purse", seat) for seat in (0, 2)] == [{}, {"star": 1, "iron": 1}]
    assert state.to_move == 1


def test_k18_a_trigger_at_the_end_of_a_round_is_about_who_moved_last() -> None:
    triggers = "dusk: at end of round { gain up to 1 star }"
    state = play(small(triggers=triggers, actions=GRAB).start(3), "rest", "rest", "rest")
    assert [pile(state, "purse", seat) for seat in range(3)] == [{}, {}, {"star": 1}]


ALL = """
    pack as "pack" { move top (2) of deck to hand; gain up to 1 iron }
    clear as "clear" { move all in row to own }
    rest as "rest" {}
"""


def pieces(state: State, path: str) -> list[str]:
    """The pieces of the events of a clause."""
    return [event.data["piece"] for event in state.log if event.path == path]


def test_k18_a_step_moves_all_its_pieces_before_any_trigger_runs() -> None:
    triggers = """
        first: when cards enters hand as card { require many: cards in hand >= 3; count seen = seen + 1 }
        second: when cards enters hand as card { move card to own }
    """
    counters = "seen 0 from 0 to 9"
    state = play(small(triggers=triggers, actions=ALL, counters=counters).start(2), "pack")
    assert zone(state, "own", 0) == ["three", "six"], (
        "one a part; each in the order in which it came"
    )
    rows = "\n".join(f'"c{n}" {1 + n % 2} 0 copper : 1 silver' for n in range(10))
    state = play(
        small(triggers=triggers, actions=ALL, counters=counters, rows_cards=rows).start(2), "pack"
    )
    assert number(state, "counter", "seen") == 2, "of four, the third and the fourth leave fewer"
    assert len(zone(state, "own", 0)) == 4
    assert state.log[-2].path == "actions.pack.gain", "the triggers run before the next step"


def test_k18_each_piece_has_all_its_triggers_and_refills_come_last() -> None:
    triggers = """
        taken: when cards enters own as card { count seen = seen + 1; move card to hand }
        after: when cards enters own as card { gain up to 1 star }
        filled: when cards enters row as card { gain up to 1 iron }
    """
    game = small(
        triggers=triggers,
        actions=ALL,
        counters="seen 0 from 0 to 9",
        supply="each coins 9; star 3",
    )
    start = game.start(2)
    state = play(start, "clear")
    assert pieces(state, "triggers.taken.move") == ["one", "two", "four", "five"]
    paths = [event.path for event in state.log[len(start.log) :] if "triggers" in event.path]
    one = ["triggers.taken.count", "triggers.taken.move"]
    star, filled = ["triggers.after.gain"], ["triggers.filled.gain"]
    assert paths == [*(one + star) * 3, *one, *filled * 2], "there are three stars"


def test_k19_again_owes_a_turn_in_the_same_round() -> None:
    actions = 'haste as "haste" { again }\nrest as "rest" {}'
    state = play(small(actions=actions).start(2), "haste")
    assert (state.to_move, state.round, state.turn) == (0, 1, 2)
    after = play(state, "rest")
    assert (after.to_move, after.round) == (1, 1)


def test_k19_again_twice_owes_two_turns() -> None:
    actions = 'haste as "haste" { again; again more: }\nrest as "rest" {}'
    state = play(small(actions=actions).start(2), "haste", "rest")
    assert state.to_move == 0
    assert play(state, "rest").to_move == 1


def test_k19_no_more_than_a_thousand_turns_are_owed_at_once() -> None:
    steps = "; ".join(f"again l{number}:" for number in range(999))
    haste = f'haste as "haste" {{ {steps} }}\nrest as "rest" {{}}'
    state = play(small(actions=haste).start(2), "haste", "haste", "rest")
    assert len(state.to_dict()["flow"]["again"]) == 1_000 - 2  # two of them were taken since
    before = state.to_dict()
    before["flow"]["again"] += [0] * 4
    with pytest.raises(ValueError, match="expected at most 1000 turns that are owed, found 1002"):
        small(actions=haste).from_dict(before)


def test_k19_do_owes_an_action_right_after_the_one_under_way() -> None:
    actions = PLAIN["actions"] + 'wish as "wish" { do take; gain up to 1 star }'
    state = play(small(actions=actions).start(2), "wish")
    assert pile(state, "purse", 0) == {"star": 1}
    assert moves(state) == ["take copper", "take silver", "take iron"]
    assert "another" not in " ".join(reason.message for reason in state.why_not("take iron"))
    assert state.why_not("wish")[0].message == "'take' is owed, and no other action"
    assert play(state, "take iron").to_move == 1


def test_k19_an_owed_action_without_an_option_lapses() -> None:
    actions = """
        wish as "wish" { do use }
        use as "use {card}" { choose card: cards in hand; move card to own }
        rest as "rest" {}
    """
    state = play(small(actions=actions).start(2), "wish")
    assert state.to_move == 1
    assert number(state, "register", "mover") == 1


def test_k19_a_trigger_may_owe_an_action() -> None:
    triggers = "free: when cards enters own as card { require first: cards in own = 1; do buy }"
    state = play(small(triggers=triggers, actions=BY_HAND).start(2), "buy 1-1")
    assert moves(state) == ["buy 1-1", "buy 1-2", "buy 2-1", "buy 2-2"]
    done = play(state, "buy 2-1")
    assert (done.to_move, zone(done, "own", 0)) == (1, ["one", "four"])


def test_k19_what_is_owed_is_taken_in_the_order_in_which_it_came_to_be_owed() -> None:
    actions = PLAIN["actions"] + 'wish as "wish" { do draw; do more: take }'
    state = play(small(actions=actions).start(2), "wish")
    assert moves(state) == ["draw 1", "draw 2"]
    assert moves(play(state, "draw 1")) == ["take copper", "take silver", "take iron"]


def test_k19_an_action_only_when_owed_is_offered_in_no_other_way() -> None:
    actions = """
        wish as "wish" { do gift }
        gift as "gift {coin}" only when owed { choose coin: coins in supply; gain 1 coin }
        rest as "rest" {}
    """
    state = small(actions=actions).start(2)
    assert moves(state) == ["wish", "rest"]
    (reason,) = state.why_not("gift iron")
    assert reason.message == "it is possible only when it is owed"
    assert moves(play(state, "wish")) == ["gift copper", "gift silver", "gift iron"]


SEND = """
    send as "send {card} {rival}" {
      choose card: cards in row
      choose rival: others
      move card to own of rival
    }
    haste as "haste" { again }
    rest as "rest" {}
"""
GIFT = "gift: when cards enters own as card { again }"


def seats(state: State, *texts: str) -> list[tuple[int, int | None]]:
    """The round and who is to move after each of some moves."""
    found = []
    for each in texts:
        state = play(state, each)
        found.append((state.round, state.to_move))
    return found


def test_k19_again_in_a_trigger_owes_the_turn_to_whom_the_trigger_is_about() -> None:
    state = small(actions=SEND, triggers=GIFT).start(3)
    texts = ("send 1-1 player-3", "rest", "rest", "rest")
    assert seats(state, *texts) == [(1, 2), (1, 1), (1, 2), (2, 0)]


def test_k19_turns_owed_in_a_turn_that_was_owed_come_before_the_round_goes_on() -> None:
    state = small(actions=SEND, triggers=GIFT).start(3)
    texts = ("send 1-1 player-3", "haste", "send 1-2 player-1", "rest", "rest", "rest")
    assert seats(state, *texts) == [(1, 2), (1, 2), (1, 0), (1, 1), (1, 2), (2, 0)]


def test_k19_the_last_of_a_round_may_owe_a_turn_to_the_first() -> None:
    triggers = GIFT + "\ndusk: at end of round { gain up to 1 star }"
    state = play(small(actions=SEND, triggers=triggers).start(2), "rest", "send 1-1 player-1")
    assert (state.round, state.turn, state.to_move) == (1, 3, 0)
    done = play(state, "rest")
    assert (done.round, done.turn, done.to_move) == (2, 4, 0)
    assert [pile(done, "purse", seat) for seat in (0, 1)] == [{"star": 1}, {}], "who moved last"


def test_k19_in_a_loop_over_players_each_is_owed_its_own() -> None:
    actions = PLAIN["actions"] + 'feast as "feast" { for each other player { do take } }'
    state = play(small(actions=actions).start(3), "feast")
    assert (state.to_move, moves(state)) == (1, ["take copper", "take silver", "take iron"])
    (reason,) = state.why_not("draw 1")
    assert reason.message == "'take' is owed, and no other action"
    done = play(state, "take iron", "take copper")
    assert [pile(done, "purse", seat) for seat in range(3)] == [{}, {"iron": 1}, {"copper": 1}]
    assert (done.to_move, done.turn) == (1, 2), "and the round goes on"


def test_k19_what_is_owed_to_others_is_saved_with_the_position() -> None:
    actions = SEND + 'feast as "feast" { for each player { again; do nap } }\nnap as "nap" {}'
    game = small(actions=actions)
    state = play(game.start(3, automatic=False), "feast")
    assert state.to_dict()["flow"]["owed"] == [
        {"action": "nap", "player": seat} for seat in range(3)
    ]
    for each in ("nap", "nap", "nap", "rest"):
        again = game.from_dict(json.loads(json.dumps(state.to_dict())))
        assert again == state
        state = play(again, each)
    assert state.to_dict()["flow"]["again"] == [2, -1]
    assert seats(game.from_dict(state.to_dict()), "rest", "rest") == [(1, 2), (1, 1)]


def test_k19_what_the_last_step_of_a_turn_owes_is_done_before_the_turn_is_over() -> None:
    actions = PLAIN["actions"] + 'rest as "rest" {}'
    state = play(small(actions=actions, turn="one action\ndo take").start(2), "rest")
    assert (state.to_move, moves(state)) == (0, ["take copper", "take silver", "take iron"])
    assert play(state, "take iron").to_move == 1
