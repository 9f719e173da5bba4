"""What runs games in another way than the interpreter: positions of its own, options by number."""

from __future__ import annotations

from typing import Any, Protocol

from splendor_dsl.interpreter.choices import Option
from splendor_dsl.interpreter.evaluation import Cells

Position = Any  # a runner's own; nobody else looks inside


class NotEncodedError(Exception):
    """A position that a runner has no room for."""


class Runner(Protocol):
    """One game for one number of players. `take` changes a position in place."""

    def start(self, key: int) -> tuple[Position, list[int]]:
        """The first decision of a game whose chance has this key."""

    def position(self, cells: Cells) -> Position:
        """The position that cells tell of; raises `NotEncodedError`."""

    def cells(self, position: Position) -> Cells:
        """The cells of a position."""

    def copy(self, position: Position) -> Position:
        """The same position by itself."""

    def options(self, position: Position) -> list[int]:
        """What may be chosen, in the canonical order."""

    def take(self, position: Position, option: int) -> list[int]:
        """Carry an option out, up to the next decision; what may be chosen there."""

    def after(self, position: Position, option: int) -> tuple[Position, list[int]]:
        """The position after an option, by itself, and what may be chosen there."""

    def seat(self, position: Position) -> int | None:
        """Who has to decide; none when the game is over."""

    def register(self, position: Position, name: str) -> int:
        """A number of the game's course: `over`, `turn`, `round`."""

    def option(self, number: int, seat: int) -> Option:
        """What an option's number stands for, for the player who decides."""
