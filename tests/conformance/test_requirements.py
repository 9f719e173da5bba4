"""The requirements of an action before it is offered are the same on every backend (K11, K13)."""

import pytest
from conformance.comparing import tables
from kernel.small import PLAIN, small

from splendor_dsl.compiler.module import all_gaps
from splendor_dsl.game.game import Game

# One after the other, so that what one step brings counts for the next.
STEPS = (
    "gain 2 iron; return 1 iron",
    "return 1 silver; gain 1 silver; gain more: 1 iron",
    "choose one: coins; choose other: coins; return 2 one; gain 1 other; return then: 1 other",
    "gain 1 copper; pay 3 copper { wild star for coins }; gain more: 1 iron",
    "choose set: 2 different coins in supply; gain 1 each set; return 1 copper; gain more: 1 copper",
    "choose rival: others; gain 1 iron from purse of rival; return 1 copper to purse of rival",
    "move top of deck to hand; pay 1 copper { wild star for coins }; gain up to 1 star",
    "count days = days + 1; move top of deck to hand; pay (days) silver",
)
# Where one step hangs on another, they are tried one after the other.
TRIED = (
    "return 1 iron; pay 2 iron { wild star for coins }",
    "pay 2 iron { wild star for coins }; return 1 iron",
    "choose card: cards in row; return up to 1 copper; pay price of card { wild star for coins }; return back: 1 star",
    "gain up to 1 iron; pay 2 iron { wild star for coins }",
    "return 1 iron; gain (iron in purse + 1) copper",
    "gain 1 iron; pay (iron in purse) silver { wild star for coins { worth 2 } }",
    "choose rival: players; gain 1 iron from purse of rival; return 1 iron",
    "choose rival: players; return 1 silver to purse of rival; pay 1 silver { wild star for coins }",
    "choose coin: coins in purse; return 2 coin; gain (most over player (coins in purse)) coin",
    "return 1 silver to vault of holder of lamp; return more: 1 silver; gain 1 iron from vault of holder of lamp",
    "gain 1 star; pay 1 copper + 1 star { wild star for coins }",
    "choose card: cards in row; pay price of card + 1 star less gives { wild star for coins { worth 2; at most 1 } }",
    "choose n: number from 0 to 2; pay (n) star + 2 silver less 1 star { wild star for coins }; return up to 1 iron",
    "pay 3 silver { wild star for coins { worth days - 1; at most 2 - days } }",
    "pay 3 silver + 1 iron { wild star for coins { worth 60 * days } }; return 1 copper",
    "pay 2 iron { wild star for coins { at most days - 2 } }; count days = days + 1",
    "gain up to (2 - iron in purse) * gives",
    "gain up to (1 - iron in purse) iron + (2 - copper in purse) copper",
    "gain up to (40 * tokens in purse - 100) silver",
    "require have: tokens in purse > 0; gain (3 - silver in purse) silver; return (9 * tokens in purse - 17) copper",
    "choose low: number from 0 to 3; return (low - 1) copper; gain (low - 1) silver",
    "give lamp to player",
)
COUNTERS = "days 0 from 0 to 3"


@pytest.mark.conformance
def test_requirements_are_the_same_on_every_backend() -> None:
    tries = "\n".join(f"try{at} {{ {steps} }}" for at, steps in enumerate(STEPS))
    actions = f"{tries}\n{PLAIN['actions']}"
    game = small(actions=actions, counters=COUNTERS, supply="each coins 6; star 4")
    for table in tables(game, [2, 3]):
        for number in range(12):
            assert table.play(number) > 0


def tried() -> Game:
    tries = "\n".join(f"try{at} {{ {steps} }}" for at, steps in enumerate(TRIED))
    zones = PLAIN["zones"] + "\nvault tokens of a player { known to owner }"
    actions = f"{tries}\n{PLAIN['actions']}"
    return small(
        actions=actions,
        counters=COUNTERS,
        markers="lamp",
        zones=zones,
        supply="each coins 6; star 5",
    )


def test_steps_that_hang_on_each_other_are_compiled() -> None:
    assert all_gaps(tried().program) == ()


@pytest.mark.conformance
def test_steps_that_hang_on_each_other_are_tried_alike_on_every_backend() -> None:
    for table in tables(tried(), [2, 3]):
        for number in range(25):
            assert table.play(number) > 0
