"""Numbers that depend on the count of players alone, for the layout of a game."""

from __future__ import annotations

from math import prod

from splendor_dsl.semantics.values import ByPlayers, Const, Expr, Fact, MinMax, Product, Sum


def constant(expr: Expr, players: int) -> int:
    """Return the value of an expression that depends only on the number of players; raise TypeError for any other."""
    match expr:
        case Const(value=value):
            return value
        case ByPlayers(low=low, parts=parts):
            return constant(parts[players - low], players)
        case Fact(which="players"):
            return players
        case Sum(signs=signs, parts=parts):
            numbers = (constant(part, players) for part in parts)
            return sum(n if sign == "+" else -n for sign, n in zip(signs, numbers, strict=True))
        case Product(parts=parts):
            return prod(constant(part, players) for part in parts)
        case MinMax(which=which, parts=parts):
            numbers = (constant(part, players) for part in parts)
            return min(numbers) if which == "min" else max(numbers)
    message = f"not a number known before the game: {expr!r}"
    raise TypeError(message)
