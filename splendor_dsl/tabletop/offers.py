"""The ways to get a piece, read from the rules: what it costs a player now, and what it asks for besides.

An offer is a decision that chooses one piece and pays for it, or that requires something of the player by its fields; no
name of a game matters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import Any

from attrs import field, frozen

from splendor_dsl.bots.goals import conditions
from splendor_dsl.interpreter.evaluation import Cells, Evaluator
from splendor_dsl.interpreter.payment import CompiledPayment
from splendor_dsl.interpreter.rehearsal import payment_of
from splendor_dsl.ir.nodes import Ask, Program, Routine
from splendor_dsl.semantics.model import ChoosePiece, Model, Pay, Require
from splendor_dsl.semantics.parts import all_in
from splendor_dsl.semantics.values import FieldOf, Local

Amounts = tuple[int, ...]
Fn = Callable[[Cells, list[Any]], Any]


class Reach(StrEnum):
    """The distance of a player from paying a price."""

    NOW = "now"
    WITH_WILDS = "with wild tokens"
    ONE_MORE = "one token more"
    LATER = "later"


@frozen(kw_only=True)
class Cost:
    """A price as it is printed, what is left of it for a player, and the tokens of it that the player lacks."""

    price: Amounts
    still: Amounts
    short: Amounts
    reach: Reach


@frozen(kw_only=True)
class Offer:
    """One way to get a piece."""

    path: str
    zones: frozenset[str]
    slot: int
    slots: int
    price: str | None  # the field that is paid
    payment: CompiledPayment | None = field(repr=False)
    asked: tuple[tuple[Fn, Fn], ...] = field(repr=False)  # what a player has, and what is asked for
    asks: frozenset[str]  # the fields that it is asked by

    def cost(self, cells: Cells, seat: int, piece: int, printed: Amounts) -> Cost | None:
        """Return what a piece costs a seat; none if nothing is paid for it."""
        if self.payment is None:
            return None
        env = self._env(seat, piece)
        still = self.payment.cost(cells, env)
        short, missing = self.payment.missing(cells, env)
        if not any(short):
            reach = Reach.NOW
        elif self.payment.payable(cells, env):
            reach = Reach.WITH_WILDS
        else:
            reach = Reach.ONE_MORE if missing == 1 else Reach.LATER
        return Cost(price=printed, still=tuple(max(0, n) for n in still), short=short, reach=reach)

    def missing(self, cells: Cells, seat: int, piece: int) -> tuple[Amounts | int, ...]:
        """Return what a seat lacks of each thing that a piece asks for."""
        env = self._env(seat, piece)
        return tuple(_less(right(cells, env), left(cells, env)) for left, right in self.asked)

    def _env(self, seat: int, piece: int) -> list[Any]:
        env: list[Any] = [None] * self.slots
        env[0], env[self.slot] = seat, piece
        return env


def _less(wanted: Any, have: Any) -> Any:
    if isinstance(wanted, tuple):
        return tuple(max(0, want - has) for want, has in zip(wanted, have, strict=True))
    return max(0, wanted - have)


def offers(program: Program, make: Evaluator) -> tuple[Offer, ...]:
    """Return all offers of a game, those of actions first."""
    return tuple(
        offer
        for routine, ask in _asks(program)
        for step in ask.steps
        if isinstance(step, ChoosePiece)
        for offer in [_offer(program.model, make, routine, ask, step)]
        if offer.payment is not None or offer.asked
    )


def _asks(program: Program) -> Iterator[tuple[Routine, Ask]]:
    for entry in program.actions:
        yield program.routines[entry.routine], entry.lead
    for trigger in program.triggers:
        routine = program.routines[trigger.routine]
        yield from ((routine, step) for step in routine.steps if isinstance(step, Ask))


def _offer(model: Model, make: Evaluator, routine: Routine, ask: Ask, step: ChoosePiece) -> Offer:
    known = {ask.by, step.slot}
    payments = [
        (at, implied)
        for at, implied in enumerate(ask.implied)
        if isinstance(implied, Pay) and _of_piece(implied.cost, step.slot, known)
    ]
    required = (each for each in ask.steps if isinstance(each, Require))
    asked = [
        sides
        for each in required
        for sides, _ in conditions(model, each.value, ask.by)
        if _of_piece(sides.right, step.slot, known) and _depends_on(sides.left) <= known
    ]
    at, pay = payments[0] if payments else (0, None)
    return Offer(
        path=ask.where.path,
        zones=frozenset(source.zone.zone for source in step.sources),
        slot=step.slot,
        slots=routine.slots,
        price=None if pay is None else _fields(pay.cost, step.slot)[0],
        payment=None if pay is None else payment_of(make, ask.implied, at),
        asked=tuple((make.compile(each.left), make.compile(each.right)) for each in asked),
        asks=frozenset(name for each in asked for name in _fields(each.right, step.slot)),
    )


def _of_piece(expr: object, slot: int, known: set[int]) -> bool:
    """Return whether an expression is about the fields of a chosen piece, and of nothing else that is chosen."""
    return bool(_fields(expr, slot)) and _depends_on(expr) <= known


def _fields(expr: object, slot: int) -> list[str]:
    fields = (part for part in all_in(expr) if isinstance(part, FieldOf))
    return [f.field for f in fields if isinstance(f.piece, Local) and f.piece.slot == slot]


def _depends_on(expr: object) -> set[int]:
    return {part.slot for part in all_in(expr) if isinstance(part, Local)}
