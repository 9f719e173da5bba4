"""The size of the rules of a game: all checks have to read all of them, and often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final, get_args

from splendor_dsl.diagnostics import Problem
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.parts import all_in
from splendor_dsl.semantics.scope import ANY_KIND
from splendor_dsl.semantics.type_problems import TooLarge

# The largest bundled game has 300 in all. Values, limits and ends have a lower bound, as they are read again and again.
MOST_IN_VALUES: Final = 1_500
MOST_IN_STEPS: Final = 5_000
MOST_LOOKS: Final = (
    60_000  # at pieces: each expression of a condition on pieces is evaluated for all of a kind
)
_COUNTED: Final = (*get_args(v.Expr), *get_args(m.Step))


def sizes(model: m.Model) -> Iterator[Problem]:
    """Yield the clause at which the rules of a game, or the conditions on its pieces, become too many."""
    pieces = Counter(piece.kind for piece in model.pieces)
    looks = 0
    for what, bound, clauses in (
        ("expressions in values, limits and ends up to here", MOST_IN_VALUES, _values(model)),
        ("expressions and steps up to here", MOST_IN_STEPS, _steps(model)),
    ):
        count = 0
        for where, part in clauses:
            for each in all_in(part):
                count += isinstance(each, _COUNTED)
                if isinstance(each, v.PieceCount | v.PieceSum) and each.where is not None:
                    kind = model.zones[each.zone.zone].kind
                    tested = len(model.pieces) if kind == ANY_KIND else pieces[kind or ""]
                    looks += tested * sum(
                        isinstance(inner, _COUNTED) for inner in all_in(each.where)
                    )
            if count > bound:
                yield _too_large(what, bound, count, where)
                return
            if looks > MOST_LOOKS:
                conditions = "expressions in conditions on pieces, times the pieces, up to here"
                yield _too_large(conditions, MOST_LOOKS, looks, where)
                return


def size_of(model: m.Model) -> int:
    """Return the number of expressions and steps in the rules of a game."""
    clauses = (*_values(model), *_steps(model))
    return sum(isinstance(each, _COUNTED) for _, part in clauses for each in all_in(part))


def _too_large(what: str, bound: int, found: int, where: m.Where) -> Problem:
    return TooLarge(what=what, bound=bound, found=found, span=where.span, path=where.path)


def _values(model: m.Model) -> Iterator[tuple[m.Where, object]]:
    """Yield the clauses of values, limits and ends."""
    for value in model.values.values():
        yield from ((term.where, term.value) for term in value.terms)
    rest: tuple[m.Limit | m.End | m.Ranking, ...]
    rest = (*model.limits.values(), *model.ends, model.ranking)
    yield from ((each.where, each) for each in rest)


def _steps(model: m.Model) -> Iterator[tuple[m.Where, object]]:
    """Yield the clauses of code and of invariants."""
    for code in (model.setup, model.turn):
        yield from ((step.where, step) for step in code.steps)
    rest: tuple[m.Action | m.Phase | m.Trigger | m.Invariant, ...]
    rest = (*model.actions, *model.phases, *model.triggers, *model.invariants)
    yield from ((each.where, each) for each in rest)
