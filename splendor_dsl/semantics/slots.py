"""The variables that an expression depends on; slot 0 is the player that it is about."""

from __future__ import annotations

from typing import Any, Final, cast

from attrs import evolve

from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.parts import parts_of, rebuilt

OWN: Final = 0
BINDERS: Final = (v.PieceCount, v.PieceSum, v.Quantified)


def free_slots(expr: Any) -> frozenset[int]:
    """Return the variables that an expression depends on."""
    match expr:
        case v.Local(slot=slot):
            return frozenset({slot})
        case v.Quantified() | v.PieceCount() | v.PieceSum():
            inside = frozenset().union(*(free_slots(part) for part in parts_of(expr)))
            own = expr.body if isinstance(expr, v.Quantified) else expr.where
            outside = frozenset().union(*(free_slots(p) for p in parts_of(expr) if p is not own))
            return (inside - inner_slots(expr)) | outside
        case v.Domain(kind="players"):  # all of them, whoever the player in question is
            return frozenset()
        case v.Domain(kind="others" | "partners", of=None):
            return frozenset({OWN})
    return frozenset().union(*(free_slots(part) for part in parts_of(expr)))


def inner_slots(expr: Any) -> frozenset[int]:
    """Return the variable that an expression binds for a part of its own, if it binds one."""
    if isinstance(expr, BINDERS):
        return frozenset({expr.slot})
    return frozenset()


def about(expr: v.Expr, player: v.Expr) -> v.Expr:
    """Return an expression about the player in variable 0 as one about another player."""
    done: dict[int, object] = {}

    def changed(part: Any) -> object:
        if id(part) not in done:
            done[id(part)] = made(part)
        return done[id(part)]

    def made(part: Any) -> object:
        match part:
            case v.Local(slot=slot) if slot == OWN:
                return player
            case v.Domain(kind="others" | "partners", of=None):
                return evolve(part, of=player)
        return rebuilt(part, changed)

    return cast("v.Expr", changed(expr))
