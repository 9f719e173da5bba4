"""Section 3 of the kernel, steps and decisions: K9 to K16."""

import json

from kernel.small import PLAIN, moves, number, pile, play, small, zone

THREE = 'take as "take {coin}" { choose coin: coins in supply; gain 1 coin }\n'


def test_k9_a_round_gives_each_seat_a_turn_from_the_first() -> None:
    state = small().start(3)
    seats = []
    for _ in range(7):
        seats.append((state.round, state.to_move))
        state = play(state, "take iron" if "take iron" in moves(state) else moves(state)[0])
    assert seats == [(1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2), (3, 0)]


def test_k10_a_half_made_action_is_data() -> None:
    actions = 'swap as "swap" { gain 1 copper; choose other: coins; gain then: 1 other; gain last: 1 star }'
    game = small(actions=actions + '\nrest as "rest" {}')
    state = play(game.start(2), "swap")
    assert moves(state) == ["other copper", "other silver", "other iron"]
    assert pile(state, "purse", 0) == {"copper": 1}
    flow = state.to_dict()["flow"]
    assert flow["stack"][-1] == {"code": "actions.swap", "next": 1, "variables": [0, None]}
    again = game.from_dict(json.loads(json.dumps(state.to_dict())))
    assert again == state
    done = play(again, "other iron")
    assert pile(done, "purse", 0) == {"copper": 1, "iron": 1, "star": 1}


def test_k11_an_exact_gain_that_leads_an_action_is_required() -> None:
    actions = 'many as "many {coin}" { choose coin: coins; gain 3 coin }\nrest as "rest" {}'
    state = play(small(actions=actions).start(2), "many iron")
    assert moves(state) == ["many copper", "many silver", "rest"]


def test_k11_exact_gains_one_after_the_other_must_all_be_there() -> None:
    actions = 'two as "two {coin}" { choose coin: coins; gain 3 coin; gain more: 3 copper }\nrest as "rest" {}'
    assert moves(small(actions=actions).start(2)) == ["two silver", "two iron", "rest"]
    supply = "each coins 6; star 3"
    assert "two copper" in moves(small(actions=actions, supply=supply).start(2))


def test_k11_later_gains_move_what_is_there() -> None:
    actions = 'greed as "greed" { gain 5 iron; gain some: up to 1 star; gain more: 9 copper }\nrest as "rest" {}'
    after = play(small(actions=actions).start(2), "greed")
    assert pile(after, "purse", 0) == {"iron": 5, "star": 1, "copper": 5}


def test_k12_a_decision_with_one_option_is_taken_without_asking() -> None:
    actions = 'only as "only" { gain up to 1 iron }\n'
    end = "late: when round >= 4 then at once\nranking { worth: most worth_of; shared }"
    state = small(actions=actions, end=end).start(2)
    assert state.over
    assert state.played == ()
    assert pile(state, "purse", 0) == {"iron": 3}, (
        "the game ends before the first turn of round 4 ends"
    )


def test_k12_every_decision_is_asked_without_automatic_taking() -> None:
    state = small(actions='only as "only" { gain up to 1 iron }').start(2, automatic=False)
    assert moves(state) == ["only"]
    assert state.play(state.moves[0]).to_move == 1


ALONE = 'only as "only" { gain up to 1 iron }\n'
LATE = "late: when round > 5000 then at once\nranking { worth: most worth_of; shared }"


def test_k12_what_runs_on_by_itself_ends_as_unfinished() -> None:
    state = small(actions=ALONE).start(2)
    assert state.over
    assert state.outcome is not None
    assert state.outcome.kind == "unfinished"
    assert state.ranking == ()
    assert state.turn == 501, "1,000 turns and decisions, and the next one is too many"


def test_k12_turns_without_any_decision_end_as_unfinished_too() -> None:
    never = 'never as "never" { require no: round > 5000 }'
    state = small(actions=never, end=LATE).start(2)
    assert state.outcome is not None
    assert state.outcome.kind == "unfinished"
    assert state.turn == 1001


def test_k12_a_decision_lets_the_count_begin_anew() -> None:
    state = small(actions=ALONE + 'other as "other" { require now: round = 200 }', end=LATE).start(
        2
    )
    assert (state.turn, moves(state)) == (399, ["only", "other"])
    after = play(state, "only", "only")
    assert (after.turn, after.over) == (400 + 501, True)


def test_k13_a_leading_part_is_one_move_and_offers_only_what_can_be_met() -> None:
    state = small().start(2)
    assert not [move for move in moves(state) if move.startswith("buy")]
    assert "buy 1-1" in moves(play(state, "take silver", "take copper"))


def test_k13_requirements_bind_the_choices_before_them() -> None:
    actions = """
        pair as "pair {one} {other}" {
          choose one: coins in supply
          choose other: coins in supply
          require differ: one != other
          gain 1 one
          gain second: 1 other
        }
    """
    assert moves(small(actions=actions).start(2)) == [
        "pair copper silver", "pair copper iron", "pair silver copper",
        "pair silver iron", "pair iron copper", "pair iron silver",
    ]  # fmt: skip


def test_k13_a_later_choice_without_an_option_leaves_out_the_rest() -> None:
    actions = """
        dig as "dig" { gain up to 1 iron; choose card: cards in hand; gain more: up to 3 copper }
        rest as "rest" {}
    """
    after = play(small(actions=actions).start(2), "dig")
    assert after.to_move == 1
    assert pile(after, "purse", 0) == {"iron": 1}


def test_k13_only_the_rest_of_the_block_is_left_out() -> None:
    actions = """
        dig as "dig" {
          gain up to 1 iron
          if cards in hand = 0 { choose card: cards in hand; gain up to 3 copper }
          gain last: up to 1 star
        }
        rest as "rest" {}
    """
    after = play(small(actions=actions).start(2), "dig")
    assert pile(after, "purse", 0) == {"iron": 1, "star": 1}


def test_k13_a_later_payment_that_can_t_be_met_leaves_out_the_rest() -> None:
    actions = """
        dig as "dig" { move top of deck to hand; choose coin: coins; pay 9 coin; gain up to 1 star }
        rest as "rest" {}
    """
    after = play(small(actions=actions).start(2), "dig")
    assert after.to_move == 1
    assert pile(after, "purse", 0) == {}
    assert len(zone(after, "hand", 0)) == 2


def test_k13_what_is_returned_before_a_payment_can_t_be_paid_too() -> None:
    actions = THREE + 'trade as "trade" { return 1 iron; pay 1 iron; gain up to 1 star }'
    state = play(small(actions=actions).start(2), "take iron", "take copper")
    assert "trade" not in moves(state)
    assert "trade" in moves(play(state, "take iron", "take copper"))


TOLL = """
    save as "save" { gain up to 1 silver; gain more: up to 1 star }
    rest as "rest" {}
"""


def test_k13_what_is_returned_after_a_payment_is_set_aside_from_it() -> None:
    toll = 'toll as "toll" { pay 2 silver; return 1 silver; gain 1 copper; return fee: 1 silver }\n'
    game = small(actions=toll + TOLL, supply="each coins 9; star 0")
    state = play(game.start(2), "save", "rest", "save", "rest", "save", "rest")
    assert "toll" not in moves(state)
    (reason,) = state.why_not("toll")
    assert reason.message == "cannot pay 2 silver: 1 silver short"
    rich = play(state, "save", "rest")
    assert pile(play(rich, "toll"), "purse", 0) == {"copper": 1}


def test_k16_wild_tokens_pay_no_more_than_a_later_return_leaves() -> None:
    toll = """
        toll as "toll" { pay 2 silver { wild star for coins }; return 1 silver; return fee: 1 star }
    """
    game = small(actions=toll + TOLL, supply="each coins 9; star 9")
    state = play(game.start(2), "save", "rest")
    assert "toll" not in moves(state)
    state = play(state, "save", "rest")
    assert moves(state) == ["toll", "save", "rest"]
    after = play(state, "toll")  # 2 silver and 2 stars; one of each is set aside, so one stands in
    assert after.to_move == 1
    assert pile(after, "purse", 0) == {}
    paying = play(state, "save", "rest", "save", "rest", "toll")
    assert moves(paying) == [f"pay {n} star for silver" for n in (0, 1, 2)]
    done = play(paying, "pay 2 star for silver")
    assert pile(done, "purse", 0) == {"silver": 3, "star": 1}


def test_k13_may_choose_can_be_declined() -> None:
    actions = """
        gift as "gift" { gain up to 1 iron; may choose coin: coins in supply; gain extra: 1 coin }
        rest as "rest" {}
    """
    state = play(small(actions=actions).start(2), "gift")
    assert moves(state) == ["coin copper", "coin silver", "coin iron", "no coin"]
    assert pile(play(state, "no coin"), "purse", 0) == {"iron": 1}
    assert pile(play(state, "coin copper"), "purse", 0) == {"iron": 1, "copper": 1}


def test_k13_the_block_of_a_choice_adds_sources_and_lets_it_be_declined() -> None:
    actions = """
        look as "look {card}" {
          choose card: cards in row { also top of deck; also cards in own }
          choose other: cards in hand { may be declined }
          move other to own
        }
        keep as "keep" { move top (1) of deck to own }
    """
    hand = "setup", "fill row\nfor each player { move top (1) of deck to hand }"
    state = small(actions=actions, **dict([hand])).start(2)
    written = actions.replace(
        "{ also top of deck; also cards in own }", "or top of deck or cards in own"
    )
    plain = written.replace("choose other", "may choose other").replace("{ may be declined }", "")
    assert moves(state) == moves(small(actions=plain, **dict([hand])).start(2))


def test_k13_declining_keeps_what_was_chosen_and_done_before() -> None:
    actions = """
        gift as "gift {one}" {
          choose one: coins in supply
          may choose other: coins in supply
          gain first: 1 one
          gain then: 1 other
        }
        rest as "rest" {}
    """
    state = play(small(actions=actions).start(2), "gift iron")
    assert moves(state) == ["other copper", "other silver", "other iron", "no other"]
    assert pile(play(state, "no other"), "purse", 0) == {}, "the gains stand after it"
    assert pile(play(state, "other copper"), "purse", 0) == {"iron": 1, "copper": 1}


def test_k13_what_follows_a_choice_that_may_be_declined_is_chosen_with_it() -> None:
    actions = """
        gift as "gift" {
          gain up to 1 iron
          may choose one: coins in supply
          choose other: coins in supply
          require differ: one != other
          gain first: 1 one
          gain then: 1 other
        }
        rest as "rest" {}
    """
    state = play(small(actions=actions).start(2), "gift")
    assert len(moves(state)) == 3 * 2 + 1
    assert moves(state)[-1] == "no one"
    done = play(state, "one copper silver")
    assert pile(done, "purse", 0) == {"iron": 1, "copper": 1, "silver": 1}


def test_k13_each_choice_that_may_be_declined_is_a_decision_of_its_own() -> None:
    actions = """
        gift as "gift" {
          gain up to 1 iron
          may choose one: coins in supply
          may choose other: coins in supply
          gain first: 1 one
          gain then: 1 other
        }
        rest as "rest" {}
    """
    state = play(small(actions=actions).start(2), "gift")
    assert play(state, "no one").to_move == 1, "the rest of the block is left out"
    assert moves(play(state, "one copper"))[-1] == "no other"


def test_k13_nobody_is_asked_to_decline_what_can_t_be_chosen() -> None:
    actions = """
        gift as "gift" { gain up to 1 iron; may choose card: cards in hand; gain then: up to 1 star }
        rest as "rest" {}
    """
    after = play(small(actions=actions).start(2, automatic=False), "gift")
    assert (after.to_move, pile(after, "purse", 0)) == (1, {"iron": 1})


def test_k13_a_later_choice_is_offered_only_with_a_payment_that_can_be_met() -> None:
    actions = """
        deal as "deal" { gain up to 2 iron; choose coin: coins; pay 2 coin; gain then: up to 1 star }
        rest as "rest" {}
    """
    state = play(small(actions=actions, supply="each coins 2; star 9").start(2), "deal")
    assert pile(state, "purse", 0) == {"star": 1}, "iron alone can be paid, so it was taken"


def test_k13_inside_for_each_player_that_player_decides() -> None:
    actions = """
        feast as "feast" { for each player { choose coin: coins in supply; gain 1 coin } }
        rest as "rest" {}
    """
    state = play(small(actions=actions).start(3), "feast")
    assert [state.to_move, play(state, "coin iron").to_move] == [0, 1]
    done = play(state, "coin iron", "coin copper", "coin silver")
    assert [pile(done, "purse", seat) for seat in range(3)] == [
        {"iron": 1},
        {"copper": 1},
        {"silver": 1},
    ]
    assert done.to_move == 1, "the turn of the first player is over"


def test_k13_in_a_loop_only_one_turn_of_it_is_left_out() -> None:
    actions = (
        PLAIN["actions"]
        + """
        feast as "feast" {
          for each player { choose card: cards in hand; gain up to 1 iron }
          gain last: up to 1 copper
        }
    """
    )
    state = play(
        small(actions=actions, supply="each coins 9; star 0").start(3),
        "take silver",
        "draw 1",
        "take silver",
    )
    done = play(state, "feast")
    assert [pile(done, "purse", seat) for seat in range(3)] == [
        {"silver": 1, "copper": 1},
        {"iron": 1},
        {"silver": 1},
    ]


def test_k13_a_run_at_the_head_of_a_trigger_is_one_decision_with_its_payment() -> None:
    triggers = """
        deal: at end of turn {
          choose card: cards in row
          require dear: worth of card >= 3
          pay price of card
          move card to own
        }
    """
    rich = 'rich as "rich" { gain up to 3 each coins }\nrest as "rest" {}'
    game = small(actions=rich, triggers=triggers)
    assert play(game.start(2), "rest").to_move == 1, "nothing can be paid, so nothing is asked"
    state = play(game.start(2), "rich")
    assert moves(state) == ["card 2-1", "card 2-2"]
    done = play(state, "card 2-2")
    assert pile(done, "purse", 0) == {"copper": 3, "silver": 1, "iron": 1}


def test_k14_a_choice_of_none_is_no_choice() -> None:
    actions = """
        some as "some {coins_}" { choose coins_: (0) different coins in supply; gain 1 each coins_ }
        rest as "rest" {}
    """
    game = small(actions=actions + '\nnap as "nap" {}')
    assert moves(game.start(2)) == ["rest", "nap"]


def test_k15_a_last_resort_is_offered_when_nothing_else_is() -> None:
    actions = (
        THREE
        + 'pass as "pass" if nothing else is possible {}\nsulk as "sulk" if nothing else is possible {}'
    )
    game = small(actions=actions, supply="each coins 1; star 0")
    state = play(game.start(2), "take copper", "take silver")
    assert (state.to_move, state.turn) == (1, 4), "the last coin was taken without asking"
    assert moves(state) == ["pass", "sulk"]


def test_k15_passes_counts_turns_in_a_row() -> None:
    actions = (
        THREE
        + 'pass as "pass" if nothing else is possible {}\nsulk as "sulk" if nothing else is possible {}'
    )
    end = "never: when round > 50 then at once\nranking { worth: most worth_of; shared }"
    game = small(actions=actions, supply="copper 2; silver 0; iron 0; star 0", end=end)
    state = game.start(2)  # both take the only coins by themselves, and then nobody can
    assert [number(state, "register", "passes"), state.turn] == [0, 3]
    assert number(play(state, "pass", "sulk"), "register", "passes") == 2


def test_k15_an_action_ends_the_row_of_passes() -> None:
    actions = """
        nap as "nap" { require late: passes >= 1 }
        pass as "pass" if nothing else is possible {}
        sulk as "sulk" if nothing else is possible {}
    """
    end = "never: when round > 50 then at once\nranking { worth: most worth_of; shared }"
    state = play(small(actions=actions, end=end).start(2), "pass")
    assert [number(state, "register", "passes"), state.turn] == [0, 3], "nap was the only choice"
    assert number(play(state, "sulk"), "register", "passes") == 0


def test_k15_a_player_without_any_option_is_passed_over() -> None:
    actions = THREE
    game = small(actions=actions, supply="copper 2; silver 0; iron 0; star 0")
    state = game.start(2)
    assert state.over
    assert state.outcome is not None
    assert state.outcome.end == "stuck"
    assert [event.kind for event in state.log].count("passed") == 2


def test_k16_the_player_chooses_wild_tokens_colour_by_colour() -> None:
    actions = (
        PLAIN["actions"] + 'stars as "stars" { gain up to 3 star; gain each_: up to 1 each coins }'
    )
    state = play(small(actions=actions, supply="each coins 5; star 9").start(2), "stars", "stars")
    # two: 2 copper, of which one is there and one must be a star
    paying = play(state, "buy 1-2")
    assert moves(paying) == ["pay 1 star for copper", "pay 2 star for copper"]
    done = play(paying, "pay 2 star for copper")
    assert pile(done, "purse", 0) == {"copper": 1, "silver": 1, "iron": 1, "star": 1}


def test_k16_a_number_is_offered_only_if_the_rest_can_still_be_paid() -> None:
    actions = (
        PLAIN["actions"] + 'stars as "stars" { gain up to 2 star; gain each_: up to 1 each coins }'
    )
    state = play(small(actions=actions, supply="each coins 5; star 9").start(2), "stars", "stars")
    # five: 2 silver and 2 iron, with one of each there: a star for each, no other way
    done = play(state, "buy 2-2")
    assert zone(done, "own", 0) == ["five"]
    assert pile(done, "purse", 0) == {"copper": 1}
    taken = [event.data["move"] for event in done.log if event.kind == "decided"]
    assert taken[-2:] == ["pay 1 star for silver", "pay 1 star for iron"]


def test_k16_nothing_is_asked_where_no_wild_token_could_be_spent() -> None:
    state = play(small().start(2), "take silver", "take copper", "buy 1-1")
    assert state.to_move == 1
    assert pile(state, "supply")["silver"] == 5


def test_k16_what_is_taken_less_beyond_the_cost_is_lost() -> None:
    actions = (
        PLAIN["actions"]
        + """
        get as "get {card}" { choose card: cards in row; move card to own }
        fee as "fee" { pay 1 copper + 1 silver less gives; gain up to 1 star }
    """
    )
    texts = ("get 1-1", "take iron", "get 2-1", "take iron")
    state = play(small(actions=actions).start(2), *texts)
    assert state.value("gives", 0) == (2, 0, 0, 0)
    assert "fee" not in moves(state), "the copper beyond the need pays for no silver"
    done = play(state, "take silver", "take iron", "fee")
    assert pile(done, "purse", 0) == {"star": 1}


def wild(properties: str) -> str:
    return f"""
        stars as "stars" {{ gain up to 3 star; gain each_: up to 1 copper }}
        buy as "buy {{card}}" {{
          choose card: cards in row
          pay price of card {{ wild star for coins {{ {properties} }} }}
          move card to own
        }}
        rest as "rest" {{}}
    """


def test_k16_a_wild_token_may_be_worth_more_and_is_not_spent_beyond_the_need() -> None:
    state = play(
        small(actions=wild("worth 2"), supply="each coins 5; star 9").start(2), "stars", "stars"
    )
    # four: 3 iron, none there: two stars, and a third would be beyond the need
    done = play(state, "buy 2-1")
    assert pile(done, "purse", 0) == {"copper": 1, "star": 1}


def test_k16_at_most_bounds_the_wild_tokens_of_one_payment() -> None:
    game = small(actions=wild("at most 1"), supply="each coins 5; star 9")
    state = play(game.start(2), "stars", "stars")
    assert [move for move in moves(state) if move.startswith("buy")] == ["buy 1-1", "buy 1-2"]


def test_k16_several_wild_tokens_are_asked_in_order() -> None:
    tokens = "coins copper, silver, iron\njokers star, moon"
    actions = """
        stars as "stars" { gain up to 1 star; gain moons: up to 1 moon; gain each_: up to 1 copper }
        buy as "buy {card}" {
          choose card: cards in row
          pay price of card { wild star for coins; wild moon for coins }
          move card to own
        }
        rest as "rest" {}
    """
    state = play(
        small(tokens=tokens, supply="each coins 5; star 3; moon 3", actions=actions).start(2),
        "stars",
        "stars",
    )
    paying = play(state, "buy 1-2")  # 2 copper, one there
    assert moves(paying) == ["pay 0 star for copper", "pay 1 star for copper"]
    assert moves(play(paying, "pay 1 star for copper")) == [
        "pay 0 moon for copper",
        "pay 1 moon for copper",
    ]
    assert pile(play(paying, "pay 0 star for copper"), "purse", 0) == {"star": 1}


def test_k16_none_of_several_wild_tokens_of_different_worth_is_spent_in_vain() -> None:
    tokens = "coins copper, silver, iron\njokers star, moon"
    actions = """
        stars as "stars" { gain up to 1 star; gain moons: up to 2 moon }
        buy as "buy {card}" {
          choose card: cards in row
          pay price of card { wild star for coins; wild moon for coins { worth 2 } }
          move card to own
        }
        rest as "rest" {}
    """
    game = small(tokens=tokens, supply="each coins 5; star 3; moon 4", actions=actions)
    state = play(game.start(2), "stars", "rest")
    # two: 2 copper; one moon pays both, and beside a star it would pay as much
    assert pile(play(state, "buy 1-2"), "purse", 0) == {"star": 1, "moon": 1}
    paying = play(state, "buy 2-1")  # four: 3 iron
    assert moves(paying) == ["pay 0 star for iron", "pay 1 star for iron"]
    assert pile(play(paying, "pay 1 star for iron"), "purse", 0) == {"moon": 1}
    assert pile(play(paying, "pay 0 star for iron"), "purse", 0) == {"star": 1}
