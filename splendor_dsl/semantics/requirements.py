"""The requirements of an action: the choices that lead it, and the steps that must be possible after them (K13)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import assert_never

from attrs import evolve, frozen

from splendor_dsl.semantics import model as m
from splendor_dsl.semantics.changes import caused, found_in, read, written

Run = tuple[m.Decision, ...]
TokenStep = m.Pay | m.MoveTokens


@frozen(kw_only=True)
class Implied:
    """The steps that must be possible after the leading choices of an action.

    `required` are these steps; `tried` are the same in their order, with the moves `up to` something between them, which
    only count towards a payment after them. `at_once`: nothing but exact moves comes before the payment.
    """

    required: tuple[TokenStep, ...]
    tried: tuple[TokenStep, ...]
    at_once: bool


def leading_run(steps: Sequence[m.Step], *, lead: bool = False) -> Run:
    """Return the choices and requirements at the head of some steps, which are made in one decision.

    A choice that may be declined begins a run of its own, as declining it keeps the choices before it.
    """
    run: list[m.Decision] = []
    for step in steps:
        if not isinstance(step, m.Decision):
            break
        if isinstance(step, m.Choose) and step.may and (run or lead):
            break
        run.append(step)
    return tuple(run)


def implied(model: m.Model, steps: Sequence[m.Step]) -> Implied:
    """Return the steps of an action that must be possible for it to be offered.

    These are the exact moves of tokens and the first payment that follow the choices at once; else the first payment
    before any later choice, unless a step before it may change what it costs or is paid with.
    """
    rest = steps[len(leading_run(steps, lead=True)) :]
    head = tuple(_head(rest))
    if any(isinstance(step, m.Pay) for step in head):
        return Implied(required=head, tried=head, at_once=True)
    between = list(takewhile(lambda s: not isinstance(s, m.Pay | m.Decision), rest))
    payment = rest[len(between)] if len(between) < len(rest) else None
    between = between[len(head) :]
    moves = [step for step in between if isinstance(step, m.MoveTokens)]
    if not isinstance(payment, m.Pay) or _changed(model, steps, between) & read(
        model, (payment, *moves)
    ):
        return Implied(required=head, tried=head, at_once=False)
    counted = (evolve(step, up_to=True) for step in moves)
    return Implied(required=(*head, payment), tried=(*head, *counted, payment), at_once=False)


def decided_by(step: m.Decision | TokenStep) -> tuple[object, ...]:
    """Return what decides whether a step can be done, or in which ways; where a piece lies is none of it."""
    match step:
        case m.ChooseToken():
            return step.tokens, step.pile
        case m.ChooseTokens():
            return step.tokens, step.pile, step.count
        case m.ChooseNumber():
            return step.low, step.high
        case m.ChoosePiece() | m.ChoosePlayer():
            return ()
        case m.Require():
            return (step.value,)
        case m.Pay():
            wilds = ((wild.worth, wild.most) for wild in step.wilds)
            return step.cost, step.pile, *wilds
        case m.MoveTokens():
            return step.amounts, step.source
    assert_never(step)


def exact_moves(steps: Sequence[m.Step]) -> Iterator[m.MoveTokens]:
    """Yield the exact moves of tokens at the head of some steps."""
    for step in steps:
        if not isinstance(step, m.MoveTokens) or step.up_to:
            return
        yield step


def _head(rest: Sequence[m.Step]) -> Iterator[TokenStep]:
    before = tuple(exact_moves(rest))
    yield from before
    after = rest[len(before) :]
    if after and isinstance(after[0], m.Pay):
        yield after[0]
        yield from exact_moves(after[1:])


def _changed(model: m.Model, steps: Sequence[m.Step], between: Sequence[m.Step]) -> frozenset[str]:
    """Return all that the steps before a payment may change, except by their own moves of tokens."""
    others = [step for step in between if not isinstance(step, m.MoveTokens)]
    names = written(model, others, found_in(steps))
    return names | caused(model, names)
