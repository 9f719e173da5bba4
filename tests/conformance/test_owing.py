"""Owed turns and actions are taken alike on every backend, and saved alike (K19, K33)."""

from pathlib import Path

import pytest
from conformance.comparing import tables
from kernel.small import PLAIN, small

from splendor_dsl.compiler.backend_choice import machine
from splendor_dsl.compiler.module import module
from splendor_dsl.compiler.module_cache import Shelf
from splendor_dsl.compiler.runner import NotEncodedError

ACTIONS = """
    haste "haste" { again; gain up to 1 iron }
    wish "wish" { do take; do more: draw }
    lend "lend" only when owed { gain up to 1 star; again }
"""
TRIGGERS = """
    gift: when cards enters own as card { require great: worth >= 3; again; do lend }
    dawn: at start of turn { if poor: tokens in purse = 0 { do take } }
"""


@pytest.mark.conformance
def test_what_is_owed_is_taken_alike_on_every_backend() -> None:
    game = small(
        actions=ACTIONS + PLAIN["actions"],
        triggers=TRIGGERS,
        phases="early 2 rounds in snake order { one action }",
        turn="one action\nend of turn\nif late: round = 2 { do take }",
        supply="each coins 7; star 4",
    )
    for table in tables(game, [2, 3]):
        for number in range(10):
            assert table.play(number) > 0


@pytest.mark.conformance
def test_no_more_turns_are_owed_than_there_may_be_on_every_backend() -> None:
    steps = "; ".join(f"again l{number}:" for number in range(400))
    actions = PLAIN["actions"] + f'\nhaste "haste" {{ {steps}; gain up to 1 iron }}'
    ends = PLAIN["end"].replace("passes >= players", "turn > 30")
    for table in tables(small(actions=actions, end=ends), [2]):
        assert table.play(1) > 0


def test_a_position_in_which_more_is_owed_than_there_is_room_for_is_not_encoded(
    tmp_path: Path,
) -> None:
    game = small(actions=ACTIONS + PLAIN["actions"])
    runner = machine(module(game.program, "python", Shelf(tmp_path)), 2)
    cells = game.start(2).cells.copy()
    at = runner.codec.layout.register("owed")
    cells[at] = (0,) * 10
    assert runner.cells(runner.position(cells))[at] == cells[at]
    cells[at] = (0,) * 11
    with pytest.raises(NotEncodedError):
        runner.position(cells)
