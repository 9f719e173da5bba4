"""Owed actions: which actions can be owed, and at which instructions any can be."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import assert_never

from attrs import frozen

from splendor_dsl.ir import nodes
from splendor_dsl.ir.from_semantics import GAME
from splendor_dsl.lowering.context import jump_targets
from splendor_dsl.lowering.requirements import OWN
from splendor_dsl.lowering.stops import MOST_OWED
from splendor_dsl.lowering.triggers import triggered
from splendor_dsl.lowering.unsupported import MANY_OWED, OWED_FOR_EACH, OWED_TO_OTHERS, NotLowered
from splendor_dsl.semantics.changes import steps_of
from splendor_dsl.semantics.effects import OtherCode
from splendor_dsl.semantics.model import Model, Moment, SimpleStep, Step
from splendor_dsl.semantics.values import Mover

_BETWEEN_TURNS = (Moment.START_OF_ROUND, Moment.START_OF_TURN, Moment.END_OF_ROUND)


def owable_actions(program: nodes.Program) -> list[tuple[int, nodes.ActionEntry]]:
    """Return the actions that some step can owe, by their numbers."""
    named = {
        action
        for routine in program.routines
        for step in routine.steps
        for action in nodes.control_of(step).effects.owed_actions
    }
    return [(at, entry) for at, entry in enumerate(program.actions) if entry.action.name in named]


def owed_places(program: nodes.Program) -> frozenset[tuple[int, int]]:
    """Return the `Owed` instructions, by routine and number, at which anything can be owed."""
    adding: set[int] = set()
    while (more := _owing_routines(program, adding)) != adding:
        adding = more
    found: set[tuple[int, int]] = set()
    _owed_after(program, adding, (GAME, False), found)
    return frozenset(found)


def _owing_routines(program: nodes.Program, known: AbstractSet[int]) -> set[int]:
    """Return the routines that may owe an action, given the `known` ones that they run."""
    routines = enumerate(program.routines)
    return {
        number
        for number, routine in routines
        if any(_may_owe(program, known, step) for step in routine.steps)
    }


def _may_owe(program: nodes.Program, known: AbstractSet[int], step: nodes.Instruction) -> bool:
    """Return whether an instruction may owe an action."""
    if nodes.control_of(step).effects.owed_actions:
        return True
    return not known.isdisjoint(_run_by(program, step))


def _run_by(program: nodes.Program, step: nodes.Instruction) -> set[int]:
    """Return the routines that an instruction runs before the next one; those of `Owed` count elsewhere."""
    match step:
        case nodes.Call():
            return {step.routine}
        case nodes.TakeAction():
            return {each.routine for each in program.actions}
        case nodes.Triggers():
            return {each.routine for each in program.triggers if each.trigger.at == step.at}
        case _:
            return triggered(program, step)


def _owed_after(
    program: nodes.Program,
    adding: AbstractSet[int],
    begun: tuple[int, bool],
    found: set[tuple[int, int]],
) -> bool:
    """Return whether an action can be owed after a routine; add the `Owed` instructions that see one to `found`."""
    number, owed = begun
    steps = program.routines[number].steps
    before = [owed, *[False] * len(steps)]
    changed = True
    while changed:
        changed = False
        for at, step in enumerate(steps):
            match step:
                case nodes.Owed():
                    after = False
                    if before[at]:
                        found.add((number, at))
                case nodes.Call():
                    after = _owed_after(program, adding, (step.routine, before[at]), found)
                case _:
                    after = before[at] or _may_owe(program, adding, step)
            for following in (at + 1, *jump_targets(at, step)):
                changed |= after and not before[following]
                before[following] |= after
    return before[-1]


@frozen
class _OwedCounts:
    """The number of actions that steps may owe at once; each counts for those that it owes in turn."""

    model: Model
    peaks: Mapping[str, int]  # by action: the most that may be owed at once in its place

    def by_steps(self, steps: Sequence[Step], inside: frozenset[str] = frozenset()) -> int:
        """Return the number by some steps and the triggers that they cause, without those under way (`inside`)."""
        return sum(self._by_one(step, inside) for step in steps)

    def _by_one(self, step: Step, inside: frozenset[str]) -> int:
        effects = step.effects
        found = sum(self.peaks[action] for action in effects.owed_actions)
        found += max((self.by_steps(block, inside) for block in effects.blocks), default=0)
        found += sum(self.at(Moment.ENTERS, flow.target.zone, inside) for flow in effects.pieces)
        return found + self._by_other_code(effects.runs)

    def _by_other_code(self, code: OtherCode | None) -> int:
        """Return the number by the code that a part of a turn runs."""
        match code:
            case OtherCode.ANY_ACTION:
                usual = (each for each in self.model.actions if not each.only_owed)
                return max((self.by_steps(each.code.steps) for each in usual), default=0)
            case OtherCode.END_OF_TURN:
                return self.at(Moment.END_OF_TURN)
            case OtherCode.LIMITS | None:
                return 0
            case _:
                assert_never(code)

    def at(
        self, moment: Moment, zone: str | None = None, inside: frozenset[str] = frozenset()
    ) -> int:
        """Return the number by all triggers of a moment."""
        return sum(
            self.by_steps(each.code.steps, inside | {each.name})
            for each in self.model.triggers
            if (each.at, each.zone) == (moment, zone) and each.name not in inside
        )

    def in_all(self) -> int:
        """Return the number between two places at which nothing is owed any more; a turn counts as a whole."""
        model = self.model
        runs = [self.by_steps(code.steps) for code in (model.turn, *(p.code for p in model.phases))]
        moments = [self.at(each) for each in _BETWEEN_TURNS]
        return self.by_steps(model.setup.steps) + max(*runs, *moments)


def _owed_counts(model: Model) -> _OwedCounts:
    """Return the peaks of a game; if they have no fixed point, one of them exceeds the room."""
    peaks = {action.name: 1 for action in model.actions}
    while True:
        found = _OwedCounts(model, peaks)
        more = {each.name: max(1, found.by_steps(each.code.steps)) for each in model.actions}
        if more == peaks or max(more.values()) > MOST_OWED:
            return _OwedCounts(model, more)
        peaks = more


def owed_too_often(model: Model) -> Iterator[NotLowered]:
    """Yield the steps by which more actions may be owed at once than there is room for."""
    owing = [step for step in model.steps if step.effects.owed_actions]
    if not owing:
        return
    owed = _owed_counts(model)
    for loop in (step for step in model.steps if step.effects.repeats):
        for step in (step for block in loop.effects.blocks for step in steps_of(block)):
            simple = not step.effects.blocks and step.effects.runs is None
            if simple and owed.by_steps((step,)):
                yield NotLowered(OWED_FOR_EACH, step.where)
    if owed.in_all() > MOST_OWED:
        most = max(reversed(owing), key=lambda step: owed.by_steps((step,)))
        yield NotLowered(MANY_OWED, most.where, most=MOST_OWED)


def owed_to_others(program: nodes.Program) -> Iterator[NotLowered]:
    """Yield the steps by which a turn or an action may be owed to a player who is not to move."""
    others_enter, after_round = _entered_by_others(program), _run_after_round(program)
    for number, routine in enumerate(program.routines):
        for at, step in enumerate(routine.steps):
            effects = nodes.control_of(step).effects
            if not (isinstance(step, SimpleStep) and effects.owes):
                continue
            own = routine.actors.get(at, 0) == 0 and _is_about_mover(program, number, others_enter)
            # An owed action is taken before the next round begins, an owed turn when another player is to move.
            if not own or (effects.owes_turn and number in after_round):
                yield NotLowered(OWED_TO_OTHERS, step.where)


def _run_after_round(program: nodes.Program) -> frozenset[int]:
    """Return the routines that may run when all turns of a round are over, directly or through others."""
    found = {entry.routine for entry in program.triggers if entry.trigger.at == Moment.END_OF_ROUND}
    while True:
        steps = [step for number in found for step in program.routines[number].steps]
        more = found.union(*(_caused_by(program, step) for step in steps))
        if more == found:
            return frozenset(found)
        found = more


def _caused_by(program: nodes.Program, step: nodes.Instruction) -> set[int]:
    """Return the routines of the actions and triggers that an instruction causes."""
    owed = nodes.control_of(step).effects.owed_actions
    named = {each.routine for each in program.actions if each.action.name in owed}
    return named | triggered(program, step)


def _is_about_mover(program: nodes.Program, routine: int, others_enter: Collection[str]) -> bool:
    """Return whether variable 0 of a routine is always the player to move."""
    return all(
        entry.routine != routine or entry.trigger.zone not in others_enter
        for entry in program.triggers
    )


def _entered_by_others(program: nodes.Program) -> frozenset[str]:
    """Return the owned zones that pieces may enter while another player is to move."""
    zones = program.model.zones.values()
    others_enter = {zone.name for zone in zones if zone.owned and zone.refill is not None}
    while True:
        more = {
            ref.zone
            for number, routine in enumerate(program.routines)
            for step in routine.steps
            for flow in nodes.control_of(step).effects.pieces
            for ref in (flow.target,)
            if ref.player is not None
            and not (
                ref.player in {OWN, Mover()} and _is_about_mover(program, number, others_enter)
            )
        }
        if more <= others_enter:
            return frozenset(others_enter)
        others_enter |= more
