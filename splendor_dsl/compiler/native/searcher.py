"""A search on native code: a tree of decisions that grows by playouts, each from a position that fits what is known."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any, Final

from attrs import define, evolve, field, fields, frozen

from splendor_dsl.compiler.native.runner import NativeMachine, address_of
from splendor_dsl.interpreter.evaluation import Cells
from splendor_dsl.ir.caps import MOST_TURNS

MOST_NODES: Final = 1 << 20
NONE: Final = -1
MOST_WORLDS: Final = 256  # positions that playouts begin from
MARGIN: Final = 4_096  # nodes that a last playout may need
GAMES_AT_ONCE: Final = 50
KEEP: Final = 3  # one position in so many is kept to learn from
KEPT_A_GAME: Final = 120  # at most, on average
_NODE: Final = 5  # numbers


@frozen
class Tried:
    """An option and the node behind it: whose it was, how often it was tried, and the chance to win that came of it."""

    node: int
    seat: int
    option: int
    tries: int
    chance: float


@frozen(kw_only=True)
class Run:
    """Games `first` and so on of a seed; one move in `random_odds` is any."""

    seed: int
    first: int
    games: int
    random_odds: int


@frozen
class Games:
    """Positions of some games, as arrays: the parts of their worth by seat, the mover, the game; and who won each game."""

    parts: Any
    movers: Any
    numbers: Any
    results: Any


_COLUMNS: Final = tuple(each.name for each in fields(Games))


@define
class Searcher:
    """The memory of a search, its code, and the plan by which positions are worth something."""

    machine: NativeMachine
    code: Any
    facts: Any
    plan: tuple[Any, ...]
    _np: Any = field(init=False, repr=False)
    _table: tuple[Any, ...] = field(init=False, repr=False)
    _tree: tuple[Any, ...] = field(init=False, repr=False)
    _scratch: tuple[Any, ...] = field(init=False, repr=False)
    _functions: tuple[int, int, int] = field(init=False, repr=False)
    _worlds: list[Any] = field(factory=list, repr=False)
    _groups: tuple[Any, Any] = field(init=False, repr=False)
    _offered: Any = field(init=False, repr=False)  # the options of the position at the table
    _playouts: int = 0
    _counted: int = 0
    _added: int = 0

    def __attrs_post_init__(self) -> None:
        """Make room, and compile what was not yet."""
        machine = self.machine
        np = self._np = machine.np
        position = machine.initial_state(0)
        workspace = machine.workspace()
        numbers, room = self.plan[0], np.zeros(machine.room, dtype=np.int64)
        players, asked = int(numbers[0]), int(numbers[4])
        parts = np.zeros((players, self.plan[7].size // 2))
        facts = np.zeros(max(1, machine.codec.memory.high * asked), dtype=np.int64)
        self.facts.facts(position.buffer_info()[0], facts.ctypes.data)
        self._functions = (*machine.functions, address_of(self.facts.facts))
        ids = np.frombuffer(workspace.options, dtype=machine.id_type)
        words, pieces = machine.arrays(position)
        self._table = (
            words,
            pieces,
            np.frombuffer(workspace.words, dtype=np.int64),
            ids,
            facts,
            room,
            parts,
        )
        nodes = np.zeros((MOST_NODES, _NODE), dtype=np.int32)
        totals, priors, size = np.zeros(MOST_NODES), np.zeros(MOST_NODES), np.zeros(1, np.int64)
        self._tree = nodes, totals, priors, size, np.zeros(players)
        size = machine.codec.numbering.size
        before, options = np.zeros_like(words), np.zeros(size + 1, dtype=np.int64)
        self._scratch = before, options, np.zeros(players), np.zeros(size + 1, dtype=np.int32)
        self.forget()
        self.add(machine.cells(machine.start(0)[0]))
        self.run(0, 0)  # compiles what was not yet
        self.forget()

    def forget(self) -> None:
        """Begin a new tree."""
        nodes, _, _, size, sums = self._tree
        nodes[0], size[0], sums[:] = (-1, -1, -1, 0, 0), 1, 0
        self._worlds.clear()
        self.exchange((), [])
        self._playouts = self._counted = self._added = 0

    def exchange(self, groups: Sequence[Sequence[tuple[int, int]]], cells: Cells) -> bool:
        """Let playouts exchange the pieces in groups of places, each a cell and a place in it; return whether in all."""
        codec, found = self.machine.codec, list[list[int]]()
        for group in groups:
            named = ((codec.layout.cells[at], at, index) for at, index in group)
            plain = [each for each in named if not self._summed(each[0].name)]
            if len(plain) > 1:
                found.append(
                    [codec.entry(cell, index, len(cells[at])) for cell, at, index in plain]
                )
        rows, first = [], 0
        for each in found:
            rows.append((first, len(each)))
            first += len(each)
        np = self._np
        self._groups = (
            np.array(rows, dtype=np.int64).reshape(len(rows), 2),
            np.array([at for each in found for at in each], dtype=np.int64),
        )
        return first == sum(map(len, groups))

    def _summed(self, zone: str) -> bool:
        """Return whether the game keeps a sum over what lies in a zone."""
        return any(each.table(zone) for each in self.machine.codec.memory.running)

    def add(self, cells: Cells) -> None:
        """Add a position from which playouts begin."""
        position = self.machine.position(cells)
        if not self._worlds:
            offered = self.machine.options(position[:])
            self._offered = self._np.array(offered, dtype=self._np.int64)
        world = self._np.frombuffer(position, dtype=self._np.int64)
        if len(self._worlds) < MOST_WORLDS:
            self._worlds.append(world)
        else:
            self._worlds[self._added % MOST_WORLDS] = world
        self._added += 1

    def run(self, playouts: int, seed: int, through: int = NONE) -> None:
        """Play so many playouts, through an option if one is named."""
        np = self._np
        origin = np.array(self._worlds), *self._groups, self._offered
        run = self._playouts, playouts, seed, through
        args = self._functions, self._table, self._tree, origin, self.plan, run, self._scratch
        self.code.play_outs(*args)
        self._playouts += playouts
        self._counted += playouts * (through == NONE)

    @property
    def full(self) -> bool:
        """True if there is no room for new nodes."""
        return int(self._tree[3][0]) > MOST_NODES - MARGIN

    def tried(self, node: int = 0) -> Sequence[Tried]:
        """Return what was tried after a node, first of all at the root, in no order."""
        nodes, totals = self._tree[0], self._tree[1]
        found, child = [], int(nodes[node, 0])
        while child >= 0:
            _, after, option, visits, seat = map(int, nodes[child])
            found.append(Tried(child, seat, option, visits, float(totals[child]) / (visits + 1)))
            child = after
        return found

    def chances(self) -> list[float]:
        """Return the chance of each seat to win, as playouts went that were not sent through an option."""
        return [float(each) / max(1, self._counted) for each in self._tree[4]]

    def parts(self, cells: Cells) -> list[list[float]]:
        """Return the parts of the worth of a position for each seat."""
        state, pieces = self.machine.arrays(array("q", self.machine.position(cells)))
        parts = self._np.zeros_like(self._table[6])
        self.code.parts_of(self._functions[2], (state, pieces, self._table[4]), self.plan, parts)
        found: list[list[float]] = parts.tolist()
        return found

    def chances_of(self, parts: Sequence[Sequence[float]], mover: int) -> list[float]:
        """Return the chance of each seat, by the parts of the worth of a position."""
        found = self._np.zeros(len(parts))
        self.code.judge_parts(self._np.array(parts), mover, self.plan, self.plan[7], found)
        return [float(each) for each in found]

    def games(self, leaves: Sequence[Sequence[float]], run: Run) -> Games:
        """Return games in which each seat makes the move that looks best to its leaf."""
        np, found = self._np, list[Games]()
        for first in range(
            0, run.games, GAMES_AT_ONCE
        ):  # between them the program can be interrupted
            games = min(GAMES_AT_ONCE, run.games - first)
            each = self._games(leaves, evolve(run, first=run.first + first, games=games))
            found.append(evolve(each, numbers=each.numbers + first))
        together = (np.concatenate([getattr(each, name) for each in found]) for name in _COLUMNS)
        return Games(*together)

    def _games(self, leaves: Sequence[Sequence[float]], run: Run) -> Games:
        np, parts = self._np, self._table[6]
        room = run.games * KEPT_A_GAME
        rows = (
            np.zeros((room, *parts.shape)),
            np.zeros(room, dtype=np.int64),
            np.zeros(room, dtype=np.int64),
            np.zeros((run.games, len(parts))),
        )
        start = np.frombuffer(self.machine.initial_state(0), dtype=np.int64)
        numbers = run.seed, run.first, run.games, run.random_odds, MOST_TURNS, KEEP
        args = self._functions, self._table, self.plan, np.array(leaves), start, numbers
        kept = int(self.code.play_by_leaves(*args, self._scratch[:3], rows))
        return Games(rows[0][:kept], rows[1][:kept], rows[2][:kept], rows[3])
