"""Truths of conditions: always, never, or unknown."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from splendor_dsl.checks.context import Reader
from splendor_dsl.checks.intervals import Interval
from splendor_dsl.checks.numbers import NUMBERS, domain_readers, is_somebody
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.model import ValueKind

Truth = bool | None
OPPOSITE: Final = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "="}


def every(truths: Iterable[Truth]) -> Truth:
    """Return whether all hold."""
    found: Truth = True
    for each in truths:
        if each is False:
            return False
        found = found and each
    return found


def some(truths: Iterable[Truth]) -> Truth:
    """Return whether one holds."""
    return negated(every(negated(each) for each in truths))


def negated(truth: Truth) -> Truth:
    """Return whether the negation holds."""
    return None if truth is None else not truth


# ---- comparisons ---------------------------------------------------------------------------------
def compare(expr: v.Compare, reader: Reader) -> Truth:
    """Return the truth of a comparison: of numbers by their ranges, of tokens, players or pieces by what they can be."""
    key = reader.world.key
    if key(expr.left) == key(expr.right):
        return expr.operator in {"=", ">=", "<="}
    if is_number(expr.left) and is_number(expr.right):
        return compared(expr.operator, reader.number(expr.left), reader.number(expr.right))
    same = _same(expr.left, expr.right, reader)
    return same if expr.operator == "=" else negated(same)


def is_number(expr: v.Expr) -> bool:
    """Return whether an expression is a number."""
    if isinstance(expr, v.Local):
        return expr.type == "number"
    return type(expr) in NUMBERS


def compared(operator: str, left: Interval, right: Interval) -> Truth:
    """Return the truth of a comparison of two ranges."""
    if operator in {"!=", ">", ">="}:
        return negated(compared(OPPOSITE[operator], left, right))
    if operator == "=":
        if left.meet(right).empty:
            return False
        return True if left.low == left.high == right.low == right.high else None
    if operator == "<=":
        return True if left.high <= right.low else (False if left.low > right.high else None)
    return True if left.high < right.low else (False if left.low >= right.high else None)


def _same(left: v.Expr, right: v.Expr, reader: Reader) -> Truth:
    if _of_tokens(left) and _of_tokens(right):
        one, other = reader.tokens(left).tokens, reader.tokens(right).tokens
        if not one & other:
            return False
        return True if len(one) == len(other) == 1 else None
    for holder, whose in ((left, right), (right, left)):
        if isinstance(holder, v.Holder) and holder.marker not in reader.world.markers:
            return isinstance(whose, v.Nobody)
    return None


def _of_tokens(expr: v.Expr) -> bool:
    return isinstance(expr, v.TokenConst) or (isinstance(expr, v.Local) and expr.type == "token")


def covers(expr: v.Covers, reader: Reader) -> Truth:
    """Return whether amounts are at least other amounts, token by token."""
    lanes = zip(reader.amounts(expr.left), reader.amounts(expr.right), strict=True)
    return every(compared(">=", left, right) for left, right in lanes)


# ---- composites ----------------------------------------------------------------------------------
def not_(expr: v.Not, reader: Reader) -> Truth:
    """Return the truth of a negation."""
    return negated(reader.condition(expr.body))


def all_(expr: v.All, reader: Reader) -> Truth:
    """Return the truth of a conjunction."""
    return every(reader.condition(part) for part in expr.parts)


def any_(expr: v.Any, reader: Reader) -> Truth:
    """Return the truth of a disjunction."""
    return some(reader.condition(part) for part in expr.parts)


def quantified(expr: v.Quantified, reader: Reader) -> Truth:
    """Return the truth of `any ... has` or `every ... has`; over an empty domain `any` fails and `every` holds."""
    readers, size = domain_readers(expr, reader)
    if size.high <= 0:
        return expr.which == "every"
    bodies = [each.condition(expr.body) for each in readers]
    found = some(bodies) if expr.which == "any" else every(bodies)
    decided_by_nobody = size.low < 1 and found is (expr.which == "any")
    return None if decided_by_nobody else found


def value_of(expr: v.ValueOf, reader: Reader) -> Truth:
    """Return the truth of a named condition of a player; for nobody it does not hold."""
    value, inner = reader.world.model.values[expr.value], reader.about(expr.player)
    of_all = every if value.which == ValueKind.ALL else some
    found = inner.once(
        (expr.value, "condition"),
        lambda: of_all([inner.condition(term.value) for term in value.terms]),
    )
    return None if found and not is_somebody(expr.player, reader) else found


CONDITIONS: Final[dict[type, Callable[[Any, Reader], Truth]]] = {
    v.Compare: compare,
    v.Covers: covers,
    v.Not: not_,
    v.All: all_,
    v.Any: any_,
    v.Quantified: quantified,
    v.ValueOf: value_of,
}
