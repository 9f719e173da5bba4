"""Each option of a game has a number of its own."""

from itertools import pairwise

import pytest
from game.bundled import named
from kernel.small import PLAIN, small

from splendor_dsl.game.game import Game
from splendor_dsl.ir.nodes import Ask, Payment
from splendor_dsl.lowering.memory_layout import memory_layout
from splendor_dsl.lowering.numbering import AskNumbers, number_options

OPTIONAL = """
    tip: at end of turn {
      may choose coin: coins in supply
      gain 1 coin
      may choose other: coins in supply
      gain more: 1 other
    }
"""
LIMITS = "purse: tokens in purse at most 4 at end of turn { keep star }"


def numbers(game: Game) -> tuple[AskNumbers, ...]:
    return number_options(memory_layout(game.program)).asked


def used(asked: AskNumbers) -> set[int]:
    """All numbers that the options of a decision can have."""
    found = {0}
    for choice in asked.choices:
        found = {number + way * choice.stride for number in found for way in range(choice.ways)}
    if not isinstance(asked.decision, Ask):
        found = set(range(asked.end - asked.base))
    return {asked.base + number for number in found} | ({asked.decline} - {None})


@pytest.mark.parametrize(
    "game",
    [small(triggers=OPTIONAL, limits=LIMITS), small(actions=PLAIN["actions"]), named("marvel")],
    ids=["may", "plain", "marvel"],
)
def test_no_two_options_have_the_same_number(game: Game) -> None:
    asked = numbers(game)
    for each in asked:
        assert used(each) == set(range(each.base, each.end))
    assert all(one.end == other.base for one, other in pairwise(asked))
    assert asked[0].base == 0


def test_declining_comes_last() -> None:
    declined = [each for each in numbers(small(triggers=OPTIONAL)) if each.decline is not None]
    assert [each.end - 1 for each in declined] == [each.decline for each in declined]
    assert len(declined) == 2


def test_a_payment_counts_wild_tokens_for_each_token() -> None:
    (paid,) = (each for each in numbers(small()) if isinstance(each.decision, Payment))
    assert paid.stride == 1 + 3  # of the stars in the supply
    assert paid.end - paid.base == 4 * paid.stride
