"""The state of a game while code runs: its cells, and the frames as they are worked on."""

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
# What the shuffles of the setup lay on top of each zone; held back, they change nothing.
Deal = Mapping[str, Sequence[int]] | Literal["held back"]
FrozenFrame = tuple[int, int, tuple[Any, ...]]


@define
class Frame:
    """A routine under way: its number, its next instruction, its variables."""

    routine: int
    at: int
    env: Env

    def freeze(self, scratch: Sequence[int]) -> FrozenFrame:
        """The same as data, without what is scratch."""
        for slot in scratch:
            self.env[slot] = None
        return self.routine, self.at, tuple(self.env)


@frozen
class EventTeller:
    """What events need to know to say what happened."""

    model: Model
    layout: Layout

    def amounts(self, moved: tuple[int, ...]) -> dict[str, int]:
        """Amounts by the names of the tokens."""
        return {t.name: n for t, n in zip(self.model.tokens, moved, strict=True) if n}

    def place(self, cell: int) -> tuple[str, int | None, int | None]:
        """The zone, part and seat of a cell."""
        what = self.layout.cells[cell]
        return what.name, what.part, what.seat

    def hidden(self, cell: int) -> bool:
        """Whether a pile is seen by its owner alone."""
        return self.model.zones[self.layout.cells[cell].name].face != Face.UP


@define
class Run:
    """Code at work on the cells of one state; `actor` is the player whose step it is.

    Of decisions it is known only where they are told.
    """

    cells: Cells
    stack: list[Frame]
    sink: Sink
    telling: EventTeller
    deal: Deal
    actor: int = 0
    turns: int = 0  # that were begun, and runs of a phase that were owed
    phases: bool = True  # whether they are played; a position laid out by hand begins after them

    def dealt(self, zone: str) -> Sequence[int] | None:
        """What a shuffle lays on top of a zone while the setup is under way; none if it changes nothing."""
        if not self.deal or not any(frame.routine == SETUP for frame in self.stack):
            return ()
        return None if self.deal == HELD_BACK else self.deal.get(zone, ())

    def tokens_event(self, path: str, way: tuple[int, int], moved: tuple[int, ...]) -> Event:
        """What is told of tokens that moved: which they were, only if both piles are open."""
        tell = self.telling
        data: dict[str, Any] = {
            "count": sum(moved),
            "from": tell.place(way[0]),
            "to": tell.place(way[1]),
        }
        amounts = {"tokens": tell.amounts(moved)}
        if not (tell.hidden(way[0]) or tell.hidden(way[1])):
            return Event("tokens", path, self.actor, {**data, **amounts})
        seats = {tell.layout.cells[cell].seat for cell in way}
        knowers = tuple(seat for seat in seats if seat is not None)
        return Event("tokens", path, self.actor, data, amounts, knowers)
