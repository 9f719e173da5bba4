"""Steps that can change places without effect: the reads and writes of each step."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import Any, Final

from attrs import frozen

from splendor_dsl.interpreter.regions import region
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.effects import Effects, OtherCode, PieceFlow
from splendor_dsl.semantics.parts import all_in

Thing = tuple[str, str]
_CHANCE: Final[Thing] = ("chance", "")
_FLOW: Final[Thing] = ("flow", "")


@frozen
class _Access:
    """The reads and writes of code, and whether it contains a decision."""

    reads: frozenset[Thing]
    writes: frozenset[Thing]
    asks: bool


def commute(model: m.Model, one: m.Step, other: m.Step) -> bool:
    """Return whether two adjacent steps of a block do the same in either order."""
    if _idle(model, one) or _idle(model, other):
        return True
    if _leads(one) or _leads(other) or _is_exact(one) != _is_exact(other):
        return False
    return _independent(_access(model, (one,)), _access(model, (other,)))


def _leads(step: m.Step) -> bool:
    """Return whether a step decides whether, or when, the steps after it run."""
    return step.effects.asks or step.effects.may_stop or step.effects.runs is not None


def _is_exact(step: m.Step) -> bool:
    """Return whether a step moves exact amounts: these are required before an action is offered (K13)."""
    return any(not flow.up_to for flow in step.effects.tokens)


def _idle(model: m.Model, step: m.Step) -> bool:
    """Return whether a part of a turn has nothing to do in this game."""
    match step.effects.runs:
        case OtherCode.END_OF_TURN:
            return not any(trigger.at == m.Moment.END_OF_TURN for trigger in model.triggers)
        case OtherCode.LIMITS:
            return not any(limit.at_end_of_turn for limit in model.limits.values())
        case OtherCode.ANY_ACTION | None:
            return False


def triggers_commute(model: m.Model, one: m.Trigger, other: m.Trigger) -> bool:
    """Return whether two triggers of one moment do the same in either order."""
    first, second = (_access(model, each.code.steps) for each in (one, other))
    return _independent(first, second)


def _independent(one: _Access, other: _Access) -> bool:
    if one.asks and other.asks:
        return False
    return one.writes.isdisjoint(other.reads | other.writes) and other.writes.isdisjoint(one.reads)


def _access(model: m.Model, code: Sequence[m.Step]) -> _Access:
    """Return the reads and writes of steps, and of the triggers that they can cause."""
    steps = list(_caused(model, code))
    reads: frozenset[Thing] = frozenset()
    for step in steps:
        seen = region(step, model)
        reads |= seen.shared | seen.own | seen.everyones
    writes = frozenset(thing for step in steps for thing in _written(model, step.effects))
    return _Access(reads, writes, any(step.effects.asks for step in steps))


def _caused(model: m.Model, code: Sequence[m.Step]) -> Iterator[m.Step]:
    waiting, visited = list(code), set()
    while waiting:
        step = waiting.pop()
        yield step
        waiting += [each for block in step.effects.blocks for each in block]
        entered = {flow.target.zone for flow in step.effects.pieces}
        for trigger in model.triggers:
            refills = entered and trigger.zone in _refilled(model)
            if trigger.name not in visited and (trigger.zone in entered or refills):
                visited.add(trigger.name)
                waiting += trigger.code.steps


def _refilled(model: m.Model) -> set[str]:
    return {zone.name for zone in model.zones.values() if zone.refill is not None}


def _written(model: m.Model, effects: Effects) -> Iterator[Thing]:
    for tokens in effects.tokens:
        yield from (("pile", tokens.source.zone), ("pile", tokens.target.zone))
    for pieces in effects.pieces:
        yield "zone", pieces.target.zone
        yield from (("zone", name) for name in _zones_of(model, _kinds(model, pieces)))
    for ref in effects.revealed:
        yield from (("zone", name) for name in _zones_of(model, {model.zones[ref.zone].kind}))
    for ref in effects.shuffled:
        yield from (("zone", ref.zone), _CHANCE)
    yield from (("marker", each.marker) for each in effects.markers)
    yield from (("counter", each.counter.counter) for each in effects.counters)
    if effects.owes:
        yield _FLOW


def _kinds(model: m.Model, flow: PieceFlow) -> set[str | None]:
    """Return the kinds of the pieces that move, as far as they are known."""
    kinds = {model.zones[flow.target.zone].kind}
    if flow.source is not None:
        kinds.add(model.zones[flow.source.zone].kind)
    if isinstance(flow.piece, v.Local):
        kinds.add(flow.piece.type.removeprefix("piece "))
    return kinds


def _zones_of(model: m.Model, kinds: Container[str | None]) -> Iterator[str]:
    return (zone.name for zone in model.zones.values() if zone.kind in kinds)


def mentions(thing: Any, name: str) -> bool:
    """Return whether a part of the rules contains a name."""
    return any(each == name for each in all_in(thing))
