"""Conditions on a piece that the piece alone decides."""

import pytest
from kernel.small import small

from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.piece_conditions import NotFixedError, value_for

SLOT = 3
GAME = small()
TWO = GAME.model.pieces[1]  # worth 1, price 2 copper


def const(number: int) -> v.Const:
    return v.Const(value=number)


def field(name: str, slot: int = SLOT, type_: str = "number") -> v.FieldOf:
    return v.FieldOf(piece=v.Local(slot=slot, type="piece cards"), field=name, type=type_)


def amount(count: int, *tokens: int) -> v.AmountOf:
    named = v.TokenSet(tokens=tokens) if len(tokens) > 1 else v.TokenConst(token=tokens[0])
    return v.AmountOf(count=const(count), tokens=named)


def compare(operator: str, left: v.Expr, right: v.Expr) -> v.Compare:
    return v.Compare(operator=operator, left=left, right=right)


ONE, TRUE, FALSE = const(1), compare("=", const(1), const(1)), compare("=", const(1), const(2))


@pytest.mark.parametrize(
    ("expr", "found"),
    [
        (field("worth"), 1),
        (field("size"), 1),
        (amount(2, 0), (2, 0, 0, 0)),
        (amount(2, 0, 2), (2, 0, 2, 0)),
        (v.AmountIn(amounts=amount(2, 0, 2), tokens=v.TokenSet(tokens=(0, 1, 2))), 4),
        (v.AmountIn(amounts=amount(2, 0, 2), tokens=v.TokenConst(token=1)), 0),
        (v.Covers(left=amount(2, 0, 1), right=amount(2, 0)), True),
        (v.Covers(left=amount(2, 0), right=amount(2, 0, 1)), False),
        (v.Not(body=TRUE), False),
        (v.All(parts=(TRUE, FALSE)), False),
        (v.Any(parts=(TRUE, FALSE)), True),
        *((compare(sign, ONE, const(2)), sign in {"<", "<=", "!="}) for sign in ("<", "<=", "!=")),
        *((compare(sign, ONE, const(2)), False) for sign in (">", ">=", "=")),
        *((compare(sign, ONE, ONE), sign in {"<=", ">=", "="}) for sign in ("<", ">", "<=", ">=", "=", "!=")),
    ],
)  # fmt: skip
def test_what_the_piece_decides(expr: v.Expr, found: object) -> None:
    assert value_for(expr, SLOT, TWO, tokens=4) == found


@pytest.mark.parametrize(
    "expr",
    [
        field("worth", slot=SLOT + 1),
        v.FieldOf(piece=v.Mover(), field="worth", type="number"),
        v.Mover(),
        v.AmountOf(count=ONE, tokens=v.Local(slot=SLOT, type="token")),
        v.Not(body=v.Fact(which="round")),
    ],
)
def test_what_depends_on_more_than_the_piece(expr: v.Expr) -> None:
    with pytest.raises(NotFixedError):
        value_for(expr, SLOT, TWO, tokens=4)
