"""The reference interpreter: it runs a program on a list of cells, decision by decision.

`options` returns the legal options, `apply` plays one and runs on to the next decision or the end. A decision with a
single option is taken without asking (K12), unless `automatic` is False.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import define, field

from splendor_dsl.interpreter.choices import Option
from splendor_dsl.interpreter.decisions import (
    ChooseAction,
    ChooseOwed,
    Decision,
    Pay,
    compile_actions,
    compile_limits,
    compile_mid_ask,
    compile_pay,
)
from splendor_dsl.interpreter.effects import Effects
from splendor_dsl.interpreter.evaluation import Cells, Evaluator, Test
from splendor_dsl.interpreter.flow import UNFINISHED, Flow, Step, ended
from splendor_dsl.interpreter.frames import Deal, EventNames, Frame, FrozenFrame, Run
from splendor_dsl.interpreter.instrumentation import ObservedZones, watch_routine
from splendor_dsl.interpreter.observations import Watch
from splendor_dsl.interpreter.outcome import Judge, Outcome, outcome
from splendor_dsl.interpreter.secrecy import secret_decisions
from splendor_dsl.interpreter.start import starting_cells
from splendor_dsl.interpreter.zones import Zones
from splendor_dsl.ir import nodes
from splendor_dsl.ir.caps import MOST_AUTOMATIC
from splendor_dsl.ir.events import Event, Sink
from splendor_dsl.ir.from_semantics import SETUP
from splendor_dsl.ir.layout import Cell, Layout, layout

Options = tuple[Option, ...]
SUPPLY = "supply"


@define
class _Compiled:
    """A compiled routine: the functions of its steps, and its decisions."""

    steps: list[Step | None]
    decisions: dict[int, Decision]
    scratch: tuple[int, ...]


@define(eq=False)
class Engine:
    """One game for one number of players, compiled."""

    program: nodes.Program
    layout: Layout
    make: Evaluator = field(repr=False)
    zones: Zones = field(repr=False)
    event_names: EventNames = field(repr=False)
    _routines: list[_Compiled] = field(repr=False)
    _judges: dict[int | None, Judge] = field(repr=False)
    _stack: int = field(repr=False)
    _over: int = field(repr=False)
    _secret: frozenset[int] = field(repr=False)  # decisions that only the player may see
    _invariants: list[tuple[str, Test]] = field(factory=list, init=False, repr=False)

    # ---- running -----------------------------------------------------------------------------
    def start(
        self,
        key: int,
        *,
        deal: Deal | None = None,
        sink: Sink = None,
        automatic: bool = True,
        phases: bool = True,
    ) -> tuple[Cells, Options]:
        """Return the first decision of a game with the key of its random stream; `deal` names the pieces on top."""
        cells = starting_cells(self.program, self.layout, self.zones, key)
        room = [None] * (self.program.routines[0].slots - 1)
        frames = [Frame(0, 0, [0, *room])]
        run = Run(cells, frames, sink, self.event_names, deal or {}, phases=phases)
        return cells, self._advance(run, automatic=automatic)

    def resume(self, cells: Cells, frames: Sequence[FrozenFrame]) -> None:
        """Run the code under way, in place, up to its first decision."""
        stack = [Frame(routine, at, list(env)) for routine, at, env in frames]
        self._advance(Run(cells, stack, None, self.event_names, {}), automatic=False)

    def options(self, cells: Cells) -> Options:
        """Return the legal options, in the canonical order (K22)."""
        frames = cells[self._stack]
        if not frames:
            return ()
        routine, at, env = frames[-1]
        decision = self._routines[routine].decisions.get(at)
        return () if decision is None else tuple(decision.options(cells, list(env)))

    def apply(
        self,
        cells: Cells,
        option: Option,
        *,
        deal: Deal | None = None,
        sink: Sink = None,
        automatic: bool = True,
    ) -> Options:
        """Play a legal option in place, and return the options of the next decision; none at the end."""
        stack = [Frame(routine, at, list(env)) for routine, at, env in cells[self._stack]]
        run = Run(cells, stack, sink, self.event_names, deal or {})
        frame = stack[-1]
        decision = self._routines[frame.routine].decisions[frame.at]
        self._take(run, frame, decision, option, automatic=False)
        return self._advance(run, automatic=automatic)

    def _advance(self, run: Run, *, automatic: bool) -> Options:
        taken = 0
        stack = run.stack
        while stack:
            frame = stack[-1]
            code = self._routines[frame.routine]
            if frame.at == len(code.steps):
                stack.pop()
                continue
            step = code.steps[frame.at]
            if step is not None:
                frame.at += 1
                step(run, frame)
            else:
                decision = code.decisions[frame.at]
                options = decision.options(run.cells, list(frame.env))
                if len(options) > 1 or (options and not automatic):
                    run.cells[self._stack] = self._freeze(stack)
                    return tuple(options)
                if options:
                    taken += 1
                    self._take(run, frame, decision, options[0], automatic=True)
                else:
                    if run.sink:
                        run.actor = decision.seat(run.cells, frame.env)
                    decision.lapse(run, frame)
            if taken + run.turns > MOST_AUTOMATIC:
                self._give_up(run)
        run.cells[self._stack] = ()
        return ()

    def _freeze(self, stack: list[Frame]) -> tuple[FrozenFrame, ...]:
        return tuple([each.freeze(self._routines[each.routine].scratch) for each in stack])

    def _take(
        self, run: Run, frame: Frame, decision: Decision, option: Option, *, automatic: bool
    ) -> None:
        if run.sink:
            seat = run.actor = decision.seat(run.cells, frame.env)
            path = self.program.decisions[option[0]].where.path
            owed = isinstance(self.program.routines[frame.routine].steps[frame.at], nodes.Owed)
            data: dict[str, Any] = {"option": option}
            # The number of options may depend on secrets of the player.
            secret: dict[str, Any] = {"automatic": automatic}
            if owed:
                data["owed"] = True
            if option[0] in self._secret:
                data, secret = {}, {**data, **secret}
            run.sink(Event("decided", path, seat, data, secret, (seat,)))
        decision.take(run, frame, option)

    def _give_up(self, run: Run) -> None:
        """End a game in which nobody has decided anything for too long (K12)."""
        run.cells[self._over] = UNFINISHED
        run.stack.clear()
        if run.sink:
            run.sink(Event("over", "end", None, {"end": None}))

    def setting_up(self, cells: Cells) -> bool:
        """Return whether the setup is under way."""
        return any(routine == SETUP for routine, _, _ in cells[self._stack])

    def phase(self, cells: Cells) -> str | None:
        """Return the phase before the first round that is under way, or the setup."""
        frames = cells[self._stack]
        if self.setting_up(cells):
            return "setup"
        if not frames or cells[self.layout.register("round")]:
            return None
        steps = self.program.routines[frames[0][0]].steps[: frames[0][1]]
        numbers = [step.phase for step in steps if isinstance(step, nodes.PhaseSeats)]
        return self.program.model.phases[numbers[-1]].name if numbers else None

    def run(self, cells: Cells) -> object:
        """Return an identity of the turn, or run of a phase (K33), under way: equal for all of its decisions only."""
        frames = cells[self._stack]
        return cells[self.layout.register("turn")] or (frames[0][2] if frames else None)

    # ---- asking --------------------------------------------------------------------------------
    def to_move(self, cells: Cells) -> int | None:
        """Return the seat that decides; none when the game is over."""
        frames = cells[self._stack]
        if not frames:
            return None
        routine, at, env = frames[-1]
        decision = self._routines[routine].decisions.get(at)
        return None if decision is None else decision.seat(cells, list(env))

    def due(self, cells: Cells) -> tuple[nodes.Instruction, list[Any]] | None:
        """Return the instruction that waits for a decision, and its variables."""
        frames = cells[self._stack]
        if not frames:
            return None
        routine, at, env = frames[-1]
        return self.program.routines[routine].steps[at], list(env)

    def decides(self, routine: int, at: int) -> bool:
        """Return whether an instruction may ask a player."""
        return 0 <= routine < len(self._routines) and at in self._routines[routine].decisions

    def payment_is_legal(self, cells: Cells) -> bool:
        """Return whether the numbers decided so far in a payment under way, if there is one, are legal."""
        frames = cells[self._stack]
        if not frames:
            return True
        routine, at, env = frames[-1]
        decision = self._routines[routine].decisions.get(at)
        return not isinstance(decision, Pay) or decision.is_legal_so_far(cells, list(env))

    def over(self, cells: Cells) -> bool:
        """Return whether the game is over."""
        return bool(cells[self._over])

    def outcome(self, cells: Cells) -> Outcome | None:
        """Return the outcome of the game, if it has ended."""
        if not cells[self._over]:
            return None
        number = ended(cells[self._over])
        if number is None:
            return Outcome("unfinished", (), (), None)
        end = self.program.model.ends[number]
        judge = self._judges[number if end.ranking is not None else None]
        return outcome(judge, cells, end.name)

    def value(self, cells: Cells, name: str, seat: int) -> Any:
        """Return a named value of a player."""
        return self.make.value(name)(cells, seat)

    def broken_invariants(self, cells: Cells) -> list[str]:
        """Return the invariants that don't hold."""
        if not self._invariants:
            self._invariants = [
                (each.name, self.make.with_report(each.where, self.make.about(each.value)))
                for each in self.program.model.invariants
            ]
        mover = cells[self.layout.register("mover")]
        return [name for name, holds in self._invariants if not holds(cells, mover)]


def interpreter(program: nodes.Program, players: int, watch: Watch | None = None) -> Engine:
    """Return the engine of a game for so many players; `watch` observes all that runs, at no cost if absent."""
    cells = layout(program, players)
    make = Evaluator(program, cells, watch)
    zones = Zones(program, cells) if watch is None else ObservedZones(program, cells, watch)
    model = program.model
    judges: dict[int | None, Judge] = {None: Judge(make, model.ranking)}
    for number, end in enumerate(model.ends):
        if end.ranking is not None:
            judges[number] = Judge(make, end.ranking)
    return Engine(
        program=program,
        layout=cells,
        make=make,
        zones=zones,
        routines=_compile(make, zones),
        judges=judges,
        event_names=EventNames(model, cells),
        stack=cells.register("stack"),
        over=cells.register("over"),
        secret=secret_decisions(program),
    )


def _compile(make: Evaluator, zones: Zones) -> list[_Compiled]:
    effects, flow = Effects(make, zones), Flow(make)
    decisions = _decision_makers(make)
    compiled = []
    for routine in make.program.routines:
        steps: list[Step | None] = []
        asked: dict[int, Decision] = {}
        for at, node in enumerate(routine.steps):
            if type(node) in decisions:
                asked[at] = decisions[type(node)](node)
                steps.append(None)
            elif flow.compiles(type(node)):
                steps.append(flow.compile(node))
            else:
                steps.append(_effect(effects, node, routine.actors.get(at, 0)))
        if make.watch is not None:
            watch_routine(make, routine, steps, asked)
        scratch = [n for n, held in enumerate(routine.variables) if held is None]
        compiled.append(_Compiled(steps, asked, tuple(scratch)))
    return compiled


def _effect(effects: Effects, node: nodes.Instruction, by: int) -> Step:
    """Return the function that performs a step; variable `by` holds the player whose step it is."""
    perform = effects.compile(node)

    def step(run: Run, frame: Frame) -> None:
        run.actor = frame.env[by]
        perform(run, frame.env)

    return step


def _decision_makers(make: Evaluator) -> Mapping[type, Any]:
    actions = compile_actions(make)
    register = make.layout.register
    supply = make.layout.index.get(Cell("pile", SUPPLY), -1)

    def pay(node: nodes.Payment) -> Decision:
        piles = make.pile_at(node.step.pile), make.pile_at(node.step.supply)
        return compile_pay(make, node, piles)

    return {
        nodes.Ask: lambda node: compile_mid_ask(make, node),
        nodes.TakeAction: lambda node: ChooseAction(actions, register("acted"), node.where.path),
        nodes.Owed: lambda node: ChooseOwed(actions, register("owed"), node.where.path),
        nodes.Payment: pay,
        nodes.KeepLimits: lambda node: compile_limits(make, node, supply),
    }
