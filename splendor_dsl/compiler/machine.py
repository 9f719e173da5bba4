"""Runners of generated modules: their common base, and generated Python over lists of words and pieces."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from splendor_dsl.compiler.codec import Codec
from splendor_dsl.compiler.module import Module
from splendor_dsl.interpreter.choices import Option
from splendor_dsl.interpreter.evaluation import Cells
from splendor_dsl.lowering.keys import Register
from splendor_dsl.lowering.stops import NO_ROOM, TOO_MUCH_OWED, Stop

Parts = Any  # the words and the pieces, in the form of the backend


class Machine:
    """The base of the runners of generated code."""

    def __init__(self, module: Module, players: int) -> None:
        self.codec: Codec = module.codecs[players]
        self.players = players
        shared = self.codec.memory.shared
        self._pc, self._mover = shared[Register.PC], shared[Register.MOVER]
        public = Register.OVER, Register.TURN, Register.ROUND
        self._at = {each.value: shared[each] for each in public}
        self._options: dict[tuple[int, int], Option] = {}
        self._deciders = {stop.list_at: self._decider(stop) for stop in self.codec.stops}

    def _decider(self, stop: Stop) -> int:
        """Return the address of the word that holds the seat to decide at a stop."""
        if stop.by == "mover":
            return self._mover
        return self.codec.memory.first_variable + stop.variables().index(stop.by)

    def words(self, position: Parts) -> Sequence[int]:
        """Return all words of a position; more entries may follow."""
        words: Sequence[int] = position
        return words

    def seat(self, position: Parts) -> int | None:
        """Return the seat that decides; none when the game is over."""
        at = self._deciders.get(position[self._pc])
        if at is None:
            return None
        return int(position[at] if at == self._mover else self.words(position)[at])

    def register(self, position: Parts, name: str) -> int:
        """Return a register of the game's flow."""
        return int(position[self._at[name]])

    def option(self, number: int, seat: int) -> Option:
        """Return the option with a number, for the player who decides."""
        found = self._options.get((number, seat))
        if found is None:
            found = self._options[number, seat] = self.codec.option(number, seat)
        return found

    def check(self, position: Parts) -> None:
        """Raise OverflowError if more actions were owed than there is room for."""
        if position[self._at["over"]] == TOO_MUCH_OWED:
            self._too_much_owed()

    def _too_much_owed(self) -> NoReturn:
        raise OverflowError(NO_ROOM)


class PythonMachine(Machine):
    """The runner of generated Python: a position is the single words, all words in a list, and the row of pieces.

    `after` returns the position after an option, which is independent, and the options there.
    """

    def __init__(self, module: Module, players: int) -> None:
        super().__init__(module, players)
        self._start: Any = module.code.start
        self.after: Callable[[Parts, int], tuple[Parts, list[int]]] = module.code.run
        self._single = len(self.codec.memory.single)

    def start(self, key: int) -> tuple[Parts, list[int]]:
        """Return the first decision of a game with the key of its random stream."""
        return self.after(self._start(self.players, key), -1)

    def position(self, cells: Cells) -> Parts:
        """Return the position of some cells."""
        words, pieces = self.codec.encode(cells)
        words[self.codec.memory.shared[Register.KEY]] = cells[self.codec.layout.key]
        return [*self.codec.memory.single_words(words), words, bytearray(pieces)]

    def cells(self, position: Parts) -> Cells:
        """Return the cells of a position."""
        return self.codec.cells(self.words(position), position[-1])

    def words(self, position: Parts) -> list[int]:
        """Return all words of a position."""
        return [*position[: self._single], *position[-2][self._single :]]

    def copy(self, position: Parts) -> Parts:
        """Return an independent copy of a position."""
        copied = position[:]
        copied[-2], copied[-1] = copied[-2].copy(), copied[-1].copy()
        return copied

    def options(self, position: Parts) -> list[int]:
        """Return the legal options."""
        return self.take(position, -1)

    def take(self, position: Parts, option: int) -> list[int]:
        """Play an option in place, and return the options of the next decision."""
        found: list[int]
        position[:], found = self.after(position, option)
        return found
