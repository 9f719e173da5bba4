"""The names of the fields of pieces in sentences."""

from __future__ import annotations

from typing import TypeGuard

from splendor_dsl.prose.counts import Countable
from splendor_dsl.prose.things import Things
from splendor_dsl.semantics import values as v


def field_path(things: Things, expr: v.FieldOf) -> str:
    """Return the path of the clause that declares a field."""
    if isinstance(expr.piece, v.Local) and expr.piece.type.startswith("piece "):
        return f"kinds.{expr.piece.type.removeprefix('piece ')}.{expr.field}"
    kinds = [kind.name for kind in things.model.kinds.values() if expr.field in kind.fields]
    return f"kinds.{kinds[0]}.{expr.field}"


def counted_field(things: Things, expr: v.FieldOf) -> Countable:
    """Return the things that a field counts."""
    path = field_path(things, expr)
    return Countable(name=lambda n: things.noun(path, n))


def is_of_one_piece(expr: v.Expr, things: Things) -> TypeGuard[v.FieldOf]:
    """Return whether an expression is a number of one piece, rather than of each counted piece."""
    return isinstance(expr, v.FieldOf) and expr.type == "number" and not is_of_each(things, expr)


def is_of_each(things: Things, expr: v.FieldOf) -> bool:
    """Return whether an expression is a field of each counted piece."""
    return isinstance(expr.piece, v.Local) and expr.piece.slot == things.each


def its(things: Things, expr: v.FieldOf) -> str:
    """Return `its cost`, or `cost (new card)` if there are several pieces."""
    if things.piece(expr.piece) is None:
        return things.say("its {what}", what=field_name(things, expr))
    return field_name(things, expr)


def field_name(things: Things, expr: v.FieldOf) -> str:
    """Return `cost`, or `cost (new card)`."""
    what, piece = things.words.heading(field_path(things, expr)), things.piece(expr.piece)
    return what if piece is None else things.say("{what} ({piece})", what=what, piece=piece)
