"""The law of the log (K30): whatever changes a position is told, so that the events alone give it."""

import pytest
from kernel.folding import named, told_position
from kernel.small import PLAIN, small

import splendor_dsl
from splendor_dsl.bundled import bundled_games
from splendor_dsl.chance import PLAYOUT, Stream, stream_key
from splendor_dsl.game.state import State

MOST_MOVES = 400
SEEDS = 6
EVERY = 40  # after so many moves the log is read again from its beginning


def agrees(state: State) -> bool:
    """Whether the log tells the position as it is."""
    assert told_position(state) == named(state, state.cells)
    return True


def followed(state: State, seed: int) -> State:
    """The end of a random game, in which the log agreed with the position all the way."""
    chance = Stream(stream_key(seed, 0, PLAYOUT))
    for number in range(MOST_MOVES):
        if number % EVERY == 0:
            assert agrees(state)
        if state.over:
            break
        state.advance(state.moves[chance.below(len(state.moves))])
    assert agrees(state)
    return state


@pytest.mark.parametrize("name", bundled_games())
def test_the_log_of_a_bundled_game_gives_each_position(name: str) -> None:
    game = splendor_dsl.load(name, backend="interpreter")
    players = game.players[-1]
    assert followed(game.start(players, seed=11), 11).log


SLIDING = PLAIN["zones"].replace("places 2; refill", "places 2; slide; refill")
GRAB = """
    grab as "grab {card}" { choose card: cards in row; move card to own }
    rest as "rest" if nothing else is possible {}
"""
HOUSES = {
    ("pieces move up", "slid"): {"zones": SLIDING, "actions": GRAB},
    ("an owed action lapses", "lapsed"): {
        "actions": 'wish as "wish" { do use }\n'
        'use as "use {card}" only when owed { choose card: cards in hand; move card to own }\n'
        + PLAIN["actions"]
    },
    ("an owed action is done", "owed"): {
        "actions": 'wish as "wish" { do use; do more: use }\n'
        'use as "use {card}" only when owed { choose card: cards in row; move card to own }\n'
        + PLAIN["actions"]
    },
    ("turns and runs are owed", "extra"): {
        "actions": 'haste as "haste" { again }\n' + PLAIN["actions"],
        "phases": "first 2 rounds in snake order { one action }",
    },
    ("turns and actions are owed to others", "resumed"): {
        "actions": 'haste as "haste" { for each player { again; do take } }\n' + PLAIN["actions"],
        "phases": "first 2 rounds in snake order { one action }",
    },
    ("an end is forgotten", "forgotten"): {
        "end": """
            odd: when tokens in supply = 17 then finish the round judged again
            late: when round >= 9 then at once
            ranking { worth: most worth_of; shared }
        """,
    },
    ("hands and decks are shuffled and shown", "revealed"): {
        "actions": PLAIN["actions"]
        + """
          keep as "keep {card}" { choose card: cards in row; move card to hand }
          mix as "mix" { shuffle hand; shuffle rest: deck; reveal deck; reveal more: hand }
          lay as "lay {card}" { choose card: cards in hand; move card to deck }
        """,
    },
    ("pieces with sides", "shuffled"): {
        "rows_cards": '"sun" 1 0 copper : 1 silver / "moon" 1 9 iron : 1 iron\n'
        '"day" 1 0 copper : 1 silver / "night" 1 9 iron : 1 iron',
        "setup": "shuffle deck\nfill row",
        "actions": PLAIN["actions"] + 'mix as "mix" { shuffle deck; shuffle rest: row }',
    },
    ("a loop over players", "counter"): {
        "actions": PLAIN["actions"]
        + 'all as "all" { for each player { gain up to 1 iron; count day = day + 1 } }',
        "counters": "day 0 from 0 to 9",
    },
}


@pytest.mark.parametrize(("name", "kind"), HOUSES)
def test_the_log_of_a_house_rule_gives_each_position(name: str, kind: str) -> None:
    game = small(**HOUSES[name, kind])
    ends = [followed(game.start(3, seed=seed), seed) for seed in range(SEEDS)]
    assert kind in {event.kind for end in ends for event in end.log}, "it never comes about"
