"""The control flow of a game: each routine is inlined where it is called, so that a label alone identifies the state.

The next label and a few variables take the place of the interpreter's stack of frames.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, assert_never

from attrs import evolve

from splendor_dsl.ir import nodes
from splendor_dsl.ir.caps import MOST_AUTOMATIC
from splendor_dsl.lowering.code_style import CodeStyle, new_writer
from splendor_dsl.lowering.context import Context, all_jump_targets, takes_two_words
from splendor_dsl.lowering.domains import membership, unless_nobody
from splendor_dsl.lowering.effects import StepEmitter
from splendor_dsl.lowering.endings import judge_round, judge_turn
from splendor_dsl.lowering.expressions import new_scope
from splendor_dsl.lowering.keys import Register
from splendor_dsl.lowering.limits import list_returns, take_return
from splendor_dsl.lowering.memory_layout import MemoryLayout
from splendor_dsl.lowering.moves import PieceMoveEmitter
from splendor_dsl.lowering.numbering import AskNumbers, Numbering
from splendor_dsl.lowering.obligations import owable_actions, owed_places
from splendor_dsl.lowering.option_lists import list_ask, take_ask, zones_of
from splendor_dsl.lowering.payment_decisions import list_payment, pay, take_payment
from splendor_dsl.lowering.requirements import implied_requirements
from splendor_dsl.lowering.scope import MOVER, Scope, Tables, Val
from splendor_dsl.lowering.stops import OWED_BITS, UNBOUND, FrameSlot, StackFrame, Stop
from splendor_dsl.lowering.triggers import TriggerLowering
from splendor_dsl.lowering.unsupported import (
    CAUSES_ITSELF,
    MANY_KEPT,
    MANY_WAYS,
    OF_LENGTH,
    NotLowered,
)
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.model import (
    ChooseNumber,
    ChoosePiece,
    ChoosePlayer,
    ChooseToken,
    ChooseTokens,
    Fill,
    MovePieces,
    MoveTokens,
    Where,
)

UNFINISHED = 2
MOST_KEPT = 5_000  # variables of all stops: each is saved and restored by name
MOST_ROUTINES = 200  # inlined, each where it is called


Gaps = list[NotLowered] | None


class ControlFlowEmitter:
    """The emitter of a whole game. It raises `NotLowered` for an unsupported clause, or records it in `gaps`."""

    def __init__(
        self, memory: MemoryLayout, numbering: Numbering, style: CodeStyle, gaps: Gaps = None
    ) -> None:
        self.memory, self.numbering, self.style = memory, numbering, style
        self.program, self.model = memory.program, memory.program.model
        self.out, self.tables = new_writer(style), Tables()
        self.moves = PieceMoveEmitter(memory)
        self.effects = StepEmitter(memory, self.moves, style)
        self.gaps = gaps
        self._owed_places = owed_places(self.program)
        self._owable_names = {entry.action.name for _, entry in owable_actions(self.program)}
        # The labels of inlined actions that may also be owed next: owed ones jump there instead of inlining them again.
        self._inlined: dict[tuple[int, tuple[StackFrame, ...]], tuple[int, Context]] = {}
        self.stops: list[Stop] = []
        self.variables: list[str] = []
        self._contexts = 0
        self._saved = 0
        self._judged_at: object = None  # the position in the code after the last test of the ends
        self._open_routines: list[int] = []
        self.over, self.give_up, self.start = (self.out.label() for _ in range(3))
        entering = TriggerLowering(self)
        self._steps: Mapping[type, Callable[[Context, int, Any], None]] = {
            nodes.Guard: self._guard,
            nodes.Jump: lambda ctx, _, step: self.out.goto(ctx.labels[step.target]),
            nodes.JumpUnless: self._jump_unless,
            nodes.LoopBegin: self._loop_begin,
            nodes.LoopNext: self._loop_next,
            nodes.Call: self._call,
            nodes.Triggers: self._triggers,
            nodes.PhaseSeats: self._phase_seats,
            nodes.PhaseSeat: lambda ctx, _, step: self._set_mover(ctx.names[step.slot][0]),
            nodes.PhaseAgain: self._phase_again,
            nodes.BeginRound: self._begin_round,
            nodes.BeginTurn: self._begin_turn,
            nodes.EndTurn: self._end_turn,
            nodes.EndRound: self._end_round,
            nodes.Ask: self._ask,
            nodes.Payment: self._payment,
            nodes.TakeAction: self._take_action,
            nodes.Owed: self._owed,
            nodes.KeepLimits: self._keep_limits,
            MovePieces: entering.move,
            Fill: entering.fill,
        }

    def write(self) -> None:
        """Emit all blocks."""
        self.out.begin(self.start, "the setup")
        self.routine(0, (), MOVER, {})
        if self.out.is_open:
            self.out.goto(self.over)
        self.out.begin(self.give_up, "nobody has decided anything for too long")
        self.out.line(f"over = {UNFINISHED}")
        self.out.goto(self.over)

    def scope(self, ctx: Context) -> Scope:
        """Return the scope in which the expressions of a step are emitted."""
        return new_scope(self.memory, self.out, self.tables, ctx.env())

    # ---- routines --------------------------------------------------------------------------------
    def routine(
        self,
        number: int,
        below: tuple[StackFrame, ...],
        seat: Val,
        bound: dict[int, tuple[str, ...]],
        ready: Context | None = None,
    ) -> None:
        """Emit a routine; `bound` are the variables that hold a value from the start."""
        routine = self.program.routines[number]
        if number in self._open_routines:
            raise NotLowered(CAUSES_ITSELF, self._clause_of(number))
        ctx = ready or self._context(number, routine, below, seat)
        self._open_routines.append(number)
        ctx.names.update(bound)
        for name in ctx.unbound_names(bound):
            self.out.line(f"{name} = {UNBOUND}")
        ctx.labels = {at: self.out.label() for at in sorted(all_jump_targets(routine))}
        for at, step in enumerate(routine.steps):
            if at in ctx.labels:
                self.out.begin(ctx.labels[at], f"{routine.path}, step {at}")
                ctx.location_of = {}
            if self.out.is_open:
                self._step(ctx, at, step)
        last = len(routine.steps)
        if last in ctx.labels or not self.out.is_open:
            self.out.begin(ctx.labels.get(last) or self.out.label(), f"after {routine.path}")
        self._open_routines.pop()

    def _clause_of(self, number: int) -> Where:
        for entry in self.program.triggers:
            if entry.routine == number:
                return entry.trigger.where
        for action in self.program.actions:
            if action.routine == number:
                return action.action.where
        return self.model.ranking.where

    def _context(
        self, number: int, routine: nodes.Routine, below: tuple[StackFrame, ...], seat: Val
    ) -> Context:
        self._contexts += 1
        if self._contexts > MOST_ROUTINES:
            raise NotLowered(MANY_WAYS, self._clause_of(number), most=MOST_ROUTINES)
        names: dict[int, tuple[str, ...]] = {}
        for slot, held in enumerate(routine.variables):
            if slot and held is not None:
                name = f"v{self._contexts}_{slot}"
                names[slot] = (name, f"{name}_more") if takes_two_words(held) else (name,)
                self.variables += names[slot]
        return Context(number, routine, below, seat, names)

    def _step(self, ctx: Context, at: int, step: Any) -> None:
        write = self._steps.get(type(step))
        try:
            if write is not None:
                write(ctx, at, step)
            else:
                self.effects.write(self.scope(ctx), step, checked=self._is_checked(ctx, at))
        except NotLowered as gap:
            where = getattr(step, "where", None)
            self._report(gap.at(where) if where is not None else gap)
        if not nodes.control_of(step).keeps_still:
            ctx.location_of = {}

    def _report(self, gap: NotLowered) -> None:
        """Record an unsupported clause and go on with the next step, if all such clauses are wanted."""
        if self.gaps is None or gap.why in OF_LENGTH:
            raise gap
        self.gaps.append(gap)

    def _is_checked(self, ctx: Context, at: int) -> bool:
        """Return whether an exact gain was a requirement of its action and nothing has happened since."""
        actions = {entry.routine for entry in self.program.actions}
        head = ctx.routine.steps[: at + 1]
        return ctx.number in actions and all(
            isinstance(step, MoveTokens) and not step.up_to for step in head
        )

    # ---- jumps and loops -----------------------------------------------------------------------------
    def _guard(self, ctx: Context, _at: int, step: nodes.Guard) -> None:
        scope = self.scope(ctx)
        tests = [scope.condition(each.value) for each in step.steps]
        tests += implied_requirements(scope, step.implied, frozenset()).text(scope, None)
        self.out.go_unless(scope.joined(tests, " & "), ctx.labels[step.exit])

    def _jump_unless(self, ctx: Context, _at: int, step: nodes.JumpUnless) -> None:
        self.out.go_unless(self.scope(ctx).condition(step.value), ctx.labels[step.target])

    def _loop_begin(self, ctx: Context, _at: int, step: nodes.LoopBegin) -> None:
        scope, out = self.scope(ctx), self.out
        names = ctx.names[step.rest]
        if step.domain.kind == "tokens":
            text, known = scope.token_mask(step.domain.of or v.TokenSet(tokens=()))
            assert known is None or list(known) == sorted(known)  # a mask has no other order
            ctx.lists[step.rest] = ("mask", 0)
            out.line(f"{names[0]} = {text}")
        elif step.domain.kind == "pieces":
            self._copy_pieces(scope, ctx, step)
        else:
            ctx.lists[step.rest] = ("mask", 0)
            out.line(f"{names[0]} = 0")
            other = out.temp()
            with out.under(f"for {other} in range(players):"):
                test = membership(scope, step.domain, other)
                with out.under(f"if {test or 'True'}:"):
                    out.line(f"{names[0]} |= 1 << {other}")
        if len(names) > 1 and step.domain.kind != "pieces":
            out.line(f"{names[1]} = 0")

    def _copy_pieces(self, scope: Scope, ctx: Context, step: nodes.LoopBegin) -> None:
        ref = step.domain.of
        assert isinstance(ref, v.ZoneRef)
        names, out, seat = ctx.names[step.rest], self.out, scope.seat_of(ref)
        regions = self.memory.parts(ref.zone)
        first = self.allocate_area(sum(region.size for region in regions))
        ctx.lists[step.rest] = ("pieces", first)
        out.line(f"{names[0]} = 0")
        out.line(f"{names[1]} = 0")
        for region in regions:
            with unless_nobody(scope, seat), scope.each_piece(region, seat) as (_, piece):
                out.line(f"c[{scope.in_area(first, names[1])}] = {piece}")
                out.line(f"{names[1]} += 1")

    def allocate_area(self, size: int) -> int:
        """Allocate a list of so many entries and return its address."""
        area = len(self.tables.areas)
        self.tables.areas.append(size)
        return self.memory.area_starts[area] if area < len(self.memory.areas) else 0

    def _loop_next(self, ctx: Context, _at: int, step: nodes.LoopNext) -> None:
        out, exit_ = self.out, ctx.labels[step.exit]
        rest, slot = ctx.names[step.rest], ctx.names[step.slot][0]
        how, first = ctx.lists[step.rest]
        if how == "mask":
            with out.under(f"if {rest[0]} == 0:"):
                out.line(f"{rest[0]} = {UNBOUND}")
            out.go_unless(f"{rest[0]} > 0", exit_)
            out.line(f"{slot} = 0")
            with out.under(f"while {rest[0]} >> {slot} & 1 == 0:"):
                out.line(f"{slot} += 1")
            out.line(f"{rest[0]} &= {rest[0]} - 1")
            return
        with out.under(f"if {rest[0]} >= {rest[1]}:"):
            out.line(f"{rest[0]} = {UNBOUND}")
        out.go_unless(f"{rest[0]} >= 0", exit_)
        source = f"c[{self.scope(ctx).in_area(first, rest[0])}]"
        if how == "seats":
            source = f"{self._seats_of(first)}[{rest[0]}]"
        out.line(f"{slot} = {source}")
        out.line(f"{rest[0]} += 1")

    # ---- phases ----------------------------------------------------------------------------------------
    def _phase_seats(self, ctx: Context, _at: int, step: nodes.PhaseSeats) -> None:
        memory, scope, names = self.memory, self.scope(ctx), ctx.names[step.rest]
        ctx.lists[step.rest] = ("seats", step.phase)
        tables = memory.low, memory.high + 1
        ranges = [memory.phase_range(step.phase, players) for players in range(*tables)]
        for name, word, at in zip(names, ("begins", "ends"), (0, 1), strict=True):
            numbers = tuple(each[at] for each in ranges)
            self.out.line(f"{name} = {scope.by_players(numbers, f'where a phase {word}')}")

    def _seats_of(self, phase: int) -> str:
        """Return the table of the seats that play a phase; it has one more, so that none is empty."""
        return self.tables.lists.add((*self.memory.phase_seats(phase), 0), "seats of a phase")

    def _phase_again(self, ctx: Context, _at: int, step: nodes.PhaseAgain) -> None:
        once_more = self.out.temp("1 if again > 0 else 0")
        self.out.line(f"again -= {once_more}")
        self.out.line(f"automatic += {once_more}")
        self._cap_automatic()
        self.out.go_unless(f"{once_more} == 0", ctx.labels[step.run])

    # ---- calls -----------------------------------------------------------------------------------------
    def _call(self, ctx: Context, at: int, step: nodes.Call) -> None:
        self.routine(step.routine, (*ctx.below, ctx.frame(at + 1)), MOVER, {})

    def _triggers(self, ctx: Context, at: int, step: nodes.Triggers) -> None:
        found = [e.routine for e in self.program.triggers if e.trigger.at == step.at]
        below = (*ctx.below, ctx.frame(at + 1))
        for number, routine in enumerate(found):
            waiting = tuple(
                self.waiting_frame(each, MOVER) for each in reversed(found[number + 1 :])
            )
            self.routine(routine, (*below, *waiting), MOVER, {})

    def waiting_frame(self, routine: int, seat: Val, piece: str | None = None) -> StackFrame:
        """Return the frame of a trigger that has not begun."""
        slots: list[FrameSlot | None] = [FrameSlot("player", (seat.text,))]
        if piece is not None:
            slots.append(FrameSlot("piece", (piece,)))
        room = max(len(slots), self.program.routines[routine].slots)
        return StackFrame(routine, 0, (*slots, *[None] * (room - len(slots))))

    # ---- rounds and turns ----------------------------------------------------------------------------
    def _set_mover(self, text: str) -> None:
        out, memory = self.out, self.memory
        out.line(f"mover = {text}")
        offset = self.style.offset
        out.line(f"mine = {offset(f'{memory.players_at} + mover * {len(memory.owned)}')}")
        out.line(f"my_places = {offset(f'{memory.first_player} + mover * {memory.stride}')}")

    def _begin_round(self, _ctx: Context, _at: int, _step: nodes.BeginRound) -> None:
        self.out.line("round += 1")
        self._set_mover("0")

    def _begin_turn(self, _ctx: Context, _at: int, _step: nodes.BeginTurn) -> None:
        self.out.line("turn += 1")
        self.out.line("acted = 0")
        self.out.line("automatic += 1")
        self._cap_automatic()

    def _end_turn(self, ctx: Context, _at: int, step: nodes.EndTurn) -> None:
        out = self.out
        out.line("passes = 0 if acted > 0 else passes + 1")
        judge_turn(self._mover_scope)
        out.go_unless("over == 0", self.over)
        more = out.temp("0")
        with out.under("if again > 0:"):
            out.line("again -= 1")
            out.line(f"{more} = 1")
        with out.under("elif mover + 1 < players:"):
            self._set_mover("mover + 1")
            out.line(f"{more} = 1")
        out.go_unless(f"{more} == 0", ctx.labels[step.turn])
        self._judged_at = out.mark

    def _end_round(self, ctx: Context, _at: int, step: nodes.EndRound) -> None:
        if self._judged_at != self.out.mark:
            judge_turn(self._mover_scope)
        judge_round(self._mover_scope)
        self.out.go_unless("over == 0", self.over)
        self.out.goto(ctx.labels[step.round])

    def _mover_scope(self) -> Scope:
        return new_scope(self.memory, self.out, self.tables, {0: MOVER})

    # ---- decisions -----------------------------------------------------------------------------------
    def _stop(self, ctx: Context, at: int, title: str, by: str) -> Stop:
        """Return a new stop, whose block of options is open."""
        location_of = tuple(
            (location, ctx.names[slot][0]) for slot, (location, _) in ctx.location_of.items()
        )
        stop = Stop(
            number=len(self.stops),
            list_at=self.out.label(),
            take_at=self.out.label(),
            frames=(*ctx.below, ctx.frame(at)),
            by=by,
            location_of=location_of,
        )
        self.stops.append(stop)
        self._saved += len(stop.variables())
        if self._saved > MOST_KEPT:
            raise NotLowered(MANY_KEPT, most=MOST_KEPT)
        self.out.begin(stop.list_at, f"the options of {title}")
        return stop

    def _end_options(self, stop: Stop, lapse: int) -> None:
        """Emit the end of a list of options: go on without any, take the only one, or stop."""
        out = self.out
        with out.under("if n == 0:"):
            out.line(f"pc = {lapse} if automatic <= {MOST_AUTOMATIC} else {self.give_up}")
        with out.under("elif n == 1:"):
            out.line("automatic += 1")
            out.line("option = ids[0]")
            out.line(f"pc = {stop.take_at}")
        with out.under("else:"):
            out.line(f"@stop {stop.number}")
        out.end()

    def _cap_automatic(self) -> None:
        """Emit the cap on decisions and turns in a row in which nobody is asked."""
        self.out.go_unless(f"automatic <= {MOST_AUTOMATIC}", self.give_up)

    def _ask(self, ctx: Context, at: int, step: nodes.Ask) -> None:
        asked = self.numbering.asked[step.number]
        by = ctx.seat.text if step.by == 0 else ctx.names[step.by][0]
        stop = self._stop(ctx, at, step.where.path, by)
        out = self.out
        scope = self.scope(ctx)
        self.style.begin(out)
        list_ask(scope, self.style, asked)
        if asked.decline is not None:
            self.style.append(out, str(asked.decline), "(n > 0)")
        self._end_options(stop, ctx.labels[step.exit])
        out.begin(stop.take_at, f"the choice of {step.where.path}")
        if asked.decline is not None:
            self._cap_automatic()
            out.go_unless(f"option != {asked.decline}", ctx.labels[step.exit])
        self._bind(ctx, asked)
        if asked.decline is None:
            self._cap_automatic()

    def _bind(self, ctx: Context, asked: AskNumbers) -> None:
        """Emit the assignment of the choices to their variables."""
        location_of: dict[int, str] = {}
        ctx.location_of = {}
        scope = self.scope(ctx)
        for choice in asked.choices:
            slot = choice.step.slot
            match choice.step:
                case ChoosePiece():
                    location_of[slot] = f"{ctx.names[slot][0]}_at"
                    self.variables.append(location_of[slot])
                    ctx.location_of[slot] = location_of[slot], zones_of(scope, choice.step, choice)
                case ChooseNumber():
                    ctx.set_range(slot, choice.low, choice.low + choice.ways - 1)
                case ChooseToken() | ChooseTokens() | ChoosePlayer():
                    pass  # a value without a location or bounds
                case _:
                    assert_never(choice.step)
        names = {slot: each[0] for slot, each in ctx.names.items()}
        take_ask(self.scope(ctx), asked, names, location_of)

    def _payment(self, ctx: Context, at: int, step: nodes.Payment) -> None:
        out = self.out
        names = ctx.names[step.step.slot]
        ctx.lists[step.step.slot] = ("payment", step.number)
        out.line(f"{names[0]} = {UNBOUND}")
        out.line(f"{names[1]} = 0")
        by = ctx.seat.text if step.by == 0 else ctx.names[step.by][0]
        asked = self.numbering.asked[step.number]
        paid = out.label()
        if step.step.wilds:
            stop = self._stop(ctx, at, step.where.path, by)
            self.style.begin(out)
            list_payment(self.scope(ctx), self.style, asked, names)
            self._end_options(stop, paid)
            out.begin(stop.take_at, f"the choice of {step.where.path}")
            take_payment(self.scope(ctx), asked, names)
            self._cap_automatic()
            out.goto(stop.list_at)
            out.begin(paid, f"{step.where.path} is paid")
        pay(self.scope(ctx), step.step, names)

    def _keep_limits(self, ctx: Context, at: int, step: nodes.KeepLimits) -> None:
        out, asked = self.out, self.numbering.asked[step.number]
        stop = self._stop(ctx, at, step.where.path, ctx.seat.text)
        after = out.label()
        self.style.begin(out)
        list_returns(self.scope(ctx), self.style, asked)
        self._end_options(stop, after)
        out.begin(stop.take_at, f"the choice of {step.where.path}")
        take_return(self.scope(ctx), asked)
        self._cap_automatic()
        out.goto(stop.list_at)
        out.begin(after, f"after {step.where.path}")

    def _take_action(self, ctx: Context, at: int, step: nodes.TakeAction) -> None:
        entries = self.program.actions
        last = [e for e in entries if e.action.last_resort]
        usual = [e for e in entries if not (e.action.last_resort or e.action.only_owed)]
        stop = self._stop(ctx, at, step.where.path, ctx.seat.text)
        out, join = self.out, self.out.label()
        scope = self.scope(ctx)
        self.style.begin(out)
        for entry in usual:
            self._list_lead(scope, entry)
        if last:
            with out.under("if n == 0:"):
                for entry in last:
                    self._list_lead(evolve(scope, known=dict(scope.known)), entry)
        self._end_options(stop, join)
        out.begin(stop.take_at, "the action that was chosen")
        self._begin_actions(ctx, at + 1, [*usual, *last], join)
        out.begin(join, "after the action")

    def _list_lead(self, scope: Scope, entry: nodes.ActionEntry) -> None:
        """Emit the options of an action, in a scope of its own variables."""
        asked = self.numbering.asked[entry.lead.number]
        about = evolve(scope, env={0: scope.env[0]})
        try:
            list_ask(about, self.style, asked)
        except NotLowered as gap:
            self._report(gap.at(entry.action.where))

    def _begin_actions(
        self,
        ctx: Context,
        resume: int,
        entries: Sequence[nodes.ActionEntry],
        join: int,
        *,
        owed: bool = False,
    ) -> None:
        """Emit the dispatch to the chosen action, and the code of each; all of them join at a label."""
        out = self.out
        ordered = sorted(entries, key=lambda entry: entry.lead.number)
        labels = {entry.lead.number: out.label() for entry in ordered}
        for place, entry in enumerate(ordered):
            asked = self.numbering.asked[entry.lead.number]
            last = place == len(ordered) - 1
            header = "else:" if last and place else "if True:" if last else ""
            header = header or f"{'elif' if place else 'if'} option < {asked.end}:"
            with out.under(header):
                out.line(f"pc = {labels[entry.lead.number]}")
        out.end()
        below = (*ctx.below, ctx.frame(resume))
        for entry in ordered:
            out.begin(labels[entry.lead.number], entry.action.where.path)
            if not (owed or entry.action.last_resort):
                out.line("acted = 1")
            self._begin_action(ctx, entry, below, owed=owed)
            if out.is_open:
                out.goto(join)

    def _begin_action(
        self,
        ctx: Context,
        entry: nodes.ActionEntry,
        below: tuple[StackFrame, ...],
        *,
        owed: bool,
    ) -> None:
        """Emit the bindings of an action and its routine; an owed one jumps into the code of the turn's own."""
        asked, out = self.numbering.asked[entry.lead.number], self.out
        routine = self.program.routines[entry.routine]
        label, inner = self._inlined.get((entry.routine, below)) or (
            out.label(),
            self._context(entry.routine, routine, below, ctx.seat),
        )
        self._bind(inner, asked)
        self._cap_automatic()
        if owed and (entry.routine, below) in self._inlined:
            out.goto(label)
            return
        if (
            ctx.number,
            below[-1].at,
        ) in self._owed_places and entry.action.name in self._owable_names:
            self._inlined[entry.routine, below] = label, inner
            out.begin(label, f"{entry.action.where.path} goes on")
        bound = {each.step.slot: inner.names[each.step.slot] for each in asked.choices}
        self.routine(entry.routine, below, ctx.seat, bound, inner)

    def _owed(self, ctx: Context, at: int, step: nodes.Owed) -> None:
        out = self.out
        if Register.OWED not in self.memory.shared or (ctx.number, at) not in self._owed_places:
            return
        stop = self._stop(ctx, at, step.where.path, ctx.seat.text)
        can_be = owable_actions(self.program)
        none, lapse, after = out.label(), out.label(), out.label()
        scope = self.scope(ctx)
        self.style.begin(out)
        mask = (1 << OWED_BITS) - 1
        for place, (action, entry) in enumerate(can_be):
            word = "elif" if place else "if"
            with out.under(f"{word} owed > 0 and owed_actions & {mask} == {action}:"):
                self._list_lead(evolve(scope, known={}), entry)
        self._end_options(stop, none)
        out.begin(none, "nothing owed can be done")
        out.go_unless("owed > 0", after)
        out.goto(lapse)
        out.begin(lapse, "what is owed lapses")
        self._pop_owed()
        out.goto(stop.list_at)
        out.begin(stop.take_at, "what is owed is done")
        self._pop_owed()
        self._begin_actions(ctx, at, [entry for _, entry in can_be], stop.list_at, owed=True)
        out.begin(after, "nothing is owed")

    def _pop_owed(self) -> None:
        self.out.line("owed -= 1")
        self.out.line(f"owed_actions = owed_actions >> {OWED_BITS}")
