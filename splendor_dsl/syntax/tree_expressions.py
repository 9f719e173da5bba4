"""Builders of expressions from the grammar's constructs: one function for each.

Each takes its span and the children that the grammar keeps, with `None` for an optional child that is missing.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from splendor_dsl.source import Span
from splendor_dsl.syntax.expressions import (
    Amount,
    AmountIn,
    Chain,
    Columns,
    Compare,
    DifferentIn,
    Domain,
    Expr,
    Grouped,
    Ident,
    Logic,
    MinMax,
    Not,
    Number,
    Over,
    Product,
    Quantified,
    Sum,
    SumOf,
)

Builder = Callable[..., Any]


def _columns(span: Span, *parts: Expr) -> Expr:
    return parts[0] if len(parts) == 1 else Columns(parts=parts, span=span)


def _any_of(span: Span, *parts: Expr) -> Expr:
    return parts[0] if len(parts) == 1 else Logic(which="or", parts=parts, span=span)


def _all_of(span: Span, *parts: Expr) -> Expr:
    return parts[0] if len(parts) == 1 else Logic(which="and", parts=parts, span=span)


def _negation(span: Span, body: Expr) -> Expr:
    return Not(body=body, span=span)


def _comparison(span: Span, left: Expr, operator: Ident, right: Expr) -> Expr:
    return Compare(operator=operator.text, left=left, right=right, span=span)


def _sum(span: Span, first: Expr, *rest: Any) -> Expr:
    if not rest:
        return first
    # A sign before the first part belongs to the whole sum.
    signs, parts = (first.signs, first.parts) if isinstance(first, Sum) else (("+",), (first,))
    signs += tuple(sign.text for sign in rest[0::2])
    return Sum(signs=signs, parts=(*parts, *rest[1::2]), span=span)


def _signed(span: Span, sign: Ident, part: Expr) -> Expr:
    return Sum(signs=(sign.text,), parts=(part,), span=span)


def _product(span: Span, *parts: Any) -> Expr:
    if len(parts) == 1:
        first: Expr = parts[0]
        return first
    return Product(parts=parts[0::2], span=span)


def _number(_span: Span, number: Number) -> Number:
    return number


def _chain(span: Span, *words: Ident) -> Chain:
    return Chain(words=words, span=span)


def _amount_in(span: Span, what: Ident, place: Chain, where: Expr | None) -> AmountIn:
    return AmountIn(what=what, place=place, where=where, span=span)


def _different_in(span: Span, what: Ident, place: Chain) -> DifferentIn:
    return DifferentIn(what=what, place=place, span=span)


def _sum_of(span: Span, name: Ident, place: Chain, where: Expr | None) -> SumOf:
    return SumOf(field_name=name, place=place, where=where, span=span)


def _where(_span: Span, body: Expr) -> Expr:
    return body


def _amount(span: Span, count: Number, each: Ident | None, what: Ident) -> Amount:
    return Amount(count=count, each=each is not None, what=what, span=span)


def _parenthesis(span: Span, body: Expr, each: Ident | None, what: Ident | None) -> Expr:
    if what is None:
        return Grouped(body=body, span=span)
    return Amount(count=body, each=each is not None, what=what, span=span)


def _min_max(span: Span, which: Ident, *parts: Expr) -> MinMax:
    return MinMax(which=which.text, parts=parts, span=span)


def _quantified(span: Span, which: Ident, domain: Domain, body: Expr) -> Quantified:
    return Quantified(which=which.text, domain=domain, body=body, span=span)


def _over(span: Span, words: Ident, domain: Domain, body: Expr) -> Over:
    return Over(which=words.text.split()[0], domain=domain, body=body, span=span)


def _each_player(span: Span) -> Domain:
    return Domain(kind="player", variable=None, over=None, span=span)


def _each_partner(span: Span) -> Domain:
    return Domain(kind="partner", variable=None, over=None, span=span)


def _each_other_player(span: Span) -> Domain:
    return Domain(kind="other player", variable=None, over=None, span=span)


def _each_of(span: Span, variable: Ident, group: Ident) -> Domain:
    over = Chain(words=(group,), span=group.span)
    return Domain(kind="of", variable=variable, over=over, span=span)


def _each_in(span: Span, variable: Ident, place: Chain) -> Domain:
    return Domain(kind="in", variable=variable, over=place, span=span)


EXPRESSIONS: Final[Mapping[str, Builder]] = {
    "all_of": _all_of,
    "amount": _amount,
    "amount_in": _amount_in,
    "any_of": _any_of,
    "chain": _chain,
    "columns": _columns,
    "comparison": _comparison,
    "different_in": _different_in,
    "each_in": _each_in,
    "each_of": _each_of,
    "each_other_player": _each_other_player,
    "each_partner": _each_partner,
    "each_player": _each_player,
    "min_max": _min_max,
    "negation": _negation,
    "number": _number,
    "over": _over,
    "parenthesis": _parenthesis,
    "product": _product,
    "quantified": _quantified,
    "signed": _signed,
    "sum": _sum,
    "sum_of": _sum_of,
    "where": _where,
}
