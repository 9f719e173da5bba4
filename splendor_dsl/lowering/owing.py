"""Actions that are owed: which they can be, and where in the game anything can be owed at all."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from attrs import frozen

from splendor_dsl.ir import nodes
from splendor_dsl.ir.from_semantics import GAME
from splendor_dsl.lowering.context import jumps
from splendor_dsl.lowering.entering import triggered
from splendor_dsl.lowering.gaps import MANY_OWED, OWED_FOR_EACH, OWED_TO_OTHERS, NotLowered
from splendor_dsl.lowering.requirements import OWN
from splendor_dsl.lowering.stops import MOST_OWED
from splendor_dsl.semantics.model import (
    Again,
    Do,
    EndOfTurn,
    Fill,
    ForEach,
    If,
    Model,
    MovePieces,
    OneAction,
    Step,
)
from splendor_dsl.semantics.parts import all_in
from splendor_dsl.semantics.values import Mover, ZoneRef


def owable(program: nodes.Program) -> list[tuple[int, nodes.ActionEntry]]:
    """The actions that some step can owe, by their numbers."""
    named = {
        step.action
        for routine in program.routines
        for step in routine.steps
        if isinstance(step, Do)
    }
    return [(at, entry) for at, entry in enumerate(program.actions) if entry.action.name in named]


def owed_places(program: nodes.Program) -> frozenset[tuple[int, int]]:
    """The instructions that take what is owed, by routine and number, at which anything can be owed."""
    adding: set[int] = set()
    while (more := _adding(program, adding)) != adding:
        adding = more
    found: set[tuple[int, int]] = set()
    _leaves(program, adding, (GAME, False), found)
    return frozenset(found)


def _adding(program: nodes.Program, known: Collection[int]) -> set[int]:
    """The routines that may owe something, as far as those are known that they run."""
    routines = enumerate(program.routines)
    return {
        number
        for number, routine in routines
        if any(_adds(program, known, step) for step in routine.steps)
    }


def _adds(program: nodes.Program, known: Collection[int], step: nodes.Instruction) -> bool:
    """Whether a step may owe something."""
    match step:
        case Do():
            return True
        case nodes.TakeAction():
            return any(each.routine in known for each in program.actions)
        case nodes.Call():
            return step.routine in known
        case nodes.Triggers():
            return any(e.trigger.at == step.at and e.routine in known for e in program.triggers)
        case MovePieces():
            zone = step.target.zone
            return any(e.trigger.zone == zone and e.routine in known for e in program.triggers)
    return False


def _leaves(
    program: nodes.Program,
    adding: Collection[int],
    begun: tuple[int, bool],
    found: set[tuple[int, int]],
) -> bool:
    """Whether anything can be owed when a routine is through, if it can when it begins; notes where it can."""
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
                    after = _leaves(program, adding, (step.routine, before[at]), found)
                case _:
                    after = before[at] or _adds(program, adding, step)
            for following in (at + 1, *jumps(at, step)):
                changed |= after and not before[following]
                before[following] |= after
    return before[-1]


@frozen
class _Owed:
    """How many actions may be owed at once by what some steps do; each counts for those that it owes in its turn."""

    model: Model
    peaks: Mapping[str, int]  # how many may be owed at once in place of an action, by its name

    def by(self, steps: Sequence[Step], inside: frozenset[str] = frozenset()) -> int:
        """By some steps, and the triggers that they cause, but for those that are under way."""
        return sum(self._by_one(step, inside) for step in steps)

    def _by_one(self, step: Step, inside: frozenset[str]) -> int:
        match step:
            case Do():
                return self.peaks[step.action]
            case If():
                return max(self.by(step.then, inside), self.by(step.otherwise, inside))
            case ForEach():
                return self.by(step.body, inside)
            case MovePieces():
                return self.at("enters", step.target.zone, inside)
            case EndOfTurn():
                return self.at("end of turn")
            case OneAction():
                usual = (each for each in self.model.actions if not each.only_owed)
                return max((self.by(each.code.steps) for each in usual), default=0)
        return 0

    def at(self, moment: str, zone: str | None = None, inside: frozenset[str] = frozenset()) -> int:
        """By all triggers of a moment."""
        return sum(
            self.by(each.code.steps, inside | {each.name})
            for each in self.model.triggers
            if (each.at, each.zone) == (moment, zone) and each.name not in inside
        )

    def in_all(self) -> int:
        """Between two places at which nothing is owed any more; a turn is taken as a whole."""
        model = self.model
        runs = [self.by(code.steps) for code in (model.turn, *(p.code for p in model.phases))]
        moments = [self.at(each) for each in ("start of round", "start of turn", "end of round")]
        return self.by(model.setup.steps) + max(*runs, *moments)


def _owed(model: Model) -> _Owed:
    """The same for a game; where there is no end to it, some action has more than there is room for."""
    peaks = {action.name: 1 for action in model.actions}
    while True:
        found = _Owed(model, peaks)
        more = {each.name: max(1, found.by(each.code.steps)) for each in model.actions}
        if more == peaks or max(more.values()) > MOST_OWED:
            return _Owed(model, more)
        peaks = more


def owed_often(model: Model) -> Iterator[NotLowered]:
    """The steps by which an action may be owed as often as a loop runs: there is room for a few at once."""
    steps = [each for each in all_in(model) if isinstance(each, Do)]
    if not steps:
        return
    owed = _owed(model)
    for loop in (each for each in all_in(model) if isinstance(each, ForEach)):
        for step in all_in(loop.body):
            if isinstance(step, Do | MovePieces) and owed.by((step,)):
                yield NotLowered(OWED_FOR_EACH, step.where)
    if owed.in_all() > MOST_OWED:
        most = max(reversed(steps), key=lambda step: owed.peaks[step.action])
        yield NotLowered(MANY_OWED, most.where, most=MOST_OWED)


def owed_to_others(program: nodes.Program) -> Iterator[NotLowered]:
    """The steps by which a turn or an action may be owed to a player who is not to move."""
    loud, late = _entered_by_others(program), _after_a_round(program)
    for number, routine in enumerate(program.routines):
        for at, step in enumerate(routine.steps):
            if not isinstance(step, Again | Do):
                continue
            own = routine.actors.get(at, 0) == 0 and _about_mover(program, number, loud)
            # An action is done before the next round begins; a turn is taken when another player is to move.
            if not own or (isinstance(step, Again) and number in late):
                yield NotLowered(OWED_TO_OTHERS, step.where)


def _after_a_round(program: nodes.Program) -> frozenset[int]:
    """The routines that may run when all turns of a round are over: what waits for that, and what it causes."""
    found = {entry.routine for entry in program.triggers if entry.trigger.at == "end of round"}
    while True:
        steps = [step for number in found for step in program.routines[number].steps]
        more = found.union(*(_caused(program, step) for step in steps))
        if more == found:
            return frozenset(found)
        found = more


def _caused(program: nodes.Program, step: nodes.Instruction) -> set[int]:
    """The actions and triggers that a step brings about."""
    match step:
        case Do():
            return {each.routine for each in program.actions if each.action.name == step.action}
    return triggered(program, step)


def _about_mover(program: nodes.Program, routine: int, loud: Collection[str]) -> bool:
    """Whether the player in variable 0 of a routine is sure to be the one to move."""
    return all(
        entry.routine != routine or entry.trigger.zone not in loud for entry in program.triggers
    )


def _entered_by_others(program: nodes.Program) -> frozenset[str]:
    """The zones of players that pieces may enter while another player is to move."""
    zones = program.model.zones.values()
    loud = {zone.name for zone in zones if zone.owned and zone.refill is not None}
    while True:
        more = {
            ref.zone
            for number, routine in enumerate(program.routines)
            for ref in _entered(routine)
            if ref.player is not None
            and not (ref.player in {OWN, Mover()} and _about_mover(program, number, loud))
        }
        if more <= loud:
            return frozenset(loud)
        loud |= more


def _entered(routine: nodes.Routine) -> Iterator[ZoneRef]:
    for step in routine.steps:
        if isinstance(step, MovePieces):
            yield step.target
        elif isinstance(step, Fill):
            yield step.zone
