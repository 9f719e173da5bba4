"""Sentences for comparisons of numbers and amounts, and special cases by their sides and owners."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import evolve

from splendor_dsl.prose.counts import Countable, for_players, in_turn
from splendor_dsl.prose.things import Things
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.parts import all_in

_BOUNDS: Final[Mapping[str, str]] = {
    ">=": "at least {number} {what}",
    "<=": "at most {number} {what}",
    ">": "more than {number} {what}",
    "<": "fewer than {number} {what}",
    "=": "exactly {number} {what}",
    "!=": "any number but {number} of {what}",
}
_RELATIONS: Final[Mapping[str, str]] = {
    ">=": "{a} is at least {b}",
    "<=": "{a} is at most {b}",
    ">": "{a} is more than {b}",
    "<": "{a} is less than {b}",
    "=": "{a} is {b}",
    "!=": "{a} is not {b}",
}
_OF_SEVERAL: Final[Mapping[str, str]] = {
    ">=": "{a} are at least {b}",
    "<=": "{a} are at most {b}",
    ">": "{a} are more than {b}",
    "<": "{a} are less than {b}",
    "=": "{a} are {b}",
    "!=": "{a} are not {b}",
}
_TURNED: Final = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}
_OPPOSITES: Final = {">=": "<", "<": ">=", "<=": ">", ">": "<=", "=": "!=", "!=": "="}
_CONDITIONS: Final = (v.Compare, v.Covers, v.Not, v.All, v.Any)
_NONE: Final = {("=", 0), ("<", 1), ("<=", 0)}
_THAN: Final[Mapping[str, str]] = {
    ">": "more {what} than {who}",
    "<": "fewer {what} than {who}",
    ">=": "at least as many {what} as {who}",
    "<=": "at most as many {what} as {who}",
    "=": "as many {what} as {who}",
    "!=": "not as many {what} as {who}",
}


def normalised_sides(expr: v.Compare) -> tuple[v.Expr, v.Expr, str]:
    """Return both sides and the operator, with a lone constant on the right."""
    if isinstance(expr.left, v.Const) and not isinstance(expr.right, v.Const):
        return expr.right, expr.left, _TURNED[expr.operator]
    return expr.left, expr.right, expr.operator


def opposite(expr: v.Compare) -> v.Compare:
    """Return the negation of a comparison."""
    return evolve(expr, operator=_OPPOSITES[expr.operator])


def relation(things: Things, sign: str, a: str, b: str, *, several: bool = False) -> str:
    """Return `the level is at least 3`; with `several`, in the plural."""
    patterns = _OF_SEVERAL if several else _RELATIONS
    return things.say(patterns[sign], a=a, b=b)


def than(things: Things, sign: str, what: str, who: str) -> str:
    """Return `more points than any other player`."""
    return things.say(_THAN[sign], what=what, who=who)


def is_none(sign: str, known: tuple[int, ...]) -> bool:
    """Return whether a comparison means none at all, for every number of players."""
    return len(set(known)) == 1 and (sign, known[0]) in _NONE


def bound_text(things: Things, counted: Countable, sign: str, known: tuple[int, ...]) -> str:
    """Return `no coins` or `at least 3 coins`."""
    if is_none(sign, known):
        return things.say("no {what}", what=counted.of(things, 0))
    return quantity(things, counted, sign, known)


def quantity(things: Things, counted: Countable, sign: str, known: tuple[int, ...]) -> str:
    """Return `at least 3 coins` or `at least 4 / 5 coins (for 2 / 3 players)`."""
    what = counted.of(things, known[-1])
    if len(set(known)) == 1:
        return things.say(_BOUNDS[sign], number=known[0], n=known[0], what=what)
    text = things.say(_BOUNDS[sign], number=in_turn(known), n=known[-1], what=what)
    return for_players(things, text)


def possession(
    things: Things, owner: v.Expr | None, what: str, *, none: bool = False, n: int = 0
) -> str:
    """Return a statement that a player has something or none of it, or that it exists."""
    if owner is not None and things.is_reader(owner):
        return things.say("you have no {what}" if none else "you have {what}", what=what)
    if owner is not None and things.is_subject(owner) and things.in_loop:
        pattern = "that player has no {what}" if none else "that player has {what}"
        return things.say(pattern, what=what)
    if owner is None or things.is_subject(owner):
        return things.say("there are no {what}" if none else "there are {what}", what=what, n=n)
    pattern = "{who} has no {what}" if none else "{who} has {what}"
    return things.say(pattern, who=things.player(owner), what=what)


def about_holder(things: Things, left: v.Expr, right: v.Expr, sign: str) -> str | None:
    """Return a statement about who holds a marker; none for any other comparison."""
    if isinstance(right, v.Holder) and not isinstance(left, v.Holder):
        left, right = right, left
    if not isinstance(left, v.Holder):
        return None
    marker = things.marker(left.marker)
    if isinstance(right, v.Nobody):
        pattern = "nobody has {marker}" if sign == "=" else "somebody has {marker}"
        return things.say(pattern, **marker)
    if things.is_subject(right) and things.other:
        return marker["marker"] if sign == "=" else things.say("not {marker}", **marker)
    if things.is_subject(right):
        pattern = "you have {marker}" if sign == "=" else "you do not have {marker}"
        return things.say(pattern, **marker)
    pattern = "{who} has {marker}" if sign == "=" else "{who} does not have {marker}"
    return things.say(pattern, who=things.player(right), **marker)


def owner_of(expr: v.Expr) -> v.Expr | None:
    """Return the player whose number it is, if any."""
    match expr:
        case v.ValueOf(player=player) | v.CounterValue(player=player):
            return player
        case v.PileCount(pile=place) | v.DifferentKinds(pile=place):
            return place.player
        case v.PieceCount(zone=place) | v.PieceSum(zone=place):
            return place.player
        case v.AmountIn(amounts=v.ValueOf(player=player)):
            return player
    return None


def owned_by(expr: v.Expr, player: v.Expr) -> v.Expr:
    """Return the same number of another player."""
    match expr:
        case v.ValueOf() | v.CounterValue():
            return evolve(expr, player=player)
        case v.PileCount(pile=place) | v.DifferentKinds(pile=place):
            return evolve(expr, pile=evolve(place, player=player))
        case v.PieceCount(zone=place) | v.PieceSum(zone=place):
            return evolve(expr, zone=evolve(place, player=player))
        case v.AmountIn(amounts=v.ValueOf() as amounts):
            return evolve(expr, amounts=evolve(amounts, player=player))
    return expr


def is_alike(one: v.Expr, other: v.Expr) -> bool:
    """Return whether both are the same number, whatever the variables of counted pieces are."""
    if isinstance(one, v.PieceCount) and isinstance(other, v.PieceCount) and one.where is None:
        return evolve(one, slot=other.slot) == other
    if isinstance(one, v.PieceSum) and isinstance(other, v.PieceSum) and one.where is None:
        return evolve(one, slot=other.slot) == other
    return one == other


def is_condition(expr: v.Expr) -> bool:
    """Return whether an expression holds or does not hold, rather than being a number."""
    match expr:
        case v.Quantified(which="any" | "every") | v.ValueOf(type="condition"):
            return True
    return isinstance(expr, _CONDITIONS)


def is_about_holder(expr: v.Expr) -> bool:
    """Return whether a condition is about who has a marker, which takes a sentence of its own."""
    return isinstance(expr, v.Compare) and any(
        isinstance(side, v.Holder) for side in (expr.left, expr.right)
    )


def counts_tokens(value: m.Value) -> bool:
    """Return whether anything but pieces goes into a value."""
    counted = (v.AmountOf, v.PileAmounts, v.ValueOf)
    return any(isinstance(each, counted) for term in value.terms for each in all_in(term.value))


def is_nothing(expr: v.Expr) -> bool:
    """Return whether an amount is none of anything."""
    return isinstance(expr, v.AmountOf) and expr.count == v.Const(value=0)
