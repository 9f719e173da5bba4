"""All that a bot at the table is given: what its seat may know, and positions that fit it.

Bots run in the same process as the game and could look at its memory; that they do not is a convention (docs/SECURITY.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from attrs import define, field

from splendor_dsl.chance import Stream
from splendor_dsl.game.state import State
from splendor_dsl.ir.events import Event
from splendor_dsl.notation.moves import Move
from splendor_dsl.worlds.worlds import UnknownPlaces


@define(slots=False)
class Seen:
    """A position as a seat sees it: its view, its log, its moves, and positions that it can't tell from this one."""

    seat: int
    _state: State = field(repr=False)

    @cached_property
    def view(self) -> dict[str, Any]:
        """The view of the seat, as plain data."""
        return self._state.view(self.seat)

    @property
    def moves(self) -> Sequence[Move]:
        """The legal moves, in the canonical order."""
        return self._state.moves

    @property
    def log(self) -> tuple[Event, ...]:
        """The events that the seat may know of."""
        return self._state.log_for(self.seat)

    @property
    def unknown_places(self) -> UnknownPlaces:
        """The places in which what the seat doesn't know can be exchanged by lot, in groups."""
        return self._state.unknown_places(self.seat)

    def sample(self, chance: Stream) -> State:
        """Return a position that the seat can't tell from the one at the table (K42), to play on."""
        return self._state.determinize(self.seat, chance)
