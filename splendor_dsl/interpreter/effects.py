"""Steps that change the state at once: they move tokens and pieces, set counters and markers, and emit events."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from splendor_dsl.interpreter.evaluation import Cells, Env, Evaluator, Fn
from splendor_dsl.interpreter.frames import Run
from splendor_dsl.interpreter.obligations import owed_action, with_turn
from splendor_dsl.interpreter.tokens import token_move, transfer
from splendor_dsl.interpreter.zones import Zones
from splendor_dsl.ir.events import Event
from splendor_dsl.ir.layout import Cell
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics.values import ZoneRef

Perform = Callable[[Run, Env], None]


class Effects:
    """The compiler of the simple steps of one game."""

    def __init__(self, make: Evaluator, zones: Zones) -> None:
        self.make = make
        self.zones = zones
        self.layout = make.layout
        self._makers: dict[type, Callable[[Any], Perform]] = {
            m.MoveTokens: self._move_tokens,
            m.MovePieces: self._move_pieces,
            m.Shuffle: self._shuffle,
            m.Fill: self._fill,
            m.Reveal: self._reveal,
            m.Give: self._give,
            m.SetCounter: self._set_counter,
            m.Again: self._again,
            m.Do: self._do,
        }

    def compile(self, step: Any) -> Perform:
        """Return the function that performs a step."""
        return self._makers[type(step)](step)

    def _move_tokens(self, step: m.MoveTokens) -> Perform:
        move, path = token_move(self.make, step), step.where.path

        def perform(run: Run, env: Env) -> None:
            wanted = move.amounts(run.cells, env)
            move_tokens(run, move.piles(run.cells, env), wanted, path)

        return perform

    def _move_pieces(self, step: m.MovePieces) -> Perform:
        target = self._zone_of(step.target)
        picked = self._picked(step)
        under, path = step.under, step.where.path

        def perform(run: Run, env: Env) -> None:
            seat = target(run.cells, env)
            if seat is not None:
                self.zones.move(
                    run, picked(run.cells, env), (step.target.zone, seat), path=path, under=under
                )

        return perform

    def _zone_of(self, ref: ZoneRef) -> Callable[[Cells, Env], int | None]:
        """Return the function that finds the owner of a zone: a seat, 0 for the game, none for nobody."""
        if ref.player is None:
            return lambda _cells, _env: 0
        owner = self.make.compile(ref.player)

        def seat_of(cells: Cells, env: Env) -> int | None:
            seat = owner(cells, env)
            return seat if seat >= 0 else None

        return seat_of

    def _picked(self, step: m.MovePieces) -> Callable[[Cells, Env], list[int]]:
        if step.piece is not None:
            piece = self.make.compile(step.piece)
            return lambda cells, env: [piece(cells, env)]
        if step.source is None:
            message = f"a move of nothing: {step!r}"
            raise TypeError(message)
        source = step.source
        if step.count is None:
            pieces = self.make.pieces(source)
            return lambda cells, env: list(pieces(cells, env))
        return self._tops(source, self.make.compile(step.count))

    def _tops(self, source: ZoneRef, count: Fn) -> Callable[[Cells, Env], list[int]]:
        parts = [
            self.make.cell("zone", source.zone, source.player, part=part)
            for part in self.layout.parts[source.zone]
        ]

        def tops(cells: Cells, env: Env) -> list[int]:
            many = max(0, count(cells, env))
            found = ([p for p in part(cells, env) if p >= 0][:many] for part in parts)
            return [piece for part in found for piece in part]

        return tops

    def _shuffle(self, step: m.Shuffle) -> Perform:
        owner, path, name = self._zone_of(step.zone), step.where.path, step.zone.zone

        def perform(run: Run, env: Env) -> None:
            seat = owner(run.cells, env)
            if seat is not None:
                self.zones.shuffle(run, name, seat, path)

        return perform

    def _fill(self, step: m.Fill) -> Perform:
        owner, path = self._zone_of(step.zone), step.where.path
        source_owner = self._zone_of(step.source)
        zone, source = step.zone.zone, step.source.zone

        def perform(run: Run, env: Env) -> None:
            seat, other = owner(run.cells, env), source_owner(run.cells, env)
            if seat is not None and other is not None:
                self.zones.fill(run, (zone, seat), (source, other), path)

        return perform

    def _reveal(self, step: m.Reveal) -> Perform:
        owner, path, name = self._zone_of(step.zone), step.where.path, step.zone.zone

        def perform(run: Run, env: Env) -> None:
            seat = owner(run.cells, env)
            if seat is not None:
                self.zones.reveal(run, name, seat, path)

        return perform

    def _give(self, step: m.Give) -> Perform:
        at = self.layout.index[Cell("marker", step.marker)]
        to, path = self.make.compile(step.to), step.where.path

        def perform(run: Run, env: Env) -> None:
            holder, was = to(run.cells, env), run.cells[at]
            if holder == was:
                return
            run.cells[at] = holder
            if run.sink:
                data = {"marker": step.marker, "from": _seat(was), "to": _seat(holder)}
                run.sink(Event("marker", path, run.actor, data))

        return perform

    def _set_counter(self, step: m.SetCounter) -> Perform:
        counter = self.make.model.counters[step.counter]
        seats = self.layout.seats("counter", step.counter)
        owner = self.make.compile(step.player) if step.player is not None else None
        value, path = self.make.compile(step.value), step.where.path

        def perform(run: Run, env: Env) -> None:
            seat = owner(run.cells, env) if owner else 0
            if seat < 0:
                return
            at = seats[seat]
            new = min(max(int(value(run.cells, env)), counter.low), counter.high)
            was, run.cells[at] = run.cells[at], new
            if run.sink and new != was:
                data = {
                    "counter": step.counter,
                    "of": seat if owner else None,
                    "from": was,
                    "to": new,
                }
                run.sink(Event("counter", path, run.actor, data))

        return perform

    def _again(self, step: m.Again) -> Perform:
        at, path = self.layout.register("again"), step.where.path

        def perform(run: Run, _env: Env) -> None:
            before = run.cells[at]
            run.cells[at] = with_turn(before, run.actor)
            if run.sink and run.cells[at] != before:
                run.sink(Event("again", path, run.actor))

        return perform

    def _do(self, step: m.Do) -> Perform:
        at, path = self.layout.register("owed"), step.where.path
        names = [action.name for action in self.make.model.actions]
        number = names.index(step.action)

        def perform(run: Run, _env: Env) -> None:
            owed = owed_action(number, run.actor, len(names))
            run.cells[at] = (*run.cells[at], owed)
            if run.sink:
                run.sink(Event("owed", path, run.actor, {"action": step.action}))

        return perform


def move_tokens(run: Run, piles: tuple[int, int], wanted: tuple[int, ...], path: str) -> None:
    """Move tokens from one pile to another, as many as there are, and emit the event."""
    moved = transfer(run.cells, piles, wanted)
    if run.sink and moved:
        run.sink(run.tokens_event(path, piles, moved))


def _seat(seat: int) -> int | None:
    return seat if seat >= 0 else None
