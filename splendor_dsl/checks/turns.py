"""Certain events of a turn, and the steps that can bring tokens to a pile."""

from __future__ import annotations

from typing import Final

from splendor_dsl.checks.flow import Part, all_steps
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.changes import steps_of

OWN: Final = v.Local(slot=0, type="player")


def limits_kept_once(model: m.Model) -> bool:
    """Return whether each turn always has one action and keeps the limits after it."""
    codes = (model.turn, *(phase.code for phase in model.phases))
    inside = sum(isinstance(step, m.OneAction) for code in codes for step in steps_of(code.steps))
    kinds = [type(step) for step in model.turn.steps]
    if inside != 1 or m.OneAction not in kinds or m.KeepLimits not in kinds:
        return False
    return kinds.index(m.OneAction) < kinds.index(m.KeepLimits)


def own_gains_only(model: m.Model, pile: str) -> bool:
    """Return whether only a player's action, and triggers that its moves cause, bring tokens to that player's pile."""
    own_zones = _zones_entered_in_own_action(model)
    return all(
        flow.target.player == OWN and _in_own_action(part, own_zones)
        for part, step in all_steps(model)
        for flow in step.effects.tokens
        if flow.target.zone == pile
    )


def _in_own_action(part: Part, own_zones: frozenset[str]) -> bool:
    trigger = part.trigger
    if trigger is not None:
        return trigger.at == m.Moment.ENTERS and trigger.zone in own_zones
    return part.what == "action"


def _zones_entered_in_own_action(model: m.Model) -> frozenset[str]:
    """Return the zones that pieces enter only by an action of the player whose zone it is."""
    others = {zone.name for zone in model.zones.values() if zone.refill is not None}
    for part, step in all_steps(model):
        for flow in step.effects.pieces:
            own = part.what == "action" and flow.target.player in {None, OWN}
            if flow.fills or not own:
                others.add(flow.target.zone)
    return frozenset(model.zones) - others


def owed_actions(model: m.Model) -> frozenset[str]:
    """Return the actions that some step owes."""
    return frozenset(name for _, step in all_steps(model) for name in step.effects.owed_actions)
