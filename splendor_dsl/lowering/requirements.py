"""The requirements after the choices of an action, as conditions (K13)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import assert_never

from attrs import frozen

from splendor_dsl.lowering.payments import PaymentTest, payment_test
from splendor_dsl.lowering.rehearsal import rehearsal_conditions
from splendor_dsl.lowering.scope import Scope, Val
from splendor_dsl.lowering.token_moves import asked_amounts
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.changes import read
from splendor_dsl.semantics.model import (
    Choose,
    ChooseNumber,
    ChoosePiece,
    ChoosePlayer,
    ChooseToken,
    ChooseTokens,
    Model,
    MoveTokens,
    Pay,
)

Implied = Sequence[Pay | MoveTokens]
OWN = v.Local(slot=0, type="player")


@frozen
class Requirements:
    """The requirements after the choices of an action."""

    payments: tuple[PaymentTest, ...]
    moves: tuple[MoveTokens, ...]  # exact ones only
    tried: Implied = ()  # all requirements, where one depends on another

    @property
    def any(self) -> bool:
        """True if there is any requirement."""
        return bool(self.payments or self.moves or self.tried)

    def text(self, scope: Scope, chosen: Choose | None) -> list[str]:
        """Return the conditions as code."""
        if self.tried:
            return list(rehearsal_conditions(scope, self.tried))
        return [each.payable(scope) for each in self.payments] + self.pile_conditions(scope, chosen)

    def pile_conditions(self, scope: Scope, chosen: Choose | None) -> list[str]:
        """Return the conditions that each pile holds the tokens taken from it, when they are taken."""
        found: list[str] = []
        for ref in dict.fromkeys(move.source for move in self.moves):
            taken = [move for move in self.moves if move.source == ref]
            if not (len(taken) == 1 and chosen is not None and _is_covered(taken[0], chosen)):
                found += _pile_covers(scope, ref, self.moves)
        return found


def implied_requirements(
    scope: Scope, implied: Implied, bound: frozenset[int], choices: Sequence[Choose] = ()
) -> Requirements:
    """Return the payments and exact moves that must be possible after the choices that bind `bound`."""
    if _are_dependent(scope.memory.program.model, implied, _rivals(choices)):
        return Requirements((), (), implied)
    payments = tuple(
        payment_test(
            scope, step, tuple(m for m in implied[:at] if isinstance(m, MoveTokens)), bound
        )
        for at, step in enumerate(implied)
        if isinstance(step, Pay)
    )
    moves = (step for step in implied if isinstance(step, MoveTokens) and not step.up_to)
    return Requirements(payments, tuple(moves))


def _pile_covers(scope: Scope, ref: v.ZoneRef, moves: Sequence[MoveTokens]) -> Iterator[str]:
    """Yield the conditions that a pile covers all that is taken from it, given what has come in before."""
    there, taken = scope.pile(ref), Val("0", 0, 0)
    unchecked = False
    for move in moves:
        if move.source == ref:
            taken, unchecked = scope.plus(taken, asked_amounts(scope, move)), True
        if move.target == ref:
            if unchecked:
                yield scope.memory.lanes.covers(there.text, taken.text)
            there, unchecked = scope.plus(there, asked_amounts(scope, move)), False
    if unchecked:
        yield scope.memory.lanes.covers(there.text, taken.text)


def _is_covered(move: MoveTokens, chosen: Choose) -> bool:
    """Return whether a pile is known to hold one each of the tokens chosen from it."""
    amounts = move.amounts
    match chosen:
        case ChooseToken(pile=pile) | ChooseTokens(pile=pile):
            there = pile == move.source
        case ChoosePiece() | ChooseNumber() | ChoosePlayer():
            there = False
        case _:
            assert_never(chosen)
    return (
        there
        and isinstance(amounts, v.AmountOf)
        and amounts.count == v.Const(value=1)
        and isinstance(amounts.tokens, v.Local)
        and amounts.tokens.slot == chosen.slot
    )


def _are_dependent(model: Model, implied: Implied, rivals: frozenset[int]) -> bool:
    """Return whether a step changes what another depends on, so that they must be tried in order."""
    for at, step in enumerate(implied):
        moved = {z.zone for m in implied[:at] if isinstance(m, MoveTokens) for z in _piles(m)}
        rests_on = (step.cost, step.wilds) if isinstance(step, Pay) else step.amounts
        if moved & read(model, rests_on):
            return True
        if isinstance(step, Pay):
            if _pile_changes(step, implied[:at], implied[at + 1 :]):
                return True
        elif len(implied) > 1 and isinstance(step.target.player, v.Holder | v.Nobody):
            return True  # tokens for nobody stay where they are
    piles = dict.fromkeys(ref for step in implied for ref in _piles(step))
    return len(implied) > 1 and any(
        one.zone == other.zone and not _are_distinct(one, other, rivals)
        for one, other in combinations(piles, 2)
    )


def _rivals(choices: Sequence[Choose]) -> frozenset[int]:
    """Return the variables that hold another player than variable 0."""
    return frozenset(step.slot for step in choices if _is_rival(step))


def _is_rival(step: Choose) -> bool:
    match step:
        case ChoosePlayer(domain=domain):
            return domain.kind in {"others", "partners"} and domain.of in {None, OWN}
        case ChooseToken() | ChooseTokens() | ChoosePiece() | ChooseNumber():
            return False
    assert_never(step)


def _are_distinct(one: v.ZoneRef, other: v.ZoneRef, rivals: frozenset[int]) -> bool:
    """Return whether one pile belongs to the player in variable 0 and the other to a rival."""
    players = {one.player, other.player}
    return OWN in players and any(
        isinstance(player, v.Local) and player.slot in rivals for player in players
    )


def _piles(step: Pay | MoveTokens) -> tuple[v.ZoneRef, ...]:
    return (step.pile, step.supply) if isinstance(step, Pay) else (step.source, step.target)


def _pile_changes(step: Pay, before: Implied, after: Implied) -> bool:
    """Return whether tokens leave the pile of a payment, or as many come to it as there are."""
    moves = [move for move in (*before, *after) if isinstance(move, MoveTokens)]
    return any(
        step.pile == move.source or (step.pile == move.target and move.up_to) for move in moves
    )
