"""Conditions on a piece, evaluated where the piece alone decides them."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

from attrs import frozen

from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.model import Piece


class NotFixedError(Exception):
    """It depends on more than the piece."""


@frozen
class _About:
    """The variable that holds the piece, the piece, and how many tokens there are."""

    slot: int
    piece: Piece
    tokens: int

    def of(self, expr: v.Expr) -> Any:
        """The value of an expression."""
        form = _FORMS.get(type(expr))
        if form is None:
            raise NotFixedError
        return form(self, expr)


def fixed(expr: v.Expr, slot: int, piece: Piece, tokens: int) -> Any:
    """The value of an expression in which the variable `slot` is a piece; amounts are tuples."""
    return _About(slot, piece, tokens).of(expr)


def _field(about: _About, expr: v.FieldOf) -> Any:
    if not (isinstance(expr.piece, v.Local) and expr.piece.slot == about.slot):
        raise NotFixedError
    return about.piece.values.get(expr.field) or 0


def _amount_of(about: _About, expr: v.AmountOf) -> tuple[int, ...]:
    count, named = about.of(expr.count), _tokens(expr.tokens)
    return tuple(count * (token in named) for token in range(about.tokens))


def _amount_in(about: _About, expr: v.AmountIn) -> int:
    lanes = about.of(expr.amounts)
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

_FORMS: Mapping[type, Callable[[_About, Any], Any]] = {
    v.Const: lambda _, expr: expr.value,
    v.FieldOf: _field,
    v.AmountOf: _amount_of,
    v.AmountIn: _amount_in,
    v.Covers: lambda about, expr: all(map(operator.ge, about.of(expr.left), about.of(expr.right))),
    v.Not: lambda about, expr: not about.of(expr.body),
    v.All: lambda about, expr: all(about.of(part) for part in expr.parts),
    v.Any: lambda about, expr: any(about.of(part) for part in expr.parts),
    v.Compare: lambda about, expr: _COMPARISONS[expr.operator](
        about.of(expr.left), about.of(expr.right)
    ),
}
