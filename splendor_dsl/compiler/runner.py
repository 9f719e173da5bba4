"""The interface of runners other than the interpreter: opaque positions, and options by number."""

from __future__ import annotations

from typing import Any, Protocol

from splendor_dsl.interpreter.choices import Option
from splendor_dsl.interpreter.evaluation import Cells

Position = Any  # opaque to all but its runner


class NotEncodedError(Exception):
    """A position that a runner has no room for."""


class Runner(Protocol):
    """A runner of one game for one number of players. `take` changes a position in place."""

    def start(self, key: int) -> tuple[Position, list[int]]:
        """Return the first decision of a game with the key of its random stream."""

    def position(self, cells: Cells) -> Position:
        """Return the position of some cells; raise NotEncodedError if there is no room for it."""

    def cells(self, position: Position) -> Cells:
        """Return the cells of a position."""

    def copy(self, position: Position) -> Position:
        """Return an independent copy of a position."""

    def options(self, position: Position) -> list[int]:
        """Return the legal options, in the canonical order."""

    def take(self, position: Position, option: int) -> list[int]:
        """Play an option in place, and return the options of the next decision."""

    def after(self, position: Position, option: int) -> tuple[Position, list[int]]:
        """Return the position after an option, which is independent, and the options there."""

    def seat(self, position: Position) -> int | None:
        """Return the seat that decides; none when the game is over."""

    def register(self, position: Position, name: str) -> int:
        """Return a register of the game's flow: `over`, `turn` or `round`."""

    def option(self, number: int, seat: int) -> Option:
        """Return the option with a number, for the player who decides."""
