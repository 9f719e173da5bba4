"""House rules that a designer writes without a thought for compilers are the same on every backend."""

from pathlib import Path

import pytest
from conformance.comparing import tables

from splendor_dsl.backends.compiled.module import all_gaps
from splendor_dsl.diagnostics import has_errors
from splendor_dsl.pipeline import load_source
from splendor_dsl.play.game import Game, game
from splendor_dsl.source import source_from_text

HEAD = 'splendor rules 2\n\nvariant test "Test" extends classic\n\n'
# What is chosen is compared with what a quantifier, a count or a sum runs over.
COMPARED = """
after actions.reserve.card {
  require new: cards in hand where (level = level of card) <= 1
}
after actions.buy.card {
  require step: level of card = 1 or cards in bought where (level >= level of card - 1) > 0
  require bounded: every c of gems has (c in bonus + c in bonus of card <= 4)
  require light: sum of points in bought where (level = level of card) < 9
  require shade: not any old in hand has (level of old > level of card and points of old = 0)
}
after actions.buy {
  promise "promise a noble" as "promise {noble}" {
    choose noble: nobles in court
    require near: any c of gems has (c in bonus >= c in needs of noble and c in needs of noble > 0)
    require free: nobles in patrons where (any c of gems has (c in needs > c in needs of noble)) = 0
    move noble to patrons
  }
  tax "tax the richest" as "tax {rival} {colour}" {
    choose rival: others
    choose colour: gems in purse of rival
    require richest: every player has (tokens in purse <= tokens in purse of rival)
    require rare: most over player (colour in purse) = colour in purse of rival
    gain 1 colour from purse of rival
  }
  bid "bid" as "bid {n}" {
    choose n: number from 1 to 5
    require more: every other player has (bids < bids of mover + n)
    count bids = bids + n
  }
}
counters { bids of a player 0 from 0 to 20 "bids" }
triggers {
  swap: at end of turn {
    may choose old: cards in bought
    choose new: cards in table
    require same: every c of gems has (c in bonus of new = c in bonus of old)
    require rare: cards in hand where (level > level of old and points >= points of new) = 0
    move out: old to under deck
    move in: new to bought
  }
}
"""


def house(rules: str) -> Game:
    """A variant of the classic game that the checks accept."""
    loaded = load_source(source_from_text("test.rules", HEAD + rules, Path("test.rules")))
    assert not has_errors(loaded.problems), [each.message() for each in loaded.problems]
    assert loaded.model is not None
    return game(loaded.model)


def test_what_is_chosen_may_be_compared_with_what_a_quantifier_runs_over() -> None:
    assert all_gaps(house(COMPARED).program) == ()


@pytest.mark.slow
def test_choices_compared_with_quantifiers_are_the_same_on_every_backend() -> None:
    for table in tables(house(COMPARED), [2, 3]):
        for number in range(6):
            assert table.play(number) > 0
