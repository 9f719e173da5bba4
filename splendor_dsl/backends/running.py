"""The state of a game while code runs: its cells, and the frames as they are worked on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import define, frozen

from splendor_dsl.backends.evaluate import Cells, Env
from splendor_dsl.ir.events import Event, Sink
from splendor_dsl.ir.layout import Layout
from splendor_dsl.semantics.model import Model

Deal = Mapping[str, Sequence[int]]
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
class Telling:
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
        return self.model.zones[self.layout.cells[cell].name].face != "up"


@define
class Run:
    """Code at work on the cells of one state. `deal` names the pieces that a first shuffle lays on top."""

    cells: Cells
    stack: list[Frame]
    sink: Sink
    telling: Telling
    deal: dict[str, Sequence[int]]
    turns: int = 0
    phases: bool = True  # whether they are played; a position laid out by hand begins after them

    def tokens_event(
        self, path: str, seat: int, way: tuple[int, int], moved: tuple[int, ...]
    ) -> Event:
        """What is told of tokens that moved: which they were, only if one of the piles is open."""
        tell = self.telling
        data: dict[str, Any] = {
            "count": sum(moved),
            "from": tell.place(way[0]),
            "to": tell.place(way[1]),
        }
        amounts = {"tokens": tell.amounts(moved)}
        if not (tell.hidden(way[0]) and tell.hidden(way[1])):
            return Event("tokens", path, seat, {**data, **amounts})
        seats = {tell.layout.cells[cell].seat for cell in way}
        return Event("tokens", path, seat, data, amounts, tuple(s for s in seats if s is not None))
