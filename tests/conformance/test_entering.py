"""Triggers of zones that refill are compiled where no circle leads back to them, and a circle is told as one."""

from itertools import pairwise

import pytest
from conformance.comparing import tables
from kernel.small import PLAIN, small

from splendor_dsl.compiler.module import all_gaps
from splendor_dsl.game.game import Game
from splendor_dsl.lowering.unsupported import ASKING_TRIGGER, CAUSES_ITSELF, MANY_WAYS

ZONES = PLAIN["zones"] + "\nheap cards { face up }\nshelf cards of a player { face up }"
SETUP = "fill row; move top (1) of deck to heap"
END = PLAIN["end"] + "\nlate: when turn > 30 then at once"


def with_trigger(steps: str, **sections: str) -> Game:
    """The plain game with a trigger on the row, which refills from the deck."""
    triggers = f"come: when cards enters row as card {{ {steps} }}"
    return small(**{"triggers": triggers, "zones": ZONES, "setup": SETUP, "end": END, **sections})


@pytest.mark.conformance
@pytest.mark.parametrize(
    "steps",
    [
        "move top of heap to shelf",  # from where nothing refills
        "move top of deck to heap",  # the row refills from there, but is not left
        "if some: cards in hand > 1 { move all in hand to shelf }",
    ],
)
def test_what_moves_other_pieces_when_a_place_is_refilled_is_compiled(steps: str) -> None:
    game = with_trigger(steps)
    assert not all_gaps(game.program)
    for table in tables(game, [2], checked=True):
        for number in range(4):
            assert table.play(number) > 0


@pytest.mark.parametrize("steps", ["move card to shelf", "move top (1) of row to heap"])
def test_a_refilled_place_that_is_left_at_once_is_told_as_a_circle(steps: str) -> None:
    found = {(gap.path, gap.why) for gap in all_gaps(with_trigger(steps).program)}
    assert found == {("triggers.come", CAUSES_ITSELF)}


def test_a_trigger_that_asks_behind_another_is_told_as_such() -> None:
    asking = """
        come: when cards enters row as card { move top of heap to shelf }
        ask: when cards enters shelf as card { may choose coin: coins in supply; gain 1 coin }
    """
    found = {gap.why for gap in all_gaps(with_trigger("", triggers=asking).program)}
    assert found == {ASKING_TRIGGER}


def test_triggers_that_lead_to_each_other_in_many_ways_are_looked_at_once() -> None:
    names = [f"z{at}" for at in range(40)]
    zones = "\n".join(f"{name} cards {{ face up }}" for name in names)
    twice = "move top (1) of deck to {0}; move again: top (1) of deck to {0}"
    triggers = "\n".join(
        f"t{name}: when cards enters {name} as card {{ {twice.format(after)} }}"
        for name, after in pairwise(names)
    )
    actions = PLAIN["actions"] + '\nall as "all" { move all in heap to z0 }'
    game = small(zones=f"{ZONES}\n{zones}", triggers=triggers, actions=actions, setup=SETUP)
    assert {gap.why for gap in all_gaps(game.program)} == {MANY_WAYS}
