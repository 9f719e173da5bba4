"""Section 2 of the kernel: what others can't add up of a secret pile (K8)."""

from typing import Any

import pytest
from kernel.small import PLAIN, moves, pile, play, shown, small

from splendor_dsl.game.state import State

SECRET = PLAIN["zones"].replace(
    "purse tokens of a player { face up }", "purse tokens of a player { known to owner }"
)
ACTIONS = (
    PLAIN["actions"]
    + """
    give "give" as "give {coin} {rival}" {
      choose coin: coins in purse
      choose rival: others
      return 1 coin to purse of rival
    }
    stars as "stars" { gain up to 1 star; gain each_: up to 1 each coins }
    call as "call {coin}" { choose coin: coins; count called = called + 1 }
"""
)
COUNTERS = "called 0 from 0 to 9"


def secret(*texts: str, **sections: str) -> State:
    given = {"zones": SECRET, "actions": ACTIONS, "counters": COUNTERS, **sections}
    return play(small(**given).start(3), *texts)


def told(state: State, seat: int | None, kind: str) -> list[dict[str, Any]]:
    return [dict(event.data) for event in state.log_for(seat) if event.kind == kind]


@pytest.mark.parametrize("seat", [1, 2, None])
def test_k8_what_comes_to_a_secret_pile_is_told_to_its_owner_alone(seat: int | None) -> None:
    iron, copper = secret("take iron"), secret("take copper")
    assert iron.log_for(seat) == copper.log_for(seat)
    (taken,) = told(iron, seat, "tokens")
    assert (taken["count"], taken["tokens"]) == (1, None)
    assert told(iron, seat, "decided") == []
    assert told(iron, 0, "tokens")[0]["tokens"] == {"iron": 1}
    assert told(iron, 0, "decided") == [{"move": "take iron", "automatic": False}]


def test_k8_how_a_secret_pile_pays_is_told_to_its_owner_alone() -> None:
    state = secret("stars", "stars", "stars", "take copper", "call iron", "call iron")
    assert moves(play(state, "buy 1-2")) == ["pay 0 star for copper", "pay 1 star for copper"]
    ways = [play(state, "buy 1-2", f"pay {n} star for copper") for n in (0, 1)]
    assert ways[0].log_for(1) == ways[1].log_for(1)
    assert ways[0].log_for(0) != ways[1].log_for(0)
    assert {"move": "buy 1-2", "automatic": None} in told(ways[0], 1, "decided"), "that is seen"
    assert told(ways[0], 1, "tokens")[-1]["count"] == 2


def test_k8_how_an_open_pile_pays_is_told_to_all_though_another_is_secret() -> None:
    zones = f"{PLAIN['zones']}\nchest tokens of a player {{ known to owner }}"
    state = secret("stars", "stars", "stars", "take copper", "call iron", "call iron", zones=zones)
    state = play(state, "buy 1-2", "pay 1 star for copper")
    assert told(state, 1, "decided")[-1] == {"move": "pay 1 star for copper", "automatic": None}


def test_k8_whether_a_secret_pile_holds_wild_tokens_at_all_is_not_told() -> None:
    coins = secret("take copper", "call iron", "call iron", "take copper", "call iron", "call iron")
    star = secret("draw 1", "call iron", "call iron", "take copper", "call iron", "call iron")
    paid = [play(state, "buy 1-2") for state in (coins, star)]
    assert [told(state, 1, "decided")[-1]["move"] for state in paid] == ["buy 1-2"] * 2
    assert [told(state, 0, "decided")[-1]["move"] for state in paid] == [
        "buy 1-2",
        "pay 1 star for copper",
    ]


def test_k8_what_goes_back_to_keep_a_limit_is_told_to_the_player_alone() -> None:
    limits = "purse: tokens in purse at most 2 at end of turn"
    state = secret("stars", limits=limits)
    ways = [play(state, *back) for back in (("return iron", "return star"), ("return star",) * 1)]
    other = play(ways[1], "return copper")
    assert ways[0].log_for(1) == other.log_for(1)
    assert ways[0].log_for(0) != other.log_for(0)


def test_k8_what_goes_from_one_secret_pile_to_another_both_owners_know() -> None:
    state = secret("stars", "call iron", "call iron")
    iron, copper = play(state, "give iron player-2"), play(state, "give copper player-2")
    assert iron.log_for(2) == copper.log_for(2)
    assert told(iron, 1, "tokens")[-1]["tokens"] == {"iron": 1}
    assert pile(iron, "purse", 1) == {"iron": 1}


def test_k8_a_choice_of_tokens_that_none_comes_of_is_open() -> None:
    state = secret("call iron")
    assert told(state, 2, "decided") == [{"move": "call iron", "automatic": None}]


def test_k8_where_all_piles_are_open_all_is_told() -> None:
    state = secret("take iron", zones=PLAIN["zones"])
    assert told(state, 2, "decided") == [{"move": "take iron", "automatic": None}]
    assert told(state, 2, "tokens")[0]["tokens"] == {"iron": 1}


def test_k8_a_log_can_be_asked_for_from_a_place_on() -> None:
    before = secret("take iron")
    after = play(before, "take copper")
    assert after.log_for(2, since=len(before.log)) == after.log_for(2)[len(before.log_for(2)) :]


def refusals(state: State, move: str) -> list[str]:
    return [reason.message for reason in state.why_not(move)]


SPY = """
    spy as "spy {rival}" { choose rival: others; require that: CONDITION; gain 1 star }
"""


@pytest.mark.parametrize(
    ("condition", "told"),
    [
        ("iron in purse of rival > 5", "not so: iron in purse of player 1 > 5"),
        ("tokens in purse of rival > 5", "tokens in purse of player 1 is 1, and must be > 5"),
        ("iron in purse > 5", "iron in purse is 0, and must be > 5"),
        ("held of rival > 5", "not so: held of player 1 > 5"),
        ("held > 5", "held is 0, and must be > 5"),
        ("cards in hand of rival > 5", "cards in hand of player 1 is 0, and must be > 5"),
        ("sum of worth in hand of rival > 5", "not so: sum of worth in hand of player 1 > 5"),
        ("worth_of of rival > 5", "worth_of of player 1 is 0, and must be > 5"),
        ("every other player has (iron in purse > 5)", "not so: every other player (iron in purse > 5)"),
        ("round > 1 and iron in purse of rival > 5", "round is 1, and must be > 1"),
        (
            "round = 1 and iron in purse of rival > 5 and copper in purse of rival = 0",
            "not so: iron in purse of player 1 > 5 and copper in purse of player 1 = 0",
        ),
    ],
)  # fmt: skip
def test_k7_why_a_move_can_t_be_made_tells_no_number_that_rests_on_a_secret(
    condition: str, told: str
) -> None:
    actions = PLAIN["actions"] + SPY.replace("CONDITION", condition)
    values = PLAIN["values"] + "total held { iron: iron in purse }"
    given = {"zones": SECRET, "actions": actions, "values": values}
    state = play(small(**given).start(3), "take iron")
    assert state.to_move == 1
    assert refusals(state, "spy player-1") == [told]


def test_k7_of_a_piece_that_nobody_knows_the_reasons_tell_nothing() -> None:
    blind = """
        blind as "blind {card}" { choose card: top of deck; require good: worth of card > 8; pay price of card }
    """
    state = small(actions=PLAIN["actions"] + blind).start(2)
    (reason,) = state.why_not("blind 1")
    assert reason.message == "not so: worth of card > 8; or cannot pay what it costs"
    assert (reason.path, dict(reason.facts)) == ("actions.blind.good", {"hidden": True})


def test_k7_what_a_secret_pile_lacks_is_not_told() -> None:
    rob = """
        rob as "rob {rival}" { choose rival: others; gain 2 iron from purse of rival }
    """
    state = play(small(zones=SECRET, actions=PLAIN["actions"] + rob).start(2), "take iron")
    (reason,) = state.why_not("rob player-1")
    assert (reason.message, dict(reason.facts)) == (
        "purse of player 1 lacks some of that",
        {"hidden": True},
    )


HIDDEN_CHOICES = """
    sorts as "sorts {sorts} {rival}" {
      choose rival: others
      choose sorts: different coins in purse of rival different coins in supply
      gain 1 each sorts
    }
    guess as "guess {n} {rival}" {
      choose rival: others
      choose n: number from 0 to iron in purse of rival
      gain up to 1 star
    }
    tax as "tax {rival}" { choose rival: others; gain 3 iron from purse of rival }
"""


@pytest.mark.parametrize(
    ("move", "told"),
    [
        ("sorts copper silver player-1", ["it is not possible now"]),
        ("guess 5 player-1", ["it is not possible now"]),
        ("tax player-1", ["purse of player 1 lacks some of that"]),
    ],
)
def test_k7_how_much_may_be_chosen_tells_no_number_that_rests_on_a_secret(
    move: str, told: list[str]
) -> None:
    actions = PLAIN["actions"] + HIDDEN_CHOICES
    state = play(small(zones=SECRET, actions=actions).start(3), "take iron")
    reasons = state.why_not(move)
    assert [reason.message for reason in reasons] == told
    assert [dict(reason.facts) for reason in reasons] == [{"hidden": True}]


CLOSED = """
    spy as "spy {n} {rival}" {
      choose n: number from 0 to 9
      choose rival: others
      require that: iron in purse of rival >= n
      require rich: star in purse > 3
      gain 1 star
    }
    pick as "pick {coin} {rival}" {
      choose rival: others
      choose coin: coins in purse of rival
      require rich: star in purse > 3
      gain 1 star
    }
    tax as "tax {rival}" {
      choose rival: others
      gain 1 iron from purse of rival
      pay 3 star
    }
    two as "two {rival}" {
      choose rival: others
      require one: iron in purse of rival > 0
      require many: copper in purse of rival > 1
      gain 1 star
    }
    brew as "brew {rival}" {
      choose rival: others
      gain 1 * (iron in purse of rival) iron
      pay 9 iron
    }
"""
RICH = "star in purse is 0, and must be > 3"
EITHER = "not so: iron in purse of player 1 > 0; or not so: copper in purse of player 1 > 1"


@pytest.mark.parametrize(
    ("move", "told"),
    [
        *((f"spy {n} player-1", RICH) for n in range(4)),
        *((f"pick {coin} player-1", RICH) for coin in ("iron", "copper", "silver")),
        ("tax player-1", "purse of player 1 lacks some of that; or cannot pay what it costs"),
        ("two player-1", EITHER),
        ("brew player-1", "supply lacks some of that; or cannot pay what it costs"),
    ],
)
def test_k7_what_is_offered_alone_shows_what_a_requirement_makes_of_a_secret(
    move: str, told: str
) -> None:
    """Where something else speaks against a move, or more than one secret may, the reasons tell no more of them."""
    game = small(zones=SECRET, actions=PLAIN["actions"] + CLOSED)
    found = []
    for hidden in ("iron", "copper"):
        state = play(game.start(3), f"take {hidden}")
        assert moves(state) == moves(play(game.start(3), "take silver"))
        found.append(state.why_not(move))
    assert found[0] == found[1]
    assert [reason.message for reason in found[0]] == [told]


def test_k7_an_example_may_name_each_clause_whatever_is_hidden() -> None:
    actions = PLAIN["actions"] + CLOSED
    example = """
      given purse of Ann: 1 iron
      given purse of Bob: nothing
      given Bob to move
      then Bob cannot play "spy 3 player-1" by actions.spy.that
      then Bob cannot play "spy 3 player-1" by actions.spy.rich
      then Bob cannot play "two player-1" by actions.two.many
    """
    assert shown(example, zones=SECRET, actions=actions) is None


BETS = """
bet "bet" as "bet {rival}" {
  choose rival: others
  count called = called + 1
  require right: iron in purse of rival > 0
  gain up to 1 star
}
"""


def test_k7_a_requirement_in_the_middle_tells_of_a_secret_by_what_happens_alone() -> None:
    actions = ACTIONS + BETS
    iron, copper = (
        secret("take copper", text, "call iron", actions=actions)
        for text in ("take iron", "take copper")
    )
    assert moves(iron) == moves(copper)
    assert iron.log_for(0) == copper.log_for(0)
    paid = [pile(play(each, "bet player-2"), "purse").get("star", 0) for each in (iron, copper)]
    assert paid == [1, 0]
