"""The amounts of a `gain` or `return`."""

from __future__ import annotations

from itertools import combinations

from attrs import evolve

from splendor_dsl.lowering.bounds import bounds
from splendor_dsl.lowering.numbering import tokens_of
from splendor_dsl.lowering.scope import Scope, Val, is_amounts
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.model import MoveTokens


def asked_amounts(scope: Scope, step: MoveTokens) -> Val:
    """Return the amounts that a step asks for: at least 0, and at most one more than there are."""
    return scope.lower(_bounded(scope, step.amounts))


def _bounded(scope: Scope, amounts: v.Expr) -> v.Expr:
    """Return amounts clamped to the room of a lane, as far as their form allows."""
    match amounts:
        case v.AmountOf(count=count):
            return evolve(amounts, count=_number(scope, count))
        case v.Product(parts=parts):
            numbers = tuple(part for part in parts if not is_amounts(part))
            if len(parts) - len(numbers) == 1 and numbers:
                (rest,) = (part for part in parts if is_amounts(part))
                return v.Product(parts=(_number(scope, v.Product(parts=numbers)), rest))
        case v.Sum(signs=signs, parts=parts) if set(signs) == {"+"} and _apart(parts):
            return evolve(amounts, parts=tuple(_bounded(scope, part) for part in parts))
    return amounts


def _number(scope: Scope, number: v.Expr) -> v.Expr:
    low, high = bounds(scope.memory, number)
    if isinstance(number, v.Local):
        known = scope.lower(number)
        low, high = known.low, known.high
    if low is None or low < 0:
        number = v.MinMax(which="max", parts=(v.Const(value=0), number))
    too_many = 1 + max(count for each in scope.memory.layouts.values() for count in each.stock)
    if high is None or high > scope.memory.lanes.most:
        number = v.MinMax(which="min", parts=(v.Const(value=too_many), number))
    return number


def _apart(parts: tuple[v.Expr, ...]) -> bool:
    """Return whether each part is about tokens of its own, so that none makes up for another."""
    named = [tokens_of(part.tokens) for part in parts if isinstance(part, v.AmountOf)]
    return len(named) == len(parts) and all(
        one is not None and other is not None and not set(one) & set(other)
        for one, other in combinations(named, 2)
    )
