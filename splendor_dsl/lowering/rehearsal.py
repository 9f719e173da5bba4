"""Requirements that depend on each other, tried one after the other as code: each sees the effect of those before.

The piles stay as they are: a scope records the tokens moved so far, and its readings of a pile include them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve

from splendor_dsl.lowering.payments import payable_with
from splendor_dsl.lowering.scope import Moved, Scope, Val
from splendor_dsl.lowering.token_moves import asked_amounts
from splendor_dsl.semantics.model import MoveTokens, Pay
from splendor_dsl.semantics.requirements import exact_moves


def rehearsal_conditions(scope: Scope, implied: Sequence[Pay | MoveTokens]) -> Iterator[str]:
    """Yield the conditions that some steps can be done in their order; a payment moves nothing (K13)."""
    now = evolve(scope, known={})
    for at, step in enumerate(implied):
        if isinstance(step, Pay):
            aside = tuple(exact_moves(implied[at + 1 :]))
            yield payable_with(now, step, tokens_left(now, step, aside))
            continue
        if not step.up_to:
            there, amounts = now.pile(step.source), asked_amounts(now, step)
            yield now.memory.lanes.covers(there.text, amounts.text)
        now = _after_move(now, step)


def tokens_left(scope: Scope, step: Pay, moves: Sequence[MoveTokens]) -> Val:
    """Return the least that the pile of a payment holds while the moves after it are made."""
    found = scope.temp(scope.pile(step.pile))
    if all(move.source.zone != step.pile.zone for move in moves):
        return found
    now = evolve(scope, known={})
    for move in moves:
        now = _after_move(now, move)
        found = now.temp(now.least(found, now.pile(step.pile)))
    return found


def _after_move(scope: Scope, step: MoveTokens) -> Scope:
    """Return a scope that has moved as much as is there; nothing if a pile is nobody's or both are the same."""
    source, target = scope.seat_of(step.source), scope.seat_of(step.target)
    if step.source == step.target:
        return scope
    amounts = scope.least(asked_amounts(scope, step), scope.pile(step.source)).text
    tests = [f"({seat.text} >= 0)" for seat in (source, target) if seat and seat.may_be_nobody]
    if step.source.zone == step.target.zone and source and target:
        tests.append(f"({source.text} != {target.text})")
    moved = scope.out.temp(" * ".join((amounts, *tests)))
    ways = Moved(step.source.zone, source, moved, "-"), Moved(step.target.zone, target, moved, "+")
    return evolve(scope, known={}, moved=(*scope.moved, *ways))
