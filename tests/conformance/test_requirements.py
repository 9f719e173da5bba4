"""What an action asks for before it is offered is the same on every backend (K11, K13)."""

import pytest
from conformance.comparing import tables
from kernel.small import PLAIN, small

from splendor_dsl.backends.compiled.module import all_gaps

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
# What is tried without making it would be heavy: the clause, and why.
GAPS = {
    "return 1 iron; pay 1 iron": ("return", "returned from the pile of a payment"),
    "pay 1 iron; return 1 iron": ("return", "returned from the pile of a payment"),
    "return up to 1 iron; pay 1 iron": ("return", "returned from the pile of a payment"),
    "gain up to 1 iron; pay 1 iron": ("gain", "of which there may be less"),
    "return 1 iron; gain (iron in purse) copper": ("gain", "depends on what was moved before"),
    "gain 1 iron; pay (iron in purse) copper": ("pay", "depends on what was moved before"),
    "choose rival: players; gain 1 iron from purse of rival; return 1 iron": (
        "gain",
        "who may be the same",
    ),
}
COUNTERS = "days 0 from 0 to 3"


@pytest.mark.slow
def test_requirements_are_the_same_on_every_backend() -> None:
    tries = "\n".join(f"try{at} {{ {steps} }}" for at, steps in enumerate(STEPS))
    actions = f"{tries}\n{PLAIN['actions']}"
    game = small(actions=actions, counters=COUNTERS, supply="each coins 6; star 4")
    for table in tables(game, [2, 3]):
        for number in range(12):
            assert table.play(number) > 0


@pytest.mark.parametrize("steps", GAPS)
def test_what_can_t_be_tried_without_making_it_is_left_to_the_interpreter(steps: str) -> None:
    step, reason = GAPS[steps]
    game = small(actions=f"try {{ {steps} }}\nrest {{}}", counters=COUNTERS)
    (gap,) = all_gaps(game.program)
    assert gap.path == f"actions.try.{step}"
    assert reason in gap.reason
