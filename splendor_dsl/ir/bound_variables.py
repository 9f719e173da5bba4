"""The variables bound at each instruction: those that a saved half-made action must hold."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve, frozen

from splendor_dsl.ir import nodes
from splendor_dsl.semantics.model import Choose, Moment

Slots = frozenset[int]


@frozen
class BoundVariables:
    """The variables that are always bound, and those that may be."""

    always: Slots
    maybe: Slots

    def bind(self, *slots: int) -> BoundVariables:
        """Return the variables with some more bound."""
        return BoundVariables(self.always | set(slots), self.maybe | set(slots))

    def free(self, *slots: int) -> BoundVariables:
        """Return the variables without some."""
        return BoundVariables(self.always - {*slots}, self.maybe - {*slots})

    def meet(self, other: BoundVariables) -> BoundVariables:
        """Return the variables at a join of two paths."""
        return BoundVariables(self.always & other.always, self.maybe | other.maybe)


def bound_in(program: nodes.Program, routine: int) -> dict[int, BoundVariables]:
    """Return the variables bound before each reachable instruction."""
    steps = program.routines[routine].steps
    found: dict[int, BoundVariables] = {}
    worklist = [(0, _at_first(program, routine))]
    while worklist:
        at, bound = worklist.pop()
        met = bound if at not in found else found[at].meet(bound)
        if found.get(at) == met:
            continue
        found[at] = met
        if at < len(steps):
            worklist += _next(at, steps[at], met)
    for at, step in enumerate(steps):
        if at in found:
            found[at] = evolve(found[at], maybe=found[at].maybe | nodes.control_of(step).under_way)
    return found


def resting_points(program: nodes.Program, routine: int) -> frozenset[int]:
    """Return the instructions at which a frame may rest while other code runs."""
    waits = any(entry.routine == routine for entry in program.triggers)
    places: set[int] = {0} if waits else set()
    for at, step in enumerate(program.routines[routine].steps):
        control = nodes.control_of(step)
        if control.repeats:
            places.add(at)
        if control.may_rest_after:
            places.add(at + 1)
    return frozenset(places)


def _at_first(program: nodes.Program, routine: int) -> BoundVariables:
    slots = {0}
    for entry in program.actions:
        if entry.routine == routine:
            slots |= {step.slot for step in entry.lead.steps if isinstance(step, Choose)}
    for each in program.triggers:
        if each.routine == routine and each.trigger.at == Moment.ENTERS:
            slots.add(1)
    return BoundVariables(frozenset(slots), frozenset(slots))


def _next(
    at: int, step: nodes.Instruction, bound: BoundVariables
) -> Iterator[tuple[int, BoundVariables]]:
    """Yield the next instructions with their variables."""
    control = nodes.control_of(step)
    if control.falls_through:
        yield at + 1, bound.bind(*control.binds).free(*control.frees)
    yield from ((target, bound.free(*control.frees_at_targets)) for target in control.targets)
