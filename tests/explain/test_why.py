"""Why a move is not possible, in words and values."""

import pytest
from game.bundled import named
from kernel.small import PLAIN, play, small

from splendor_dsl.explain.why import Reason
from splendor_dsl.game.state import IllegalMoveError, State

STARS = 'stars as "stars" { gain up to 2 star; gain each_: up to 1 each coins }'


def why(state: State, move: str) -> list[str]:
    return [reason.message for reason in state.why_not(move)]


def acted(actions: str, *texts: str, **sections: str) -> State:
    return play(small(actions=actions + '\nrest as "rest" {}', **sections).start(2), *texts)


def test_a_possible_move_has_no_reason_against_it() -> None:
    state = small().start(2)
    assert state.why_not("take iron") == []
    assert state.why_not(state.moves[0]) == []


def test_a_failed_requirement_shows_its_values_and_its_clause() -> None:
    state = hand_full()
    (reason,) = state.why_not("reserve 1-1")
    assert reason == Reason(
        path="actions.reserve.room",
        message="the hand is full: cards in hand is 3, and must be < 3",
        cites=("C-RES-2",),
        facts={
            "text": "cards in hand < limit of hand",
            "failing": ("cards in hand is 3, and must be < 3",),
        },
        nearest=state.for_players.notation.parse("buy 1-4"),
    )


def hand_full() -> State:
    state = named("classic").start(2, seed=1)
    take = named("classic").parse_move
    for _ in range(3):
        state = state.play(take("reserve 1-1")).play(state.moves[0])
    return state


@pytest.mark.parametrize(
    ("condition", "message"),
    [
        ("iron in purse >= 2", "iron in purse is 0, and must be >= 2"),
        ("2 <= iron in purse", "iron in purse is 0, and must be >= 2"),
        ("cards in row where (worth > 8) = 1", "cards in row where (worth of it > 8) is 0, and must be 1"),
        ("different coins in supply < players", "different coins in supply is 3, and must be < 2 (players)"),
        ("worth_of + 1 > 3 * 2", "worth_of + 1 is 1, and must be > 6 (3 * 2)"),
        ("min(4, coins in supply) != 4", "min(4, coins in supply) is 4, and must be anything but 4"),
        (
            "gives covers 1 each coins",
            ("gives is nothing, and must cover 1 copper, 1 silver and 1 iron:"
            " 1 copper, 1 silver and 1 iron too little"),
        ),
        ("holder of crown = player", "holder of crown is nobody, and must be player 1 (player)"),
        ("rich", "rich does not hold: worth_of is 0, and must be >= 5"),
        ("not 1 = 1", "not so: not 1 = 1"),
        ("1 = 2 or 3 = 4", "1 is 1, and must be 2; or 3 is 3, and must be 4"),
        ("1 = 2 and 3 = 4", "1 is 1, and must be 2 and 3 is 3, and must be 4"),
        ("any player has (iron in purse > 0)", "no player has (iron in purse > 0)"),
        ("every player has (round > 1)", "round is 1, and must be > 1"),
        ("every other player has (iron in purse > 0)", "iron in purse of player 2 is 0, and must be > 0"),
        ("every c of coins has (c in purse > 0)", "copper in purse is 0, and must be > 0"),
        ("sum of worth in row > 99", "sum of worth in row is 8, and must be > 99"),
        ("any c of coins has (c in purse > 0)", "no c of coins has (c in purse > 0)"),
        (
            "any c of coins has (any d of coins has (c in purse > d in purse))",
            "no c of coins has (any d of coins (c in purse > d in purse))",
        ),
        (
            "any one in row has (every two in row has (worth of one > worth of two))",
            "no one in row has (every two in row (worth of one > worth of two))",
        ),
        ("stock of iron = 1", "stock of iron is 5, and must be 1"),
    ],
)  # fmt: skip
def test_conditions_in_words(condition: str, message: str) -> None:
    actions = f'try as "try" {{ require that: {condition} }}\nnap as "nap" {{}}'
    assert why(acted(actions, markers="crown"), "try") == [message]


def test_several_requirements_that_fail_are_all_told() -> None:
    actions = 'try as "try" { require one: 1 = 2 because "of one"; require two: 3 = 4; gain 1 iron }\nnap as "nap" {}'
    assert why(acted(actions), "try") == ["of one: 1 is 1, and must be 2", "3 is 3, and must be 4"]


def test_a_player_who_was_chosen_is_called_as_a_player_is() -> None:
    actions = """
        rob as "rob {rival}" {
          choose rival: others
          require rich: iron in purse of rival > 0
          gain 1 iron from purse of rival
        }
        nap as "nap" {}
    """
    assert why(acted(actions), "rob player-2") == [
        "iron in purse of player 2 is 0, and must be > 0",
        "purse of player 2 lacks 1 iron of 1 iron",
    ]


def test_what_hangs_on_a_choice_that_fails_is_not_told() -> None:
    actions = """
        try as "try {coin} {card}" {
          choose coin: coins in supply
          require more: coin in supply > 9
          choose card: cards in row
          require big: worth of card > 9
          gain 1 coin
        }
        nap as "nap" {}
    """
    state = acted(actions)
    assert why(state, "try star 1-9") == [
        "star can't be chosen: coins only",
        "there is no row 1-9: its places are 1 to 2",
    ]
    assert why(state, "try iron 1-9") == [
        "iron in supply is 5, and must be > 9",
        "there is no row 1-9: its places are 1 to 2",
    ]


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ("buy 1-3", "there is no row 1-3: its places are 1 to 2"),
        ("buy 1-0", "there is no row 1-0: its places are 1 to 2"),
        (
            "buy 99999999999999999999-1",
            "there is no row 99999999999999999999-1: its parts are 1, 2",
        ),
        ("buy hand-99999999999999999999", "nothing lies in hand 99999999999999999999"),
        ("buy 7-1", "there is no row 7-1: its parts are 1, 2"),
        ("buy hand-1", "nothing lies in hand 1"),
        ("buy 1-1", "cannot pay 1 silver: 1 silver short, and no star to stand in"),
        ("buy 2-1", "cannot pay 3 iron: 3 iron short, and no star to stand in"),
        ("take star", "star can't be chosen: coins only"),
        ("pass", "it is possible only if nothing else is, and 'take copper' is"),
        ("fly", "expected one of"),
        ("take", "expected 'take {coin}', found 'take'"),
    ],
)
def test_moves_that_can_t_be(move: str, message: str) -> None:
    (found,) = why(small().start(2), move)
    assert found.startswith(message)


def test_a_set_of_the_wrong_size_or_with_what_is_not_there() -> None:
    actions = """
        some as "some {set}" {
          choose set: min(2, different coins in supply) different coins in supply
          gain 1 each set
        }
        nap as "nap" {}
    """
    state = acted(actions, supply="copper 4; silver 4; iron 0; star 1")
    assert why(state, "some copper") == ["expected 2 different coins, found 1"]
    assert why(state, "some copper iron") == ["there is no iron in supply"]


def test_a_number_out_of_range_and_a_player_who_can_t_be_chosen() -> None:
    actions = 'many as "many {amount} {rival}" { choose rival: others; choose amount: number from 1 to 3 }\nnap as "nap" {}'
    state = acted(actions)
    assert why(state, "many 4 player-2") == ["expected a number from 1 to 3, found 4"]
    assert why(state, "many 2 player-1") == ["expected player 2, found player 1"]


def test_a_pile_that_lacks_what_is_gained() -> None:
    actions = 'two as "two {coin}" { choose coin: coins; gain 2 coin; gain more: 1 each coins }\nnap as "nap" {}'
    state = acted(actions, supply="each coins 2; star 1")
    assert why(state, "two iron") == ["supply lacks 1 iron of 1 copper, 1 silver and 1 iron"]


def test_another_decision_is_due() -> None:
    actions = (
        'gift as "gift" { gain up to 1 iron; may choose coin: coins in supply; gain then: 1 coin }'
    )
    state = acted(actions, "gift")
    assert why(state, "rest") == [
        "another decision is due: a choice (coin copper, coin silver, coin iron, no coin)"
    ]
    assert why(state, "coin star") == ["star can't be chosen: coins only"]


def test_what_must_be_chosen_can_t_be_declined() -> None:
    state = acted(
        'gift as "gift" { gain up to 1 iron; choose coin: coins in supply; gain then: 1 coin }',
        "gift",
    )
    assert why(state, "no coin") == ["'coin' can't be declined"]


def test_payments_that_can_t_be() -> None:
    actions = PLAIN["actions"] + STARS
    state = play(
        small(actions=actions, supply="each coins 5; star 9").start(2), "stars", "stars", "buy 1-2"
    )
    assert [str(move) for move in state.moves] == ["pay 1 star for copper", "pay 2 star for copper"]
    assert why(state, "pay 0 star for copper") == [
        "0 star for copper is not possible: 1 to 2 are possible"
    ]
    assert why(state, "pay 1 star for iron") == [
        "the next to decide is how many star to pay for copper"
    ]
    assert why(state, "take iron") == [
        "another decision is due: a payment (pay 1 star for copper, pay 2 star for copper)"
    ]


def test_numbers_with_gaps_between_them_are_listed() -> None:
    """Of tokens worth 2 and 3, five are paid by one of each, three of the first, or two of the other."""
    actions = PLAIN["actions"].replace(
        "{ wild star for coins }",
        "{ wild star for coins { worth 2 }; wild moon for coins { worth 3 } }",
    )
    tokens = PLAIN["tokens"] + ", moon"
    supply = "each coins 0; star 3; moon 2"
    rows = PLAIN["rows cards"].replace(": 1 silver", ": 5 silver")
    fill = 'all as "all" { gain up to 3 star; gain moons: up to 2 moon }\n'
    given = {"actions": actions + fill, "tokens": tokens, "supply": supply, "rows_cards": rows}
    state = play(small(**given).start(2), "all", "all", "buy 1-1")
    assert [str(move) for move in state.moves] == [f"pay {n} star for silver" for n in (0, 1, 3)]
    assert why(state, "pay 2 star for silver") == [
        "2 star for silver is not possible: only 0, 1 or 3 are possible"
    ]


SWAP = """
    swap as "swap {card} {rival}" {
      choose rival: players
      choose card: cards in hand of rival
      move card to hand
    }
"""


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ("swap hand-1@1 player-1", "what is yours is typed without '@1'"),
        ("swap hand-1@7 player-2", "expected player 1 or player 2, found player 7"),
        ("swap hand-2@2 player-2", "nothing lies in hand 2"),
    ],
)
def test_whose_place_it_is_may_be_wrong(move: str, message: str) -> None:
    state = play(small(actions=PLAIN["actions"] + SWAP).start(2), "draw 1", "draw 2")
    assert moves_of(state, "swap") == ["swap 1 player-1", "swap 1@2 player-2"]
    assert why(state, move) == [message]


def moves_of(state: State, word: str) -> list[str]:
    return [str(move) for move in state.moves if str(move).startswith(word)]


def test_in_a_loop_over_players_a_place_is_of_who_decides() -> None:
    steps = "for each player { choose card: cards in hand; require big: worth of card > 8; move card to own }"
    rows = (
        PLAIN["rows cards"].replace('"three" 1 2', '"three" 1 9').replace('"six" 2 5', '"six" 2 9')
    )
    more = rows + '"seven" 1 3 iron : 1 iron\n"eight" 1 9 iron : 1 iron\n"nine" 1 9 iron : 1 iron'
    game = small(actions=PLAIN["actions"] + f'all as "all" {{ {steps} }}', rows_cards=more)
    state = play(game.start(2), "take iron", "draw 1", "take iron", "draw 1", "take iron", "draw 1")
    state = play(state, "all")
    assert (state.to_move, moves_of(state, "card")) == (1, ["card 1", "card 3"])
    assert why(state, "card 2") == ["worth of card is 3, and must be > 8"]
    assert why(state, "card 4") == ["nothing lies in hand 4"]


def test_a_move_of_another_game_is_judged_by_its_words() -> None:
    state = small().start(2)
    strange = named("classic").parse_move("take white blue green")
    (reason,) = state.why_not(strange)
    assert reason.message.startswith("'take white blue green': there is no token 'white'")
    with pytest.raises(IllegalMoveError, match="there is no token 'white'"):
        state.play(strange)


def test_returns_that_can_t_be() -> None:
    limits = "purse: tokens in purse at most 2 at end of turn { keep star }"
    actions = (
        'grab as "grab" { gain up to 1 copper; gain more: up to 2 silver; gain last: up to 2 star }'
    )
    state = acted(actions, "grab", limits=limits)
    assert why(state, "return star")[0] == "star can't be put back"
    assert why(state, "return iron") == ["there is no iron in purse"]
    assert why(state, "rest") == [
        "another decision is due: what to put back (return copper, return silver)"
    ]


def test_a_game_that_is_over() -> None:
    end = "now: when round >= 1 then at once\nranking { worth: most worth_of; shared }"
    state = play(small(end=end).start(2), "take iron")
    assert why(state, "take iron") == ["the game is over"]


def test_an_illegal_move_raises_with_its_reasons() -> None:
    game = small()
    with pytest.raises(
        IllegalMoveError, match="buy 1-1 is not possible: cannot pay 1 silver"
    ) as raised:
        game.start(2).push(game.parse_move("buy 1-1"))
    assert raised.value.reasons[0].path == "actions.buy.pay"


# ---- texts that are no moves ---------------------------------------------------------------------
SOME = """
    some as "some {set}" {
      choose set: 2 different coins in supply
      gain 1 each set
    }
    rob as "rob {rival}" { choose rival: others }
    many as "many {amount}" { choose amount: number from 1 to 3 }
"""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("some iron iron", "'some iron iron': 'iron' stands there twice"),
        ("some iron irno", "'some iron irno': there is no token 'irno': did you mean 'iron'?"),
        ("some iron silver 3", "'some iron silver 3': there is no token '3': only"),
        ("rob iron", "'rob iron': expected a player such as 'player-2', found 'iron'"),
        ("many players", "'many players': expected a number, found 'players'"),
    ],
)
def test_a_word_that_fits_nowhere_is_named(text: str, message: str) -> None:
    (found,) = why(acted(SOME), text)
    assert found.startswith(message)


TWO_FORMS = """
    get as "get {set}" {
      choose set: 2 different coins in supply
      gain 1 each set
    }
    double as "get 2 {coin}" {
      choose coin: coins in supply
      gain 2 coin
    }
"""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("get irno silver", "'get irno silver': there is no token 'irno': did you mean 'iron'?"),
        ("get silver irno", "'get silver irno': there is no token 'irno': did you mean 'iron'?"),
        ("get 2 irno", "'get 2 irno': there is no token 'irno': did you mean 'iron'?"),
        ("get dinner", "expected 'get {set}' or 'get 2 {coin}', found 'get dinner'"),
    ],
)
def test_a_slip_in_a_token_is_told_wherever_it_stands(text: str, message: str) -> None:
    (found,) = why(acted(TWO_FORMS), text)
    assert found.startswith(message)
