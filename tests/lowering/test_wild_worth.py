"""Wild tokens that are worth a number that changes: generated code takes the payments that the rules take."""

from random import Random

import pytest
from kernel.small import PLAIN, small
from lowering.alike import played_alike

from splendor_dsl.compiler.module import text_of
from splendor_dsl.ir.nodes import Payment
from splendor_dsl.lowering.expressions import new_scope
from splendor_dsl.lowering.memory_layout import memory_layout
from splendor_dsl.lowering.payments import wild_token
from splendor_dsl.lowering.scope import MOVER, Tables
from splendor_dsl.lowering.text import Writer
from splendor_dsl.notation.moves import Move

PLAY = """
    warm "warm" { count heat = heat + 1 }
    cool "cool" { count heat = heat - 1 }
    stars "stars" { gain up to 2 star }
    fetch as "fetch {coin}" { choose coin: coins in supply; gain up to 2 coin }
"""


@pytest.mark.parametrize("bounds", ["0 to 1", "0 to 2", "0 to 3", "1 to 2", "2 to 2"])
@pytest.mark.parametrize("at_most", ["", "; at most 1", "; at most heat"])
def test_what_a_wild_token_is_worth_may_change(bounds: str, at_most: str) -> None:
    wild = f"{{ wild star for coins {{ worth heat{at_most} }} }}"
    actions = PLAIN["actions"].replace("{ wild star for coins }", wild) + PLAY
    start = bounds.partition(" ")[0]
    plain = small(actions=actions, counters=f"heat {start} from {bounds}")

    def buying(some: tuple[Move, ...], chance: Random) -> Move:
        return chance.choice([each for each in some if each.path != "actions.take"] or some)

    assert all(state.played for state in played_alike(plain, buying, seeds=range(4)))


@pytest.mark.parametrize("most", [1, 2, 3])
def test_a_wild_token_is_divided_by_as_worth_1_at_least(most: int) -> None:
    wild = "{ wild star for coins { worth heat } }"
    actions = PLAIN["actions"].replace("{ wild star for coins }", wild)
    program = small(actions=actions, counters=f"heat 0 from 0 to {most}").program
    scope = new_scope(memory_layout(program), Writer(), Tables(), {0: MOVER})
    scope.out.begin(scope.out.label(), "one")
    (paid,) = (each.step for each in program.decisions if isinstance(each, Payment))
    found = wild_token(scope, paid)
    assert found is not None
    assert (found.worth.low, found.worth.high) == (1, most)


@pytest.mark.parametrize(("cost", "asks"), [("price of card", False), ("2 copper + 1 iron", True)])
def test_native_code_asks_for_a_piece_unless_its_price_says_that_there_is_one(
    cost: str, *, asks: bool
) -> None:
    """The entry for no piece has a price that nobody can pay."""
    buy = f"""
        buy as "buy {{card}}" {{
          choose card: cards in row
          pay {cost} {{ wild star for coins {{ worth 2 }} }}
          move card to own
        }}
    """
    lines = text_of(small(actions=buy).program, "native").splitlines()
    options = [line for line in lines if "n = N(n + " in line and "// 2" in line]
    assert options
    assert all(("> 0)" in line) == asks for line in options)
