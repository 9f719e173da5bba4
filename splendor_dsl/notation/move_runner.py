"""A runner that speaks in moves: for each option's number the move that people write, and back."""

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
    """One game for one number of players. Moves are written once and found by seat from then on."""

    runner: Runner
    notation: Notation
    layout: Layout
    after: Callable[[Position, int], tuple[Position, list[int]]] = field(init=False)
    _written: list[WrittenMoves] = field(init=False)  # by seat
    of_all: WrittenMoves | None = field(init=False)  # the moves of each seat, where all write alike
    numbers: dict[int, int] = field(factory=dict, init=False)  # there, the options of moves

    def __attrs_post_init__(self) -> None:
        """Begin without any."""
        self.after = self.runner.after
        seats = range(self.layout.players)
        self._written = [WrittenMoves(partial(self.write, seat=seat)) for seat in seats]
        self.of_all = self._written[0] if _alike(self.notation) else None
        if self.of_all is not None:
            self.numbers = self.of_all.numbers

    def __reduce__(self) -> tuple[type[MoveRunner], tuple[Runner, Notation, Layout]]:
        """What stands for it in another process: one that has written no move yet."""
        return MoveRunner, (self.runner, self.notation, self.layout)

    def __deepcopy__(self, memo: dict[int, object]) -> MoveRunner:
        """Itself: it holds no position."""
        return self

    def write(self, option: int, seat: int) -> Move:
        """What a player writes to choose an option."""
        return self.notation.move(self.runner.option(option, seat), seat, self.layout)

    def number(self, position: Position, move: Move) -> int | None:
        """The option that a move of the player who decides stands for, if it is one of those that were written."""
        return self.written_by(position).numbers.get(id(move))

    def written_by(self, position: Position) -> WrittenMoves:
        """The moves of the player who decides."""
        seat = 0 if self.of_all is not None else self.runner.seat(position) or 0
        return self._written[seat]

    def at(self, position: Position, name: str) -> int:
        """A number of the game's course."""
        return self.runner.register(position, name)


def _alike(notation: Notation) -> bool:
    """Whether an option's number says what any player writes: no zone is named by whose it is."""
    asks = (each for each in notation.program.decisions if isinstance(each, Ask))
    bound = (binding for ask in asks for step in ask.steps for binding in step.effects.binds)
    zones = (zone for binding in bound for zone in binding.zones)
    return all(getattr(zone.player, "slot", 0) == 0 for zone in zones)
