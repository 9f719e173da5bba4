"""A table of native code, for bots and trainers in Python that take millions of decisions: options are plain numbers.

A `State` knows its moves, its past and its story, and pays for them. Here is one position that is changed in place, and
a decision costs one call.
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
    """How a game came out: "won", "shared", "nobody" or "unfinished".

    `places` is each seat's group in the ranking, from 1; `values` are the numbers that the rules name, by seat.
    """

    kind: str
    places: tuple[int, ...]
    values: Mapping[str, tuple[int, ...]]


# Less the place of an option, what stands for the one in that place.
_PLACED = -CHECKED


@frozen
class Saved:
    """A position of a table as it was: the bytes of the numbers that native code works on, and whose they are."""

    numbers: bytes = field(repr=False)
    of: str


def _whole(found: Any) -> Any:
    """A whole number of any library as Python's own; anything else as it is, true and false among it."""
    if not isinstance(found, bool):
        with suppress(TypeError):  # lists of numbers have `__index__` too, and refuse
            return operator.index(found)
    return found


class NativeTable:
    """One position of a native game. `count` is how many options there are now, none once the game is over."""

    __slots__ = (
        "_address",
        "_desk",
        "_most",
        "_move_runner",
        "_of",
        "_play",
        "_room",
        "_runner",
        "_state",
        "count",
    )

    def __init__(self, move_runner: MoveRunner, runner: NativeMachine) -> None:
        self._move_runner, self._runner = move_runner, runner
        self._most = runner.codec.numbering.size
        self._of = f"{move_runner.notation.program.meaning} {runner.players}"
        self._play = runner.play
        self._room = runner.workspace()
        self._desk = self._room.address
        self.count = 0
        self.start()

    # ---- playing -----------------------------------------------------------------------------------
    def start(self, seed: int = 0, game: int = 0) -> int:
        """Begin game number `game` of a seed; how many options there are."""
        seed = require_word(_whole(seed), "a seed")
        game = require_word(_whole(game), "the number of a game")
        return self._take_up(self._runner.initial_state(stream_key(seed, game)))

    def _take_up(self, state: Any) -> int:
        self._state, self._address = state, state.buffer_info()[0]
        count: int = self._play(self._address, self._desk, -1)
        self.count = count
        return count

    def options(self) -> list[int]:
        """The numbers of the options, in the order of the moves."""
        found: list[int] = self._room.options[: self.count].tolist()
        return found

    def apply(self, option: int) -> int:
        """Take an option by its number, and go on to the next decision; how many options there are then."""
        known = option if type(option) is int and option >= 0 else self._known(option)
        try:
            count: int = self._play(self._address, self._desk, CHECKED + known)
        except OverflowError:
            count = -1
        if count < 1:
            self._look_at(count, option)
        self.count = count
        return count

    def step(self, index: int) -> int:
        """Take an option by its place in the list, from 0; how many options there are then."""
        known = index if type(index) is int and index >= 0 else self._known(index)
        try:
            count: int = self._play(self._address, self._desk, _PLACED - known)
        except OverflowError:
            count = -1
        if count < 1:
            self._look_at(count, index)
        self.count = count
        return count

    def _known(self, found: Any) -> int:
        """A number of another library as Python's own; for those below 0, which mean others, one that no option has."""
        number = _whole(found)
        require_kind(is_whole(number), f"one of the {self.count} options", found)
        return number if number >= 0 else self._most

    def _look_at(self, count: int, found: int) -> None:
        if count < 0:
            message = f"expected one of the {self.count} options, found {short(found)}"
            raise ValueError(message)
        self._runner.check(self._state)

    def playout(self, key: int = 0) -> int:
        """Play on with uniformly random options to the end, without Python; how many decisions it took."""
        key = require_word(_whole(key), "the key of a playout")
        decisions = self._runner.playout(self._state, key, 0, MOST_TURNS)
        self.count = self._play(self._address, self._desk, -1)
        return decisions

    # ---- positions ---------------------------------------------------------------------------------
    def save(self) -> Saved:
        """The position, to come back to: it knows its game."""
        return Saved(self._state.tobytes(), self._of)

    def restore(self, saved: Saved) -> int:
        """Come back to a position; how many options there are."""
        expected = "a position that a table of the same game and players has saved"
        require_kind(isinstance(saved, Saved), expected, saved)
        if saved.of != self._of:
            message = f"expected {expected}, found {short(saved)}"
            raise ValueError(message)
        return self._take_up(array("q", saved.numbers))

    @property
    def seat(self) -> int | None:
        """Who has to decide; none when the game is over."""
        return self._runner.seat(self._state)

    @property
    def turn(self) -> int:
        """How many turns have begun."""
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
        """How many bytes a position takes."""
        return memoryview(self._state).nbytes

    def view(self, seat: int | None) -> tuple[Any, memoryview]:
        """The words and pieces of the position as a seat may know them; none for somebody who only looks on."""
        viewer = -1 if seat is None else _whole(seat)
        if seat is not None:
            require_seat(viewer, self._runner.players)
        seen = self._runner.view(self._state, viewer)
        return seen, self._runner.pieces(seen)

    def result(self) -> Result:
        """How the game came out, once it is over, and the numbers that its rules name as they stand now."""
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
        """What an option is, for the player who decides."""
        option = _whole(option)
        require_number(option, f"an option from 0 to {self._most - 1}", 0, self._most - 1)
        return self._move_runner.write(option, self.seat or 0)
