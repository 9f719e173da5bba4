"""Which variables are bound where code may stand: what a saved half-made action must hold."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve, frozen

from splendor_dsl.ir import nodes
from splendor_dsl.semantics.model import Choose, Moment

Slots = frozenset[int]


@frozen
class Bound:
    """The variables that are bound in any case, and those that may be."""

    surely: Slots
    maybe: Slots

    def bind(self, *slots: int) -> Bound:
        """With some more."""
        return Bound(self.surely | set(slots), self.maybe | set(slots))

    def free(self, *slots: int) -> Bound:
        """Without some."""
        return Bound(self.surely - {*slots}, self.maybe - {*slots})

    def meet(self, other: Bound) -> Bound:
        """What holds for both ways to a place."""
        return Bound(self.surely & other.surely, self.maybe | other.maybe)


def bound_in(program: nodes.Program, routine: int) -> dict[int, Bound]:
    """For each instruction that can be reached, what is bound before it."""
    steps = program.routines[routine].steps
    found: dict[int, Bound] = {}
    waiting = [(0, _at_first(program, routine))]
    while waiting:
        at, bound = waiting.pop()
        met = bound if at not in found else found[at].meet(bound)
        if found.get(at) == met:
            continue
        found[at] = met
        if at < len(steps):
            waiting += _next(at, steps[at], met)
    for at, step in enumerate(steps):
        if at in found:
            found[at] = evolve(found[at], maybe=found[at].maybe | nodes.control_of(step).under_way)
    return found


def resting_places(program: nodes.Program, routine: int) -> frozenset[int]:
    """Where code may stand while other code runs that it has called or caused, or that comes before it."""
    waits = any(entry.routine == routine for entry in program.triggers)
    places: set[int] = {0} if waits else set()
    for at, step in enumerate(program.routines[routine].steps):
        control = nodes.control_of(step)
        if control.repeats:
            places.add(at)
        if control.rests_behind:
            places.add(at + 1)
    return frozenset(places)


def _at_first(program: nodes.Program, routine: int) -> Bound:
    slots = {0}
    for entry in program.actions:
        if entry.routine == routine:
            slots |= {step.slot for step in entry.lead.steps if isinstance(step, Choose)}
    for each in program.triggers:
        if each.routine == routine and each.trigger.at == Moment.ENTERS:
            slots.add(1)
    return Bound(frozenset(slots), frozenset(slots))


def _next(at: int, step: nodes.Instruction, bound: Bound) -> Iterator[tuple[int, Bound]]:
    """Where the code goes on, and with what."""
    control = nodes.control_of(step)
    if control.goes_on:
        yield at + 1, bound.bind(*control.binds).free(*control.frees)
    yield from ((target, bound.free(*control.frees_at_targets)) for target in control.targets)
