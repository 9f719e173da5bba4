"""Triggers that wait until others have asked: generated code remembers them as the rules do."""

from kernel.small import small
from lowering.alike import played_alike

TRIGGERS = """
    gift: at end of turn { may choose coin: coins in supply; gain 1 coin }
    luck: at end of turn {
      may choose one: coins in supply
      may choose other: coins in supply
      gain 1 one
      gain more: up to 1 other
    }
"""


def test_a_trigger_waits_until_the_one_before_it_has_asked() -> None:
    for state in played_alike(small(triggers=TRIGGERS), seeds=range(2)):
        assert {move.path for move in state.played} >= {"triggers.gift.coin", "triggers.luck.other"}
