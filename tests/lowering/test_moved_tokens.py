"""Tokens that move between piles of one name, and bounds of the amounts that move, in generated code."""

import pytest
from kernel.small import PLAIN, pile, play, small

from splendor_dsl.compiler.backend_choice import Backend
from splendor_dsl.game.game import game
from splendor_dsl.lowering.expressions import new_scope
from splendor_dsl.lowering.memory_layout import memory_layout
from splendor_dsl.lowering.scope import MOVER, Tables, Val
from splendor_dsl.lowering.text import Writer

BEG = """
    beg as "beg {rival}" { choose rival: player; gain up to 2 iron from purse of rival }
"""


@pytest.mark.parametrize("backend", ["interpreter", "python"])
def test_tokens_move_from_another_players_pile_to_the_same_of_ones_own(backend: Backend) -> None:
    made = game(small(actions=PLAIN["actions"] + BEG).model, backend=backend)
    state = play(made.start(2), "take iron", "beg player-1")
    assert [pile(state, "purse", seat) for seat in (0, 1)] == [{}, {"iron": 1}]
    state = play(state, "take copper", "beg player-2")
    assert [pile(state, "purse", seat) for seat in (0, 1)] == [{"copper": 1}, {"iron": 1}]


def test_the_lesser_of_two_amounts_may_be_nothing() -> None:
    """Even of amounts of at most 1, so that nothing is taken for known."""
    scope = new_scope(memory_layout(small().program), Writer(), Tables(), {0: MOVER})
    scope.out.begin(scope.out.label(), "one")
    least = scope.least(Val("one", 0, 1), Val("other", 0, 3))
    assert (least.low, least.high, least.const) == (0, 1, None)
