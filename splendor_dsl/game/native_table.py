"""A table of native code, for bots and trainers in Python that take millions of decisions: options are numbers.

A `State` knows its moves and its past, at a cost. A table is one position that changes in place; a decision costs one
call.
"""

from __future__ import annotations

import operator
from array import array
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from attrs import field, frozen

from splendor_dsl.chance import stream_key
from splendor_dsl.compiler.native.runner import CHECKED, NativeMachine
from splendor_dsl.game.playouts import UNFINISHED
from splendor_dsl.game.runs import KINDS
from splendor_dsl.ir.caps import MOST_TURNS
from splendor_dsl.notation.move_runner import MoveRunner
from splendor_dsl.notation.moves import Move
from splendor_dsl.position.plain_data import (
    is_whole,
    require_kind,
    require_number,
    require_seat,
    require_word,
    short,
)


@frozen(kw_only=True)
class Result:
    """The result of a game: "won", "shared", "nobody" or "unfinished".

    `places` is each seat's group in the ranking, from 1; `values` are the numeric values of the rules, by seat.
    """

    kind: str
    places: tuple[int, ...]
    values: Mapping[str, tuple[int, ...]]


# Minus an index, the code for the option at that index.
_BY_INDEX = -CHECKED


@frozen
class Saved:
    """A saved position of a table: the bytes of its numbers, and the game and number of players that they belong to."""

    numbers: bytes = field(repr=False)
    of: str  # the hash of the rules and the number of players


def _whole(found: Any) -> Any:
    """Return a whole number of any library as Python's own; anything else, also true and false, unchanged."""
    if not isinstance(found, bool):
        with suppress(TypeError):  # lists of numbers have `__index__` too, and refuse
            return operator.index(found)
    return found


class NativeTable:
    """One position of a native game. `count` is the number of options now; 0 once the game is over."""

    __slots__ = (
        "_address",
        "_most",
        "_move_runner",
        "_of",
        "_play",
        "_runner",
        "_state",
        "_workspace",
        "_workspace_address",
        "count",
    )

    def __init__(self, move_runner: MoveRunner, runner: NativeMachine) -> None:
        self._move_runner, self._runner = move_runner, runner
        self._most = runner.codec.numbering.size
        self._of = f"{move_runner.notation.program.meaning} {runner.players}"
        self._play = runner.play
        self._workspace = runner.workspace()
        self._workspace_address = self._workspace.address
        self.count = 0
        self.start()

    # ---- playing -----------------------------------------------------------------------------------
    def start(self, seed: int = 0, game: int = 0) -> int:
        """Begin game number `game` of a seed and return the number of options."""
        seed = require_word(_whole(seed), "a seed")
        game = require_word(_whole(game), "the number of a game")
        return self._load(self._runner.initial_state(stream_key(seed, game)))

    def _load(self, state: Any) -> int:
        self._state, self._address = state, state.buffer_info()[0]
        count: int = self._play(self._address, self._workspace_address, -1)
        self.count = count
        return count

    def options(self) -> list[int]:
        """Return the numbers of the options, in the order of the moves."""
        found: list[int] = self._workspace.options[: self.count].tolist()
        return found

    def apply(self, option: int) -> int:
        """Take an option by its number, go on to the next decision, and return the number of options there."""
        known = option if type(option) is int and option >= 0 else self._checked(option)
        try:
            count: int = self._play(self._address, self._workspace_address, CHECKED + known)
        except OverflowError:
            count = -1
        if count < 1:
            self._raise_for(count, option)
        self.count = count
        return count

    def step(self, index: int) -> int:
        """Take an option by its index in the list and return the number of options at the next decision."""
        known = index if type(index) is int and index >= 0 else self._checked(index)
        try:
            count: int = self._play(self._address, self._workspace_address, _BY_INDEX - known)
        except OverflowError:
            count = -1
        if count < 1:
            self._raise_for(count, index)
        self.count = count
        return count

    def _checked(self, found: Any) -> int:
        """Return a number of another library as Python's own; a negative one as a number that no option has."""
        number = _whole(found)
        require_kind(is_whole(number), f"one of the {self.count} options", found)
        return number if number >= 0 else self._most

    def _raise_for(self, count: int, found: int) -> None:
        if count < 0:
            message = f"expected one of the {self.count} options, found {short(found)}"
            raise ValueError(message)
        self._runner.check(self._state)

    def playout(self, key: int = 0) -> int:
        """Play on with uniformly random options to the end, without Python; return the number of decisions."""
        key = require_word(_whole(key), "the key of a playout")
        decisions = self._runner.playout(self._state, key, 0, MOST_TURNS)
        self.count = self._play(self._address, self._workspace_address, -1)
        return decisions

    # ---- positions ---------------------------------------------------------------------------------
    def save(self) -> Saved:
        """Return the position, to come back to; it knows its game."""
        return Saved(self._state.tobytes(), self._of)

    def restore(self, saved: Saved) -> int:
        """Come back to a saved position and return the number of options."""
        expected = "a position that a table of the same game and players has saved"
        require_kind(isinstance(saved, Saved), expected, saved)
        if saved.of != self._of:
            message = f"expected {expected}, found {short(saved)}"
            raise ValueError(message)
        return self._load(array("q", saved.numbers))

    @property
    def seat(self) -> int | None:
        """The seat that has to decide; none when the game is over."""
        return self._runner.seat(self._state)

    @property
    def turn(self) -> int:
        """The number of turns that have begun."""
        return self._runner.register(self._state, "turn")

    @property
    def round(self) -> int:
        """The round, from 1."""
        return self._runner.register(self._state, "round")

    @property
    def hash(self) -> int:
        """A 64-bit hash of the position (K26)."""
        return self._runner.hash(self._state)

    @property
    def size(self) -> int:
        """The number of bytes that a position takes."""
        return memoryview(self._state).nbytes

    def view(self, seat: int | None) -> tuple[Any, memoryview]:
        """Return the words and pieces of the position as a seat sees them; with no seat, as a spectator does."""
        viewer = -1 if seat is None else _whole(seat)
        if seat is not None:
            require_seat(viewer, self._runner.players)
        seen = self._runner.view(self._state, viewer)
        return seen, self._runner.pieces(seen)

    def result(self) -> Result:
        """Return the result of the game once it is over, and the current numeric values of the rules."""
        kind, rows = self._runner.judge_game(self._state)
        ended = self._runner.register(self._state, "over") & 1
        return Result(
            kind=KINDS[kind] if ended else UNFINISHED,
            places=tuple(row[0] for row in rows) if ended else (),
            values={
                name: tuple(row[at] for row in rows)
                for at, name in enumerate(self._runner.numeric_values, 1)
            },
        )

    # ---- in words ----------------------------------------------------------------------------------
    def move(self, option: int) -> Move:
        """Return an option as a move of the player who decides."""
        option = _whole(option)
        require_number(option, f"an option from 0 to {self._most - 1}", 0, self._most - 1)
        return self._move_runner.write(option, self.seat or 0)
