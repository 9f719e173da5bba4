"""A runner that speaks in moves: for each option's number the move that people write, and back."""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter

from attrs import define, field

from splendor_dsl.backends.runner import Position, Runner
from splendor_dsl.ir.layout import Layout
from splendor_dsl.ir.nodes import Ask
from splendor_dsl.play.moves import Move
from splendor_dsl.play.notation import Notation
from splendor_dsl.semantics.model import Choose


class Written(dict[int, Move]):
    """The moves of one seat by the numbers of their options: each is written when first asked for, and stays.

    `numbers` finds the option of a move by its identity, unless there is another with the same text.
    """

    def __init__(self, driver: Driver, seat: int) -> None:
        super().__init__()
        self._driver, self._seat = driver, seat
        self._by_text: dict[str, Move] = {}
        self.numbers: dict[int, int] = {}

    def __missing__(self, option: int) -> Move:
        move = self[option] = self._driver.write(option, self._seat)
        same = self._by_text.setdefault(move.text, move)
        if same is move:
            self.numbers[id(move)] = option
        else:
            self.numbers.pop(id(same), None)
        return move


@define(eq=False)
class Driver:
    """One game for one number of players. Moves are written once and found by seat from then on."""

    runner: Runner
    notation: Notation
    layout: Layout
    after: Callable[[Position, int], tuple[Position, list[int]]] = field(init=False)
    _written: list[Written] = field(init=False)  # by seat
    _of_all: Written | None = field(init=False)  # where all seats write alike

    def __attrs_post_init__(self) -> None:
        """Begin without any."""
        self.after = self.runner.after
        self._written = [Written(self, seat) for seat in range(self.layout.players)]
        self._of_all = self._written[0] if _alike(self.notation) else None

    def write(self, option: int, seat: int) -> Move:
        """What a player writes to choose an option."""
        return self.notation.move(self.runner.option(option, seat), seat, self.layout)

    def moves(self, position: Position, options: list[int]) -> tuple[Move, ...]:
        """The options of a position as moves of the player who has them."""
        written = self._of_all
        if written is None:
            written = self._written[self.runner.seat(position) or 0]
        if len(options) > 1:
            moves: tuple[Move, ...] = itemgetter(*options)(written)  # nothing is faster
            return moves
        return (written[options[0]],) if options else ()

    def number(self, position: Position, move: object) -> int | None:
        """The option that a move of the player who decides stands for, if it is one of those that were written."""
        written = self._of_all
        if written is None:
            written = self._written[self.runner.seat(position) or 0]
        return written.numbers.get(id(move))

    def at(self, position: Position, name: str) -> int:
        """A number of the game's course."""
        return self.runner.register(position, name)


def _alike(notation: Notation) -> bool:
    """Whether an option's number says what any player writes: no zone is named by whose it is."""
    asks = (each for each in notation.program.decisions if isinstance(each, Ask))
    sources = (
        source
        for ask in asks
        for step in ask.steps
        if isinstance(step, Choose)
        for source in step.sources
    )
    return all(getattr(source.zone.player, "slot", 0) == 0 for source in sources)
