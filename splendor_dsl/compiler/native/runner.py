"""The runner of native code: a state is one row of words with its pieces behind them, passed by address.

A call from Python takes only numbers (a state, a workspace, an option), as passing arrays would cost more than the move.
A workspace holds the input of a thread (random stream, number of turns) and the options that the game finds.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cached_property
from threading import local
from typing import Any, Literal

from splendor_dsl.chance import bot_hash
from splendor_dsl.compiler.machine import Machine
from splendor_dsl.compiler.module import Module
from splendor_dsl.compiler.native.plans import Row, hash_plan, view_plan
from splendor_dsl.interpreter.evaluation import Cells
from splendor_dsl.ir.caps import most_decisions
from splendor_dsl.lowering.keys import Register
from splendor_dsl.lowering.results import bytes_for, greatest_result, numeric_values

State = Any  # an array of words
# Added to the number of an option that is to be checked; minus a place, it selects the option in that place.
CHECKED = 1 << 40
NONE = -1
# As in loops.py: the ways in which seats choose, and the first columns of results.
ONE_STREAM, ANY, WEIGHTS = -1, 0, 1
OVER, TURN, ROUND, DECISIONS, KIND, ABOUT_GAME = range(6)
_BYTES = 8
_SIGN = 1 << 63


class Workspace:
    """The memory that one thread shares with a game."""

    def __init__(self, most_options: int, kind: Literal["H", "I"]) -> None:
        size = array(kind).itemsize
        self.words = array("q", bytes(_BYTES * (_BYTES + -(-most_options * size // _BYTES))))
        self.address = self.words.buffer_info()[0]
        self.options = memoryview(self.words).cast("B")[_BYTES * _BYTES :].cast(kind)
        self.words[2] = -1


class NativeMachine(Machine):
    """The runner of native code, for one number of players."""

    def __init__(self, module: Module, players: int) -> None:
        super().__init__(module, players)
        code: Any = module.code
        loops: Any = module.loops
        self._code, self._loops, self._np = code, loops, code.np
        self.play: Any = code.play
        self._local = local()
        memory = self.codec.memory
        self._words = memory.words(players)
        at = players - memory.low
        pieces = bytes(code.START_PIECES[at][: memory.entries(players)])
        self._start = array("q", code.START_WORDS[at][: self._words].tolist())
        self._start.frombytes(pieces + bytes(-len(pieces) % _BYTES))

    # ---- one game --------------------------------------------------------------------------------
    def workspace(self) -> Workspace:
        """Return a new workspace."""
        return Workspace(self._code.MOST_IDS, "H" if self._code.ID is self._np.uint16 else "I")

    @property
    def _workspace(self) -> Workspace:
        """The workspace of this thread."""
        workspace: Workspace | None = getattr(self._local, "workspace", None)
        if workspace is None:
            workspace = self._local.workspace = self.workspace()
        return workspace

    @property
    def np(self) -> Any:
        """The library of arrays."""
        return self._np

    @property
    def room(self) -> int:
        """The number of words for the outcome of a game."""
        return int(self._code.ROOM)

    @property
    def id_type(self) -> Any:
        """The type of the numbers of options in a list."""
        return self._code.ID

    def initial_state(self, key: int) -> State:
        """Return a state before its setup."""
        state = self._start[:]
        state[self.codec.memory.shared[Register.KEY]] = signed(key)
        return state

    def start(self, key: int) -> tuple[State, list[int]]:
        """Return the first decision of a game with the key of its random stream."""
        state = self.initial_state(key)
        return state, self.options(state)

    def position(self, cells: Cells) -> State:
        """Return the position of some cells."""
        words, pieces = self.codec.encode(cells)
        state = array("q", words)
        state.frombytes(bytes(pieces) + bytes(-len(pieces) % _BYTES))
        return state

    def cells(self, position: State) -> Cells:
        """Return the cells of a position."""
        return self.codec.cells(position, self.pieces(position))

    def pieces(self, state: State) -> memoryview:
        """Return the pieces of a state."""
        return memoryview(state).cast("B")[self._words * _BYTES :]

    def copy(self, position: State) -> State:
        """Return an independent copy of a position."""
        return position[:]

    def after(self, position: State, option: int) -> tuple[State, list[int]]:
        """Return the position after an option, which is independent, and the options there."""
        after = position[:]
        return after, self.take(after, option)

    def options(self, position: State) -> list[int]:
        """Return the legal options."""
        return self.take(position, NONE)

    def take(self, position: State, option: int) -> list[int]:
        """Play an option in place, and return the options of the next decision."""
        workspace = self._workspace
        count = self.play(position.buffer_info()[0], workspace.address, option)
        if count == 0:
            self.check(position)
        found: list[int] = workspace.options[:count].tolist()
        return found

    def playout(self, position: State, key: int, drawn: int, most_turns: int) -> int:
        """Play on with random options, in place; return the number of decisions."""
        workspace = self._workspace
        workspace.words[0], workspace.words[1], workspace.words[2] = signed(key), drawn, most_turns
        workspace.words[5] = drawn + most_decisions(most_turns)
        self.play(position.buffer_info()[0], workspace.address, NONE)
        workspace.words[2] = -1
        self.check(position)
        return int(workspace.words[1]) - drawn

    # ---- what is known of a position ---------------------------------------------------------------
    def arrays(self, state: State) -> tuple[Any, Any]:
        """Return the words, followed by the pieces, and the pieces alone, as arrays."""
        words = self._np.frombuffer(state, dtype=self._np.int64)
        return words, words.view(self._np.uint8)[self._words * _BYTES :]

    def _rows(self, rows: Sequence[Row], width: int) -> Any:
        """Return rows of numbers as an array, padded to one width."""
        wide = max([width, *(len(row) for row in rows)])
        found = self._np.zeros((len(rows), wide), dtype=self._np.int64)
        for at, row in enumerate(rows):
            found[at, : len(row)] = row
        return found

    @cached_property
    def _hash_plan(self) -> tuple[Any, ...]:
        plan = hash_plan(self.codec)
        return self._rows(plan.cells, 7), self._rows(plan.stacks, 7), self._rows(plan.codes, 3)

    @cached_property
    def _view_plan(self) -> tuple[Any, ...]:
        plan = view_plan(self.codec)
        kinds = (plan.words, 2), (plan.piles, 4), (plan.cleared, 2), (plan.zones, 6)
        return tuple(self._rows(rows, width) for rows, width in kinds)

    def hash(self, position: State) -> int:
        """Return the hash of a position (K26)."""
        return int(self._loops.position_hash(*self.arrays(position), *self._hash_plan, self._pc))

    def view(self, position: State, seat: int) -> State:
        """Return a position without what a seat may not know (-1 for a spectator)."""
        seen = position[:]
        arrays = *self.arrays(position), *self.arrays(seen)
        self._loops.write_view(*arrays, seat, *self._view_plan)
        return seen

    @cached_property
    def numeric_values(self) -> tuple[str, ...]:
        """The names of the numeric values of results."""
        return numeric_values(self.codec.memory.program.model)

    def judge_game(self, position: State) -> tuple[int, list[list[int]]]:
        """Return the kind of outcome of a finished game, and a row for each player: the rank and each named number."""
        room = array("q", bytes(_BYTES * self._code.ROOM))
        kind = self._code.judge(position.buffer_info()[0], room.buffer_info()[0])
        row = len(self.numeric_values) + 1
        return int(kind), [
            list(room[row * seat : row * (seat + 1)]) for seat in range(self.players)
        ]

    # ---- many games --------------------------------------------------------------------------------
    def results(self, games: int) -> Any:
        """Return an array for the results of so many games."""
        row = len(self.numeric_values) + 1
        width = ABOUT_GAME + self.players * row
        return self._np.zeros((games, width), dtype=f"i{self._result_bytes}")

    @cached_property
    def _result_bytes(self) -> int | None:
        """The bytes of a number in results; rules that need more than 8 are not compiled."""
        return bytes_for(greatest_result(self.codec.memory.program))

    @cached_property
    def functions(self) -> tuple[int, int]:
        """The addresses of the functions of the game, which have run before."""
        return address_of(self.play), address_of(self._code.judge)

    def weights(
        self,
        of_options: Sequence[Sequence[float]],
        looks: Sequence[Sequence[int]],
        of_pieces: Sequence[Sequence[float]],
        random_odds: Sequence[int],
    ) -> tuple[Any, ...]:
        """Return by seat: weights of options, where their pieces lie, weights of pieces, and odds of random moves."""
        np = self._np
        pieces = np.zeros((len(of_pieces), 1 << _BYTES))
        for seat, numbers in enumerate(of_pieces):
            pieces[seat, : len(numbers)] = numbers
        options = np.array(of_options or [[]], dtype=np.float64)
        places = np.array(looks or [[]], dtype=np.int32)
        return options, places, pieces, np.array(random_odds, dtype=np.int64)

    def play_many(  # the games, the players, the results
        self, run: tuple[int, int, int, int], ways: Sequence[int], weights: Any, results: Any
    ) -> None:
        """Play games of a seed from the first one on, without Python's lock, and write a row of results each."""
        np, workspace = self._np, self.workspace()
        state, seen = self.initial_state(0), self.initial_state(0)
        shared = self.codec.memory.shared
        where = [
            shared[each] for each in (Register.OVER, Register.TURN, Register.ROUND, Register.KEY)
        ]
        ids = np.frombuffer(workspace.options, dtype=self._code.ID)
        table = (
            *self.arrays(state),
            np.frombuffer(workspace.words, dtype=np.int64),
            ids,
            *self.arrays(seen),
            np.zeros(ids.size, dtype=np.int32),
            np.array(where, dtype=np.int64),
        )
        start = np.frombuffer(self._start, dtype=np.int64)
        common = self.functions, table, start, run
        room = np.zeros(self._code.ROOM, dtype=np.int64)
        if ONE_STREAM in ways:
            self._loops.play_many_at_random(*common, self.players, room, results)
        else:
            hashes = [bot_hash(run[0], seat) for seat in range(self.players)]
            chosen = (
                np.array(hashes, dtype=np.uint64),
                np.array(ways, dtype=np.int64),
                weights,
                self._view_plan,
            )
            wrong = self._loops.play_many_seated(*common, *chosen, room, results)
            if wrong >= 0:
                message = f"the function of seat {wrong} chose an option that was not offered"
                raise ValueError(message)
        if results[:, 0].min(initial=0) < 0:
            self._too_much_owed()


def address_of(function: Any) -> int:
    """Return the address of a compiled function, for calls from other native code."""
    (compiled,) = function.overloads.values()
    return int(compiled.library.get_pointer_to_function(compiled.fndesc.llvm_cfunc_wrapper_name))


def signed(word: int) -> int:
    """Return a word of 64 bits as a signed number."""
    word &= 2 * _SIGN - 1
    return word if word < _SIGN else word - 2 * _SIGN
