"""The translation of a model to flat code: blocks become jumps, runs of choices become numbered decisions."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, evolve, field

from splendor_dsl.ir import nodes
from splendor_dsl.ir.meaning import meaning
from splendor_dsl.ir.variables import variables_of
from splendor_dsl.semantics.model import (
    Action,
    Choose,
    Code,
    Decision,
    EndOfTurn,
    ForEach,
    If,
    KeepLimits,
    Model,
    Moment,
    MoveTokens,
    OneAction,
    Pay,
    Require,
    Step,
    Where,
)
from splendor_dsl.semantics.requirements import exact_moves, implied, leading_run

GAME = 0
SETUP = 1
TURN = 2


def from_semantics(model: Model) -> nodes.Program:
    """Return the program of a game."""
    numbers = _DecisionNumbers()
    setup = _routine("setup", model.setup, numbers)
    turn = _turn(model, numbers)
    actions = [_action(model, action, numbers) for action in model.actions]
    triggers = [
        _routine(each.where.path, each.code, numbers, entered=each.at == Moment.ENTERS)
        for each in model.triggers
    ]
    phases = [_routine(each.where.path, each.code, numbers) for each in model.phases]
    first = TURN + 1
    after = first + len(actions) + len(triggers)
    game = _game(model, range(after, after + len(phases)))
    bodies = (routine for _, routine in actions)
    return nodes.Program(
        model=model,
        routines=(game, setup, turn, *bodies, *triggers, *phases),
        actions=tuple(
            nodes.ActionEntry(action=action, lead=lead, routine=first + at)
            for at, (action, (lead, _)) in enumerate(zip(model.actions, actions, strict=True))
        ),
        triggers=tuple(
            nodes.TriggerEntry(trigger=trigger, routine=first + len(actions) + at)
            for at, trigger in enumerate(model.triggers)
        ),
        decisions=tuple(numbers.decisions),
        meaning=meaning(model),
    )


def _turn(model: Model, numbers: _DecisionNumbers) -> nodes.Routine:
    """Return the routine of a turn, which takes the actions that its last steps may owe before it is over."""
    routine = _routine("turn", model.turn, numbers)
    last = [isinstance(step, nodes.Owed) for step in routine.steps][::-1]
    after = routine.steps[len(last) - last.index(True) :] if True in last else routine.steps
    effects = [nodes.control_of(step).effects for step in after]
    if not any(each.pieces or each.owed_actions for each in effects):
        return routine
    return evolve(routine, steps=(*routine.steps, nodes.Owed(where=model.ranking.where)))


SEAT, SEATS = 1, 2  # variables of the routine of the game


def _game(model: Model, phases: range) -> nodes.Routine:
    """Return the routine of a game: setup, phases, then rounds of turns; a backend leaves it only at the end."""
    where = model.ranking.where
    steps: list[nodes.Instruction] = [nodes.Call(routine=SETUP)]
    for number, routine in enumerate(phases):
        steps += _phase(number, routine, len(steps), where)

    def moment(at: Moment) -> tuple[nodes.Instruction, ...]:
        return nodes.Triggers(at=at, where=where), nodes.Owed(where=where)

    begin_round = len(steps)
    steps += [nodes.BeginRound(), *moment(Moment.START_OF_ROUND)]
    begin_turn = len(steps)
    steps += [
        nodes.BeginTurn(),
        *moment(Moment.START_OF_TURN),
        nodes.Call(routine=TURN),
        nodes.EndTurn(turn=begin_turn),
        *moment(Moment.END_OF_ROUND),
        nodes.EndRound(round=begin_round),
    ]
    variables = ("player", "player", "list of player") if model.phases else ("player",)
    return nodes.Routine(path="game", variables=variables, steps=tuple(steps))


def _phase(number: int, routine: int, at: int, where: Where) -> list[nodes.Instruction]:
    """Return the instructions that run a phase for each of its seats."""
    following, run = at + 1, at + 3
    return [
        nodes.PhaseSeats(phase=number, rest=SEATS),
        nodes.LoopNext(slot=SEAT, rest=SEATS, exit=at + 7),
        nodes.PhaseSeat(phase=number, slot=SEAT),
        nodes.Call(routine=routine),
        nodes.Owed(where=where),
        nodes.PhaseAgain(phase=number, run=run),
        nodes.Jump(target=following),
    ]


def _routine(
    path: str, code: Code, numbers: _DecisionNumbers, *, entered: bool = False
) -> nodes.Routine:
    writer = _Writer(numbers=numbers)
    writer.block(code.steps, by=0)
    return writer.routine(path, variables_of(code, entered=entered))


def _action(
    model: Model, action: Action, numbers: _DecisionNumbers
) -> tuple[nodes.Ask, nodes.Routine]:
    steps = action.code.steps
    run = leading_run(steps, lead=True)
    rest, asked = steps[len(run) :], implied(model, steps)
    ask = nodes.Ask(
        number=len(numbers.decisions),
        label=action.name,
        by=0,
        steps=run,
        implied=asked.tried,
        may=False,
        exit=0,
        where=action.where,
    )
    numbers.decisions.append(ask)
    covered = [id(step) for step in asked.required if isinstance(step, Pay) and asked.at_once]
    writer = _Writer(numbers=numbers, covered=frozenset(covered))
    writer.block(rest, by=0)
    return ask, writer.routine(action.where.path, variables_of(action.code))


@define
class _DecisionNumbers:
    """The decisions so far, from which the next one gets its number."""

    decisions: list[nodes.Decision] = field(factory=list)


@define
class _Writer:
    """The writer of one routine."""

    numbers: _DecisionNumbers
    covered: frozenset[int] = frozenset()
    out: list[nodes.Instruction] = field(factory=list)
    actors: dict[int, int] = field(factory=dict)

    def routine(self, path: str, variables: tuple[str | None, ...]) -> nodes.Routine:
        """Return the routine written so far."""
        steps = tuple(self.out)
        return nodes.Routine(path=path, variables=variables, steps=steps, actors=self.actors)

    def block(self, steps: Sequence[Step], *, by: int) -> None:
        """Write the steps of a block; where a run of choices has no option, its rest is skipped."""
        exits: list[int] = []
        rest = steps
        while rest:
            run = leading_run(rest)
            after = rest[len(run) :]
            if run or (isinstance(rest[0], Pay) and id(rest[0]) not in self.covered):
                exits.append(len(self.out))
                self._run(run, after, by)
                self._payment(after, by)
                rest = after[1:] if after and isinstance(after[0], Pay) else after
            elif isinstance(rest[0], Pay):
                self._pay(rest[0], by, after=tuple(exact_moves(rest[1:])))
                rest = rest[1:]
            else:
                self._step(rest[0], by)
                rest = rest[1:]
        for at in exits:
            self._set_target(at, len(self.out))

    def _run(self, run: tuple[Decision, ...], after: Sequence[Step], by: int) -> None:
        implied = tuple(step for step in after[:1] if isinstance(step, Pay))
        choices = [step for step in run if isinstance(step, Choose)]
        where = (*choices, *run, *after)[0].where
        if not choices:
            requirements = tuple(step for step in run if isinstance(step, Require))
            guard = nodes.Guard(steps=requirements, implied=implied, exit=0, where=where)
            self.out.append(guard)
            return
        ask = nodes.Ask(
            number=len(self.numbers.decisions),
            label=choices[0].name,
            by=by,
            steps=run,
            implied=implied,
            may=choices[0].may,
            exit=0,
            where=where,
        )
        self.numbers.decisions.append(ask)
        self.out.append(ask)

    def _payment(self, after: Sequence[Step], by: int) -> None:
        if after and isinstance(after[0], Pay):
            self._pay(after[0], by)

    def _pay(self, step: Pay, by: int, *, after: tuple[MoveTokens, ...] = ()) -> None:
        number = len(self.numbers.decisions)
        payment = nodes.Payment(number=number, by=by, step=step, after=after, where=step.where)
        self.numbers.decisions.append(payment)
        self.out.append(payment)

    def _step(self, step: Step, by: int) -> None:
        if isinstance(step, Decision | Pay):
            return  # `block` writes them
        match step:
            case If():
                self._if(step, by)
            case ForEach():
                self._for_each(step, by)
            case OneAction() | EndOfTurn() | KeepLimits():
                self._turn_step(step)
            case _:
                if by:
                    self.actors[len(self.out)] = by
                self.out.append(step)

    def _turn_step(self, step: OneAction | EndOfTurn | KeepLimits) -> None:
        where: Where = step.where
        if isinstance(step, KeepLimits):
            keep = nodes.KeepLimits(number=len(self.numbers.decisions), where=where)
            self.numbers.decisions.append(keep)
            self.out.append(keep)
            return
        if isinstance(step, OneAction):
            self.out.append(nodes.TakeAction(where=where))
        else:
            self.out.append(nodes.Triggers(at=Moment.END_OF_TURN, where=where))
        self.out.append(nodes.Owed(where=where))

    def _if(self, step: If, by: int) -> None:
        test = len(self.out)
        self.out.append(nodes.JumpUnless(value=step.value, target=0, where=step.where))
        self.block(step.then, by=by)
        if step.otherwise:
            over = len(self.out)
            self.out.append(nodes.Jump(target=0))
            self._set_target(test, len(self.out))
            self.block(step.otherwise, by=by)
            self._set_target(over, len(self.out))
        else:
            self._set_target(test, len(self.out))

    def _for_each(self, step: ForEach, by: int) -> None:
        over_players = step.domain.kind in {"players", "others", "partners"}
        self.out.append(nodes.LoopBegin(domain=step.domain, rest=step.rest_slot, where=step.where))
        top = len(self.out)
        self.out.append(nodes.LoopNext(slot=step.slot, rest=step.rest_slot, exit=0))
        self.block(step.body, by=step.slot if over_players else by)
        self.out.append(nodes.Jump(target=top))
        self._set_target(top, len(self.out))

    def _set_target(self, at: int, target: int) -> None:
        """Set the target of a jump that was written before its target was known."""
        step = self.out[at]
        match step:
            case nodes.Ask():
                self.numbers.decisions[step.number] = evolve(step, exit=target)
                pointed: nodes.Instruction = self.numbers.decisions[step.number]
            case nodes.Guard() | nodes.LoopNext():
                pointed = evolve(step, exit=target)
            case nodes.Jump() | nodes.JumpUnless():
                pointed = evolve(step, target=target)
            case _:
                message = f"not a jump: {step!r}"
                raise TypeError(message)
        self.out[at] = pointed
