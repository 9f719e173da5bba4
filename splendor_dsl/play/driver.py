"""A runner that speaks in moves: for each option's number the move that people write, and back."""

from __future__ import annotations

from attrs import define, field

from splendor_dsl.backends.runner import Position, Runner
from splendor_dsl.ir.layout import Layout
from splendor_dsl.play.moves import Move
from splendor_dsl.play.notation import Notation


@define(eq=False)
class Driver:
    """One game for one number of players. Moves are written once and found by seat from then on."""

    runner: Runner
    notation: Notation
    layout: Layout
    _moves: list[dict[int, Move]] = field(init=False)
    _numbers: dict[str, tuple[int, ...]] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        """Begin without any."""
        self._moves = [{} for _ in range(self.layout.players)]

    def moves(self, seat: int, options: list[int]) -> tuple[Move, ...]:
        """Options as moves of the player who has them."""
        known = self._moves[seat]
        try:
            return tuple([known[option] for option in options])
        except KeyError:
            for option in options:
                self._write(seat, option)
            return tuple([known[option] for option in options])

    def _write(self, seat: int, option: int) -> None:
        if option not in self._moves[seat]:
            move = self.notation.move(self.runner.option(option, seat), seat, self.layout)
            self._moves[seat][option] = move
            same = self._numbers.get(move.text, ())
            self._numbers[move.text] = (*same, option)

    def number(self, move: Move, options: list[int]) -> int | None:
        """The number of a move, if it is among some options, all of which have been written."""
        for option in self._numbers.get(move.text, ()):
            if option in options:
                return option
        return None

    def at(self, position: Position, name: str) -> int:
        """A number of the game's course."""
        return self.runner.register(position, name)
