"""Bounds of numbers, as generated code may rely on them."""

from kernel.small import PLAIN, small

from splendor_dsl.lowering.bounds import bounds
from splendor_dsl.lowering.memory_layout import memory_layout
from splendor_dsl.semantics.values import AmountOf, Const, FieldOf, Local, TokenConst

KINDS = PLAIN["kinds"] + "\nchips { weight 3 to 5 }"


def test_a_field_is_0_for_pieces_of_other_kinds() -> None:
    game = small(kinds=KINDS, **{"rows chips": '"light" 3\n"heavy" 5'})
    piece = Local(slot=1, type="piece")

    def of(name: str) -> object:
        found = FieldOf(piece=piece, field=name, type="number")
        return bounds(memory_layout(game.program), found)

    assert of("weight") == (0, 5)
    assert of("size") == (0, 2)
    assert of("worth") == (0, 5)
    assert of("price") == (None, None)


def test_of_what_is_no_number_nothing_is_known() -> None:
    memory = memory_layout(small().program)
    assert bounds(memory, None) == (None, None)
    assert bounds(memory, AmountOf(count=Const(value=1), tokens=TokenConst(token=0))) == (
        None,
        None,
    )
