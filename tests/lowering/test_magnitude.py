"""The bounds of numbers and the tokens of amounts know every expression."""

from typing import get_args

import pytest
from kernel.small import small

from splendor_dsl.lowering.expressions import new_scope
from splendor_dsl.lowering.magnitude import CONDITIONS, NUMBERS
from splendor_dsl.lowering.memory_layout import memory_layout
from splendor_dsl.lowering.payments import used_lanes
from splendor_dsl.lowering.scope import MOVER, Scope, Tables
from splendor_dsl.lowering.text import Writer
from splendor_dsl.semantics import values as v

THINGS = {v.Mover, v.Nobody, v.TokenConst, v.TokenSet, v.Holder, v.ZoneRef, v.Domain}


def scope() -> Scope:
    return new_scope(memory_layout(small().program), Writer(), Tables(), {0: MOVER})


def test_each_expression_is_bounded_or_stands_for_a_thing() -> None:
    known = [*NUMBERS, *CONDITIONS, *THINGS]
    assert len(known) == len(set(known))
    assert set(known) == set(get_args(v.Expr))


@pytest.mark.parametrize(
    ("amounts", "lanes"),
    [
        (
            v.FieldOf(piece=v.Local(slot=1, type="piece cards"), field="gives", type="amounts"),
            {0, 1, 2},
        ),
        (v.AmountOf(count=v.Const(value=1), tokens=v.TokenConst(token=1)), {1}),
        (v.PileAmounts(pile=v.ZoneRef(zone="purse", player=v.Mover())), {0, 1, 2, 3}),
        (
            v.Product(
                parts=(
                    v.Fact(which="round"),
                    v.AmountOf(count=v.Const(value=1), tokens=v.TokenSet(tokens=(0, 2))),
                )
            ),
            {0, 2},
        ),
    ],
)
def test_the_tokens_of_amounts_are_known(amounts: v.Expr, lanes: set[int]) -> None:
    assert used_lanes(scope(), amounts) == lanes


@pytest.mark.parametrize(
    "number", [v.Const(value=1), v.StockOf(tokens=v.TokenConst(token=0)), v.Mover()]
)
def test_what_is_no_amounts_is_not_taken_for_none(number: v.Expr) -> None:
    with pytest.raises(AssertionError, match="is no amounts"):
        used_lanes(scope(), number)
