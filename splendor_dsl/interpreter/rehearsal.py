"""Steps that must be possible after the choices of an action, tried in order before it is offered (K13).

Each step sees the tokens that moves before it bring or take; a payment is tried as if it moved nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from attrs import frozen

from splendor_dsl.interpreter.evaluation import Cells, Env, Evaluator, Fn
from splendor_dsl.interpreter.payment import CompiledPayment, compile_payment
from splendor_dsl.interpreter.tokens import TokenMove, token_move
from splendor_dsl.semantics.model import MoveTokens, Pay
from splendor_dsl.semantics.requirements import exact_moves


@frozen
class RehearsedStep:
    """A rehearsed step: whether it is possible, and the cells before it."""

    step: Pay | MoveTokens
    holds: bool
    cells: Cells


Trial = Callable[[Cells, Env], Iterator[RehearsedStep]]


def rehearsal(make: Evaluator, implied: Sequence[Pay | MoveTokens]) -> Trial:
    """Return a function that tries some steps one after the other, including those after a failure."""
    parts = [_part(make, implied, at) for at in range(len(implied))]

    def tried(cells: Cells, env: Env) -> Iterator[RehearsedStep]:
        now = cells.copy()
        for step, (test, move) in zip(implied, parts, strict=True):
            yield RehearsedStep(step, test(now, env), now)
            if move is not None:
                move.make(now, env)

    return tried


def _part(
    make: Evaluator, implied: Sequence[Pay | MoveTokens], at: int
) -> tuple[Fn, TokenMove | None]:
    step = implied[at]
    if isinstance(step, Pay):
        return make.with_report(step.where, payment_of(make, implied, at).payable), None
    move = token_move(make, step)
    return (lambda _cells, _env: True) if step.up_to else move.possible, move


def payment_of(make: Evaluator, implied: Sequence[Pay | MoveTokens], at: int) -> CompiledPayment:
    """Compile a payment among such steps."""
    step = implied[at]
    assert isinstance(step, Pay)
    return compile_payment(make, step, after=tuple(exact_moves(implied[at + 1 :])))


def possible(make: Evaluator, implied: Sequence[Pay | MoveTokens]) -> Fn | None:
    """Return the condition that all steps are possible; none without any step."""
    if not implied:
        return None
    if len(implied) == 1:  # no step before it can matter
        return _part(make, implied, 0)[0]
    trial = rehearsal(make, implied)
    return lambda cells, env: all(each.holds for each in trial(cells, env))
