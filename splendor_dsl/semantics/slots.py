"""The variables that an expression depends on; the player that it is about is in the first."""

from __future__ import annotations

from typing import Any

from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.parts import parts_of

OWN = 0


def free_slots(expr: Any) -> frozenset[int]:
    """The variables that an expression depends on."""
    match expr:
        case v.Local(slot=slot):
            return frozenset({slot})
        case v.Quantified() | v.PieceCount() | v.PieceSum():
            inside = frozenset().union(*(free_slots(part) for part in parts_of(expr)))
            own = expr.body if isinstance(expr, v.Quantified) else expr.where
            outside = frozenset().union(*(free_slots(p) for p in parts_of(expr) if p is not own))
            return (inside - inner_slots(expr)) | outside
        case v.Domain(kind="players"):  # all of them, whoever asks
            return frozenset()
        case v.Domain(kind="others" | "partners", of=None):
            return frozenset({OWN})
    return frozenset().union(*(free_slots(part) for part in parts_of(expr)))


def inner_slots(expr: Any) -> frozenset[int]:
    """The variable that an expression binds for a part of its own, if it binds one."""
    if isinstance(expr, v.Quantified | v.PieceCount | v.PieceSum):
        return frozenset({expr.slot})
    return frozenset()
