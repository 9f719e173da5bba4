"""The proved limits that hold in a position (K17, K31), and code under way that relies on them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import frozen

from splendor_dsl.interpreter.evaluation import Cells
from splendor_dsl.interpreter.interpreter import Engine
from splendor_dsl.ir.from_semantics import TURN
from splendor_dsl.ir.nodes import Program, TakeAction, control_of
from splendor_dsl.semantics.model import Limit


@frozen
class Excess:
    """A seat that holds more than a limit allows."""

    seat: int
    limit: Limit
    held: int
    most: int

    def sentence_about(self, who: str) -> str:
        """Return the excess as a sentence."""
        return f"{who} has {self.held} in {self.limit.zone!r}, and the limit is {self.most}"


def proven_limits(engine: Engine) -> tuple[Limit, ...]:
    """Return the limits that a check has proved; the rules themselves may exceed any other."""
    model = engine.program.model
    return tuple(model.limits[name] for name in sorted(model.kept_limits))


def limits_here(engine: Engine, cells: Cells) -> Iterator[Limit]:
    """Return the proved limits that hold in a position: those at the end of a turn only before an action."""
    frames, due = cells[engine.layout.register("stack")], engine.due(cells)
    acting = due is not None and isinstance(due[0], TakeAction) and frames[-1][0] == TURN
    return (limit for limit in proven_limits(engine) if acting or not limit.at_end_of_turn)


def exceeded(engine: Engine, cells: Cells, limits: Iterable[Limit]) -> Iterator[Excess]:
    """Yield the seats that hold more than the limits allow."""
    for limit in limits:
        most = engine.make.about(limit.value)
        for seat in range(engine.layout.players):
            held, bound = _held(engine, cells, limit, seat), most(cells, seat)
            if held > bound:
                yield Excess(seat, limit, held, bound)


def _held(engine: Engine, cells: Cells, limit: Limit, seat: int) -> int:
    if limit.tokens is None:
        zones = engine.zones.cells_of(limit.zone, seat)
        return sum(piece >= 0 for cell in zones for piece in cells[cell])
    pile = cells[engine.layout.seats("pile", limit.zone)[seat]]
    return sum(pile[token] for token in limit.tokens)


def relies_on_limits(program: Program, cells: Cells, stack: int) -> bool:
    """Return whether code under way may bring pieces to a zone whose room is bounded by a limit.

    Running code has checked the room before; nothing shows that for a position from elsewhere.
    """
    model = program.model
    limited = {
        model.limits[name].zone for name in model.kept_limits if model.limits[name].tokens is None
    }
    return any(
        flow.target.zone in limited
        for routine, _, _ in cells[stack]
        for step in program.routines[routine].steps  # earlier steps too: a loop comes back to them
        for flow in control_of(step).effects.pieces
    )
