"""Decisions that reveal tokens of a secret pile, so that only the player may see them (K8)."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from splendor_dsl.ir import nodes
from splendor_dsl.semantics.changes import slots_read
from splendor_dsl.semantics.model import Face, Model


def secret_decisions(program: nodes.Program) -> frozenset[int]:
    """Return the numbers of the secret decisions."""
    piles = {
        zone.name
        for zone in program.model.zones.values()
        if zone.kind is None and zone.face != Face.UP
    }
    return frozenset(_secret(program, piles)) if piles else frozenset()


def _secret(program: nodes.Program, piles: Collection[str]) -> Iterator[int]:
    leads = {entry.routine: entry.lead for entry in program.actions}
    for number, routine in enumerate(program.routines):
        revealing = _revealing_slots(routine, piles)
        steps = [*routine.steps, leads[number]] if number in leads else routine.steps
        for step in steps:
            match step:
                case nodes.Ask() if _choices(step) & revealing:
                    yield step.number
                case nodes.Payment() if step.step.pile.zone in piles:
                    yield step.number
                case nodes.KeepLimits() if _limits(program.model, piles):
                    yield step.number


def _revealing_slots(routine: nodes.Routine, piles: Collection[str]) -> frozenset[int]:
    """Return the variables that determine which tokens, or how many, enter or leave a secret pile."""
    found: set[int] = set()
    for step in routine.steps:
        for flow in nodes.control_of(step).effects.tokens:
            if {flow.source.zone, flow.target.zone} & set(piles) and flow.amounts is not None:
                found |= set(slots_read(flow.amounts))
        if isinstance(step, nodes.Payment) and step.step.pile.zone in piles:
            found |= set(slots_read(step.step.cost))
    return frozenset(found)


def _choices(ask: nodes.Ask) -> set[int]:
    """Return the variables that an `Ask` binds to tokens; all players see chosen pieces, players and numbers."""
    bound = (binding for step in ask.steps for binding in step.effects.binds)
    return {binding.slot for binding in bound if binding.tokens is not None}


def _limits(model: Model, piles: Collection[str]) -> bool:
    limits = model.limits.values()
    return any(each.at_end_of_turn and each.tokens and each.zone in piles for each in limits)
