"""The state of a game while code runs: its cells and its stack of frames."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

from attrs import define, frozen

from splendor_dsl.interpreter.evaluation import Cells, Env
from splendor_dsl.ir.events import Event, Sink
from splendor_dsl.ir.from_semantics import SETUP
from splendor_dsl.ir.layout import Layout
from splendor_dsl.semantics.model import Face, Model

HELD_BACK: Final = "held back"
# The pieces that the shuffles of the setup put on top of each zone; shuffles held back change nothing.
Deal = Mapping[str, Sequence[int]] | Literal["held back"]
FrozenFrame = tuple[int, int, tuple[Any, ...]]


@define
class Frame:
    """A routine under way: its number, its next instruction, its variables."""

    routine: int
    at: int
    env: Env

    def freeze(self, scratch: Sequence[int]) -> FrozenFrame:
        """Return the frame as data, without scratch variables."""
        for slot in scratch:
            self.env[slot] = None
        return self.routine, self.at, tuple(self.env)


@frozen
class EventNames:
    """The model and layout by which events name tokens and places."""

    model: Model
    layout: Layout

    def amounts(self, moved: tuple[int, ...]) -> dict[str, int]:
        """Return amounts by the names of the tokens."""
        return {t.name: n for t, n in zip(self.model.tokens, moved, strict=True) if n}

    def place(self, cell: int) -> tuple[str, int | None, int | None]:
        """Return the zone, part and seat of a cell."""
        what = self.layout.cells[cell]
        return what.name, what.part, what.seat

    def hidden(self, cell: int) -> bool:
        """Return whether only its owner sees a pile."""
        return self.model.zones[self.layout.cells[cell].name].face != Face.UP


@define
class Run:
    """An execution on the cells of one state; `actor` is the player whose step it is.

    At a decision, `actor` is set only if there is a sink for events.
    """

    cells: Cells
    stack: list[Frame]
    sink: Sink
    event_names: EventNames
    deal: Deal
    actor: int = 0
    turns: int = 0  # begun turns, and owed runs of a phase
    phases: bool = True  # played unless a position is set up by hand, which begins after them

    def dealt(self, zone: str) -> Sequence[int] | None:
        """Return the pieces that a shuffle of the setup puts on top of a zone; none if it must change nothing."""
        if not self.deal or not any(frame.routine == SETUP for frame in self.stack):
            return ()
        return None if self.deal == HELD_BACK else self.deal.get(zone, ())

    def tokens_event(self, path: str, piles: tuple[int, int], moved: tuple[int, ...]) -> Event:
        """Return the event of moved tokens, which are public only if both piles are open."""
        names = self.event_names
        data: dict[str, Any] = {
            "count": sum(moved),
            "from": names.place(piles[0]),
            "to": names.place(piles[1]),
        }
        amounts = {"tokens": names.amounts(moved)}
        if not (names.hidden(piles[0]) or names.hidden(piles[1])):
            return Event("tokens", path, self.actor, {**data, **amounts})
        seats = {names.layout.cells[cell].seat for cell in piles}
        knowers = tuple(seat for seat in seats if seat is not None)
        return Event("tokens", path, self.actor, data, amounts, knowers)
