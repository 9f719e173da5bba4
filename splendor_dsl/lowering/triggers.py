"""Steps that bring pieces into zones where triggers wait, and the triggers that follow (K18).

The triggers of one known piece are inlined after its step. Where several pieces may enter, or places refill, each is
recorded as it enters, and a loop runs the triggers of one after the other; no trigger may ask anybody then, as its
frames would have no fixed number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from splendor_dsl.ir import nodes
from splendor_dsl.lowering.addresses import PartAddress, zones_of_kind
from splendor_dsl.lowering.context import Context
from splendor_dsl.lowering.moves import ENTERED_WORDS, EnteredPieces, kind_of
from splendor_dsl.lowering.scope import MOVER, Val
from splendor_dsl.lowering.stops import StackFrame
from splendor_dsl.lowering.unsupported import ASKING_TRIGGER, NotLowered
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.changes import refills_of
from splendor_dsl.semantics.model import Fill, Moment, MovePieces

if TYPE_CHECKING:
    from splendor_dsl.lowering.control_flow import ControlFlowEmitter


class TriggerLowering:
    """The emitter of steps that may cause triggers."""

    def __init__(self, control_flow: ControlFlowEmitter) -> None:
        self.control_flow = control_flow
        self.program, self.model, self.moves = (
            control_flow.program,
            control_flow.model,
            control_flow.moves,
        )
        self._variables = 0
        self._triggers: dict[str, list[int]] = {}
        for entry in self.program.triggers:
            if entry.trigger.at == Moment.ENTERS and entry.trigger.zone is not None:
                self._triggers.setdefault(entry.trigger.zone, []).append(entry.routine)

    # ---- steps -----------------------------------------------------------------------------------
    def move(self, ctx: Context, at: int, step: MovePieces) -> None:
        """Emit a `move` step."""
        scope = self.control_flow.scope(ctx)
        if step.source is not None:
            with self._with_triggers(ctx, at, step, [step.source.zone]):
                self.moves.move_several(scope, step)
            return
        location: str | None = None
        address: Sequence[PartAddress] = self.moves.alternatives(kind_of(step.piece))
        if isinstance(step.piece, v.Local) and step.piece.slot in ctx.location_of:
            location, address = ctx.location_of[step.piece.slot]
        assert step.piece is not None
        piece = scope.lower(step.piece)
        left = [each.region.zone for each in address]
        if step.target.zone in self._triggers and not self._refilled_zones(left):
            self._move_one(ctx, at, step, (piece, location, address))
            return
        with self._with_triggers(ctx, at, step, left):
            self.moves.move_bound(scope, step, piece, location, address)

    def fill(self, ctx: Context, at: int, step: Fill) -> None:
        """Emit a `fill` step."""
        with self._with_triggers(ctx, at, step, [step.source.zone]):
            self.moves.fill(self.control_flow.scope(ctx), step)

    # ---- one piece -------------------------------------------------------------------------------
    def _move_one(
        self,
        ctx: Context,
        at: int,
        step: MovePieces,
        what: tuple[Val, str | None, Sequence[PartAddress]],
    ) -> None:
        """Emit the move of the only piece that enters a zone where triggers wait, and these triggers."""
        scope, out, (piece, location, address) = (
            self.control_flow.scope(ctx),
            self.control_flow.out,
            what,
        )
        zone, seat, after = step.target.zone, scope.seat_of(step.target), None
        if self.moves.may_fail(step, piece, seat):
            entered = EnteredPieces(self._variable("0"), (zone,), None)
            self.moves.entered, after = entered, out.label()
        self.moves.move_bound(scope, step, piece, location, address)
        if after is not None:
            out.go_unless(f"{entered.count} > 0", after)
        self.moves.entered = None
        name = piece.text
        if not name.isidentifier():
            name = self._variable(piece.text)
        if seat is not None and seat.text != MOVER.text:
            seat = Val(self._variable(seat.text), 0)
        below = (*ctx.below, ctx.frame(at + 1))
        self._inline(below, self._triggers[zone], seat or MOVER, name)
        if after is not None:
            out.begin(after, f"after {step.where.path}")

    def _inline(
        self, below: tuple[StackFrame, ...], routines: Sequence[int], seat: Val, piece: str
    ) -> None:
        for number, routine in enumerate(routines):
            waiting = (
                self.control_flow.waiting_frame(each, seat, piece)
                for each in reversed(routines[number + 1 :])
            )
            self.control_flow.routine(routine, (*below, *waiting), seat, {1: (piece,)})

    # ---- several pieces --------------------------------------------------------------------------
    @contextmanager
    def _with_triggers(
        self, ctx: Context, at: int, step: MovePieces | Fill, left: Sequence[str]
    ) -> Iterator[None]:
        """Emit the step of the body, then the triggers of each piece that has entered."""
        most = self._most_entered(step, left)
        if not most:
            yield
            return
        routines = {routine for zone in most for routine in self._triggers[zone]}
        if any(self._asks(routine) for routine in self._closure(routines)):
            raise NotLowered(ASKING_TRIGGER, step.where)
        count = self._variable("0")
        first = self.control_flow.allocate_area(sum(most.values()) * ENTERED_WORDS)
        entered = self.moves.entered = EnteredPieces(count, tuple(most), first)
        yield
        self.moves.entered = None
        self._loop_over_entered(ctx, at, entered)

    def _loop_over_entered(self, ctx: Context, at: int, entered: EnteredPieces) -> None:
        out, below = self.control_flow.out, (*ctx.below, ctx.frame(at + 1))
        assert entered.first is not None
        scope, done = self.control_flow.scope(ctx), self._variable("0")
        piece, zone, seat = (self._variable("0") for _ in range(ENTERED_WORDS))
        each, after = out.label(), out.label()
        out.begin(each, "the next piece that has entered")
        out.go_unless(f"{done} < {entered.count}", after)
        for place, name in enumerate((piece, zone, seat)):
            entry = scope.in_area(entered.first, f"{ENTERED_WORDS} * {done} + {place}")
            out.line(f"{name} = c[{entry}]")
        out.line(f"{done} += 1")
        others = [out.label() for _ in entered.zones]
        for number, name in enumerate(entered.zones):
            if number:
                out.begin(others[number], f"a piece that has entered {name}")
            if number + 1 < len(entered.zones):
                out.go_unless(f"{zone} == {number}", others[number + 1])
            owner = Val(seat, 0) if self.model.zones[name].owned else MOVER
            self._inline(below, self._triggers[name], owner, piece)
            out.goto(each)
        out.begin(after, "all that has entered was noticed")

    def _variable(self, value: str) -> str:
        """Emit the assignment of a value to a new variable, and return its name."""
        self._variables += 1
        found = f"entered_{self._variables}"
        self.control_flow.variables.append(found)
        self.control_flow.out.line(f"{found} = {value}")
        return found

    def _refilled_zones(self, left: Sequence[str]) -> dict[str, int]:
        """Return the zones with triggers that refill once others are left, with the most pieces each."""
        every = len({piece.thing for piece in self.model.pieces})
        refills = (zone for name in left for zone, _ in refills_of(self.model, name))
        return {zone: every for zone in refills if zone in self._triggers}

    def _most_entered(self, step: MovePieces | Fill, left: Sequence[str]) -> dict[str, int]:
        """Return the zones with triggers that pieces may enter by a step, with the most pieces each."""
        parts = self.control_flow.memory.parts
        target = step.target.zone if isinstance(step, MovePieces) else step.zone.zone
        many = 1
        if isinstance(step, Fill):
            many = sum(region.size for region in parts(target))
        elif step.source is not None:
            many = sum(region.size for region in parts(step.source.zone))
        found = self._refilled_zones(left)
        if target in self._triggers:
            found[target] = found.get(target, 0) + many
        return found

    # ---- what follows ------------------------------------------------------------------------------
    def _closure(self, routines: set[int]) -> frozenset[int]:
        """Return some triggers and all that follow them; emitting reports one that follows itself."""
        reached, waiting = set(routines), list(routines)
        while waiting:
            steps = self.program.routines[waiting.pop()].steps
            more = {each for step in steps for each in triggered(self.program, step)} - reached
            reached |= more
            waiting += more
        return frozenset(reached)

    def _asks(self, routine: int) -> bool:
        """Return whether a trigger itself asks somebody or owes an action."""
        return any(asks_or_owes(step) for step in self.program.routines[routine].steps)


def triggered(program: nodes.Program, step: nodes.Instruction) -> set[int]:
    """Return the triggers of the zones that pieces may enter by a step, as far as its class tells."""
    zones: set[str] = set()
    for flow in nodes.control_of(step).effects.pieces:
        left = flow.zones_left({})
        if left is None:
            left = tuple(zones_of_kind(program.model, kind_of(flow.piece)))
        zones |= {
            flow.target.zone,
            *(z for name in left for z, _ in refills_of(program.model, name)),
        }
    return {
        each.routine
        for each in program.triggers
        if each.trigger.at == Moment.ENTERS and each.trigger.zone in zones
    }


def asks_or_owes(step: nodes.Instruction) -> bool:
    """Return whether a step asks somebody or owes an action; a step foreign to triggers counts as one that does."""
    control = nodes.control_of(step)
    alone = control.runs_other_code or control.changes_mover
    return control.asks or alone or bool(control.effects.owed_actions)
