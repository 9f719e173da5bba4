"""Which steps may change places without changing anything: what each of them looks at, and what it changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from attrs import frozen

from splendor_dsl.backends.regions import region
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics.parts import all_in

Thing = tuple[str, str]
# Steps that say whether, or when, what follows them happens.
_LEADING: Final = (m.Choose, m.Require, m.Pay, m.OneAction, m.KeepLimits, m.EndOfTurn)
_CHANCE: Final[Thing] = ("chance", "")
_FLOW: Final[Thing] = ("flow", "")


@frozen
class _Touched:
    """What code looks at and changes, and whether somebody decides something in it."""

    reads: frozenset[Thing]
    writes: frozenset[Thing]
    asks: bool


def commute(model: m.Model, one: m.Step, other: m.Step) -> bool:
    """Whether two steps of a block, one after the other, do the same in either order."""
    if _idle(model, one) or _idle(model, other):
        return True
    if isinstance(one, _LEADING) or isinstance(other, _LEADING):
        return False
    return _independent(_touched(model, (one,)), _touched(model, (other,)))


def _idle(model: m.Model, step: m.Step) -> bool:
    """Whether a part of a turn has nothing to do in this game."""
    if isinstance(step, m.EndOfTurn):
        return not any(trigger.at == "end of turn" for trigger in model.triggers)
    return isinstance(step, m.KeepLimits) and not any(
        limit.at_end_of_turn for limit in model.limits.values()
    )


def triggers_commute(model: m.Model, one: m.Trigger, other: m.Trigger) -> bool:
    """Whether two triggers of one moment do the same in either order."""
    first, second = (_touched(model, each.code.steps) for each in (one, other))
    return _independent(first, second)


def _independent(one: _Touched, other: _Touched) -> bool:
    if one.asks and other.asks:
        return False
    return one.writes.isdisjoint(other.reads | other.writes) and other.writes.isdisjoint(one.reads)


def _touched(model: m.Model, code: Sequence[m.Step]) -> _Touched:
    """Of steps, and of the triggers that they can cause."""
    steps = list(_caused(model, code))
    reads: frozenset[Thing] = frozenset()
    for step in steps:
        seen = region(step, model)
        reads |= seen.shared | seen.own | seen.everyones
    writes = frozenset(thing for step in steps for thing in _written(model, step))
    return _Touched(reads, writes, any(isinstance(step, m.Choose | m.Pay) for step in steps))


def _caused(model: m.Model, code: Sequence[m.Step]) -> Iterator[Any]:
    waiting, begun = list(code), set()
    while waiting:
        step = waiting.pop()
        yield step
        waiting += _inside(step)
        entered = {step.target.zone} if isinstance(step, m.MovePieces) else set()
        entered |= {step.zone.zone} if isinstance(step, m.Fill) else set()
        for trigger in model.triggers:
            refills = isinstance(step, m.MovePieces | m.Fill) and trigger.zone in _refilled(model)
            if trigger.name not in begun and (trigger.zone in entered or refills):
                begun.add(trigger.name)
                waiting += trigger.code.steps


def _inside(step: Any) -> tuple[Any, ...]:
    if isinstance(step, m.If):
        return (*step.then, *step.otherwise)
    return step.body if isinstance(step, m.ForEach) else ()


def _refilled(model: m.Model) -> set[str]:
    return {zone.name for zone in model.zones.values() if zone.refill is not None}


def _written(model: m.Model, step: Any) -> Iterator[Thing]:
    match step:
        case m.MoveTokens():
            yield from (("pile", step.source.zone), ("pile", step.target.zone))
        case m.Pay():
            yield from (("pile", step.pile.zone), ("pile", step.supply.zone))
        case m.MovePieces() | m.Fill() | m.Reveal():
            target = step.target if isinstance(step, m.MovePieces) else step.zone
            kind = model.zones[target.zone].kind
            yield from (("zone", each.name) for each in model.zones.values() if each.kind == kind)
        case m.Shuffle():
            yield from (("zone", step.zone.zone), _CHANCE)
        case m.Give():
            yield "marker", step.marker
        case m.SetCounter():
            yield "counter", step.counter
        case m.Again() | m.Do():
            yield _FLOW


def mentions(thing: Any, name: str) -> bool:
    """Whether a part of the rules names something."""
    return any(each == name for each in all_in(thing))
