"""A runner with moves in place of option numbers."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from attrs import define, field

from splendor_dsl.compiler.runner import Position, Runner
from splendor_dsl.ir.layout import Layout
from splendor_dsl.ir.nodes import Ask
from splendor_dsl.notation.legal_moves import WrittenMoves
from splendor_dsl.notation.moves import Move
from splendor_dsl.notation.notation import Notation


@define(eq=False)
class MoveRunner:
    """A runner for one game and number of players. Moves are written once and then found by seat."""

    runner: Runner
    notation: Notation
    layout: Layout
    after: Callable[[Position, int], tuple[Position, list[int]]] = field(init=False)
    _written: list[WrittenMoves] = field(init=False)  # by seat
    shared_moves: WrittenMoves | None = field(
        init=False
    )  # the moves of every seat, if all seats write alike
    numbers: dict[int, int] = field(
        factory=dict, init=False
    )  # the options of those moves, by identity

    def __attrs_post_init__(self) -> None:
        """Set up the moves of each seat, with none written yet."""
        self.after = self.runner.after
        seats = range(self.layout.players)
        self._written = [WrittenMoves(partial(self.write, seat=seat)) for seat in seats]
        self.shared_moves = self._written[0] if _same_for_all_seats(self.notation) else None
        if self.shared_moves is not None:
            self.numbers = self.shared_moves.numbers

    def __reduce__(self) -> tuple[type[MoveRunner], tuple[Runner, Notation, Layout]]:
        """Support pickling: a copy in another process has written no move yet."""
        return MoveRunner, (self.runner, self.notation, self.layout)

    def __deepcopy__(self, memo: dict[int, object]) -> MoveRunner:
        """Return itself: it holds no position."""
        return self

    def write(self, option: int, seat: int) -> Move:
        """Return an option as the move of a player."""
        return self.notation.move(self.runner.option(option, seat), seat, self.layout)

    def number(self, position: Position, move: Move) -> int | None:
        """Return the option of a move by the player who decides, if that move was written here."""
        return self.written_by(position).numbers.get(id(move))

    def written_by(self, position: Position) -> WrittenMoves:
        """Return the moves of the player who decides."""
        seat = 0 if self.shared_moves is not None else self.runner.seat(position) or 0
        return self._written[seat]

    def register(self, position: Position, name: str) -> int:
        """Return a register of the game's flow."""
        return self.runner.register(position, name)


def _same_for_all_seats(notation: Notation) -> bool:
    """Return whether an option is written alike by all players: no source depends on its owner."""
    asks = (each for each in notation.program.decisions if isinstance(each, Ask))
    bound = (binding for ask in asks for step in ask.steps for binding in step.effects.binds)
    zones = (zone for binding in bound for zone in binding.zones)
    return all(getattr(zone.player, "slot", 0) == 0 for zone in zones)
