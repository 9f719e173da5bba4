"""Conditions on a piece, evaluated if the piece alone decides them."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

from attrs import frozen

from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.model import Piece


class NotFixedError(Exception):
    """An expression that depends on more than the piece."""


@frozen
class _PieceContext:
    """The variable that holds the piece, the piece, and the number of sorts of tokens."""

    slot: int
    piece: Piece
    tokens: int

    def of(self, expr: v.Expr) -> Any:
        """Return the value of an expression."""
        form = _FORMS.get(type(expr))
        if form is None:
            raise NotFixedError
        return form(self, expr)


def value_for(expr: v.Expr, slot: int, piece: Piece, tokens: int) -> Any:
    """Return the value of an expression in which the variable `slot` is a piece; amounts are tuples."""
    return _PieceContext(slot, piece, tokens).of(expr)


def _field(context: _PieceContext, expr: v.FieldOf) -> Any:
    if not (isinstance(expr.piece, v.Local) and expr.piece.slot == context.slot):
        raise NotFixedError
    return context.piece.values.get(expr.field) or 0


def _amount_of(context: _PieceContext, expr: v.AmountOf) -> tuple[int, ...]:
    count, named = context.of(expr.count), _tokens(expr.tokens)
    return tuple(count * (token in named) for token in range(context.tokens))


def _amount_in(context: _PieceContext, expr: v.AmountIn) -> int:
    lanes = context.of(expr.amounts)
    return sum(lanes[token] for token in _tokens(expr.tokens))


def _tokens(expr: v.Expr) -> tuple[int, ...]:
    match expr:
        case v.TokenSet(tokens=tokens):
            return tokens
        case v.TokenConst(token=token):
            return (token,)
    raise NotFixedError


_COMPARISONS: Mapping[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}

_FORMS: Mapping[type, Callable[[_PieceContext, Any], Any]] = {
    v.Const: lambda _, expr: expr.value,
    v.FieldOf: _field,
    v.AmountOf: _amount_of,
    v.AmountIn: _amount_in,
    v.Covers: lambda context, expr: all(
        map(operator.ge, context.of(expr.left), context.of(expr.right))
    ),
    v.Not: lambda context, expr: not context.of(expr.body),
    v.All: lambda context, expr: all(context.of(part) for part in expr.parts),
    v.Any: lambda context, expr: any(context.of(part) for part in expr.parts),
    v.Compare: lambda context, expr: _COMPARISONS[expr.operator](
        context.of(expr.left), context.of(expr.right)
    ),
}
