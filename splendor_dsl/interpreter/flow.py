"""The control flow of a game: rounds, turns, triggers, jumps and ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any

from splendor_dsl.interpreter.choices import compile_guard
from splendor_dsl.interpreter.evaluation import Evaluator
from splendor_dsl.interpreter.frames import Frame, Run
from splendor_dsl.interpreter.obligations import Turns, first_turn, resumes_after
from splendor_dsl.interpreter.observations import STILL
from splendor_dsl.ir import nodes
from splendor_dsl.ir.constants import constant
from splendor_dsl.ir.events import Event
from splendor_dsl.ir.from_semantics import SEAT
from splendor_dsl.semantics.model import Phase

Step = Callable[[Run, Frame], None]
# The values of the register `over`; for a game that an end has ended, twice the number of the end plus 1.
GOES_ON, UNFINISHED = 0, 2


class Flow:
    """The compiler of instructions that direct the control flow."""

    def __init__(self, make: Evaluator) -> None:
        self.make = make
        self.program = make.program
        register = make.layout.register
        self.mover, self.round, self.turn = register("mover"), register("round"), register("turn")
        self.passes, self.acted = register("passes"), register("acted")
        self.again, self.ends, self.over = register("again"), register("ends"), register("over")
        ends = make.model.ends
        self._holds = [make.with_report(end.where, make.about(end.value)) for end in ends]
        self._still_holds = [
            make.with_report(end.where, make.about(end.value), STILL) for end in ends
        ]
        self._more_rounds = [make.about(end.more_rounds) for end in ends]
        self._makers: dict[type, Callable[[Any], Step]] = {
            nodes.Guard: self._guard,
            nodes.Jump: self._jump,
            nodes.JumpUnless: self._jump_unless,
            nodes.LoopBegin: self._loop_begin,
            nodes.LoopNext: self._loop_next,
            nodes.Call: self._call,
            nodes.Triggers: self._triggers,
            nodes.PhaseSeats: self._phase_seats,
            nodes.PhaseSeat: self._phase_seat,
            nodes.PhaseAgain: self._phase_again,
            nodes.BeginRound: lambda _: self._begin_round,
            nodes.BeginTurn: lambda _: self._begin_turn,
            nodes.EndTurn: self._end_turn,
            nodes.EndRound: self._end_round,
        }

    def compiles(self, kind: type) -> bool:
        """Return whether this class compiles an instruction."""
        return kind in self._makers

    def compile(self, node: nodes.Instruction) -> Step:
        """Return the function that performs an instruction; the frame is already at the next one."""
        return self._makers[type(node)](node)

    # ---- jumps -----------------------------------------------------------------------------
    def _guard(self, node: nodes.Guard) -> Step:
        holds, target = compile_guard(self.make, node), node.exit

        def step(run: Run, frame: Frame) -> None:
            if not holds(run.cells, frame.env):
                frame.at = target

        return step

    def _jump(self, node: nodes.Jump) -> Step:
        def step(_run: Run, frame: Frame) -> None:
            frame.at = node.target

        return step

    def _jump_unless(self, node: nodes.JumpUnless) -> Step:
        holds, target = (
            self.make.with_report(node.where, self.make.compile(node.value)),
            node.target,
        )

        def step(run: Run, frame: Frame) -> None:
            if not holds(run.cells, frame.env):
                frame.at = target

        return step

    def _loop_begin(self, node: nodes.LoopBegin) -> Step:
        domain, rest = self.make.domain(node.domain), node.rest

        def step(run: Run, frame: Frame) -> None:
            frame.env[rest] = tuple(domain(run.cells, frame.env))

        return step

    def _loop_next(self, node: nodes.LoopNext) -> Step:
        def step(_run: Run, frame: Frame) -> None:
            waiting = frame.env[node.rest]
            if waiting:
                frame.env[node.slot], frame.env[node.rest] = waiting[0], waiting[1:]
            else:
                frame.env[node.rest] = None
                frame.at = node.exit

        return step

    def _call(self, node: nodes.Call) -> Step:
        slots = self.program.routines[node.routine].slots

        def step(run: Run, _frame: Frame) -> None:
            env = [run.cells[self.mover], *[None] * (slots - 1)]
            run.stack.append(Frame(node.routine, 0, env))

        return step

    def _triggers(self, node: nodes.Triggers) -> Step:
        entries = [each for each in self.program.triggers if each.trigger.at == node.at]
        found = [(each.routine, self.program.routines[each.routine].slots) for each in entries]

        def step(run: Run, _frame: Frame) -> None:
            for routine, slots in reversed(found):
                env = [run.cells[self.mover], *[None] * (slots - 1)]
                run.stack.append(Frame(routine, 0, env))

        return step

    # ---- phases ----------------------------------------------------------------------------
    def _phase_seats(self, node: nodes.PhaseSeats) -> Step:
        phase = self.make.model.phases[node.phase]
        seats = tuple(chain.from_iterable(seats_of(phase, self.make.layout.players)))

        def step(run: Run, frame: Frame) -> None:
            frame.env[node.rest] = seats if run.phases else ()
            if run.sink and frame.env[node.rest]:
                run.sink(Event("phase", phase.where.path, None, {"phase": phase.name}))

        return step

    def _phase_again(self, node: nodes.PhaseAgain) -> Step:
        path = self.make.model.phases[node.phase].where.path

        def step(run: Run, frame: Frame) -> None:
            if run.cells[self.again]:
                seat, *rest = run.cells[self.again]
                self._begin_owed(run, seat, tuple(rest), path)
                run.turns += 1
                frame.env[0] = frame.env[SEAT] = seat
                frame.at = node.run

        return step

    def _begin_owed(self, run: Run, seat: int, rest: Turns, path: str) -> None:
        """Begin an owed turn, or an owed run of a phase."""
        run.cells[self.again], run.cells[self.mover] = rest, seat
        if run.sink:
            run.sink(Event("extra", path, seat))

    def _phase_seat(self, node: nodes.PhaseSeat) -> Step:
        phase = self.make.model.phases[node.phase]

        def step(run: Run, frame: Frame) -> None:
            seat = run.cells[self.mover] = frame.env[0] = frame.env[node.slot]
            if run.sink:
                run.sink(Event("run", phase.where.path, seat, {"phase": phase.name}))

        return step

    # ---- rounds and turns --------------------------------------------------------------------
    def _begin_round(self, run: Run, frame: Frame) -> None:
        run.cells[self.round] += 1
        run.cells[self.mover] = frame.env[0] = 0
        if run.sink:
            run.sink(Event("round", "turn", None, {"round": run.cells[self.round]}))

    def _begin_turn(self, run: Run, frame: Frame) -> None:
        run.cells[self.turn] += 1
        run.cells[self.acted] = 0
        run.turns += 1
        frame.env[0] = run.cells[self.mover]
        if run.sink:
            run.sink(Event("turn", "turn", frame.env[0], {"turn": run.cells[self.turn]}))

    def _end_turn(self, node: nodes.EndTurn) -> Step:
        players = self.make.layout.players

        def step(run: Run, frame: Frame) -> None:
            cells = run.cells
            self._count_passes(run)
            if self._judge_turn(run):
                return
            last = resumes_after(cells[self.again], cells[self.mover])
            if last is None:
                self._begin_owed(run, *first_turn(cells[self.again], cells[self.mover]), "turn")
                frame.at = node.turn
            else:
                self._resume_round(run, last + 1 if last + 1 < players else cells[self.mover])
                frame.at = node.turn if last + 1 < players else frame.at
            frame.env[0] = cells[self.mover]

        return step

    def _resume_round(self, run: Run, seat: int) -> None:
        """Continue the round with a player, after the owed turns of others."""
        run.cells[self.mover] = seat
        if run.cells[self.again] and run.sink:
            run.sink(Event("resumed", "turn", None))
        run.cells[self.again] = ()

    def _count_passes(self, run: Run) -> None:
        cells = run.cells
        was = cells[self.passes]
        now = cells[self.passes] = 0 if cells[self.acted] else was + 1
        if run.sink and now != was:
            run.sink(Event("passes", "turn", cells[self.mover], {"from": was, "to": now}))

    def _end_round(self, node: nodes.EndRound) -> Step:
        def step(run: Run, frame: Frame) -> None:
            if not self._judge_turn(run) and not self._judge_round(run):
                frame.at = node.round

        return step

    # ---- ends ----------------------------------------------------------------------------------
    def _judge_turn(self, run: Run) -> bool:
        """Record the ends whose condition is met; return whether one of them ends the game at once."""
        cells = run.cells
        for number, end in enumerate(self.make.model.ends):
            if cells[self.ends][number] or not self._holds[number](cells, cells[self.mover]):
                continue
            if end.at_once:
                return self._finish(run, number)
            cells[self.ends] = _replaced(cells[self.ends], number, cells[self.round])
            if run.sink:
                run.sink(Event("ending", end.where.path, cells[self.mover], {"end": end.name}))
        return False

    def _judge_round(self, run: Run) -> bool:
        """Return whether a recorded end ends the game now; drop one that must still hold and does not."""
        cells = run.cells
        for number, end in enumerate(self.make.model.ends):
            since = cells[self.ends][number]
            if not since:
                continue
            due = cells[self.round] >= since + self._more_rounds[number](cells, cells[self.mover])
            if not due:
                continue
            if end.remembered or self._still_holds[number](cells, cells[self.mover]):
                return self._finish(run, number)
            cells[self.ends] = _replaced(cells[self.ends], number, 0)
            if run.sink:
                run.sink(Event("forgotten", end.where.path, None, {"end": end.name}))
        return False

    def _finish(self, run: Run, number: int) -> bool:
        run.cells[self.over] = 2 * number + 1
        run.stack.clear()
        if run.sink:
            end = self.make.model.ends[number]
            run.sink(Event("over", end.where.path, None, {"end": end.name}))
        return True


def seats_of(phase: Phase, players: int) -> tuple[tuple[int, ...], ...]:
    """Return the seats that play a phase, round by round (K32)."""
    forth = tuple(range(players))
    back = forth[::-1] if phase.snake else forth
    rounds = max(0, constant(phase.rounds, players))
    return tuple(back if number % 2 else forth for number in range(rounds))


def _replaced(values: Sequence[int], at: int, value: int) -> tuple[int, ...]:
    return (*values[:at], value, *values[at + 1 :])


def ended(over: int) -> int | None:
    """Return the number of the end that ended the game; none while it goes on or if it is unfinished."""
    number, ending = divmod(over, 2)
    return number if ending else None
