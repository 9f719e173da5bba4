"""Trees of decisions that bots grow in their heads, on native code or in plain Python.

A tree has a node for each sequence of decisions, whatever chance brought in between; each playout begins from a position
of its own that fits what the seat knows. A new node gets a child for each option, with the chance to win behind it by the
evaluation; a playout ends there, and what it found counts for all nodes on its way.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import ClassVar, Final, Protocol

from attrs import define, field, frozen

from splendor_dsl.bots.evaluation import Evaluation, evaluation
from splendor_dsl.bots.leaf import Leaf, usual_leaf
from splendor_dsl.bots.native_evaluation import BIAS, SHARPNESS, NativePlan
from splendor_dsl.bots.seen import Seen
from splendor_dsl.bots.trained import trained_leaf
from splendor_dsl.chance import Stream
from splendor_dsl.compiler.backend_choice import BackendChoice
from splendor_dsl.compiler.native import searcher as native
from splendor_dsl.compiler.native.searcher import NONE, Searcher
from splendor_dsl.compiler.searching import native_search
from splendor_dsl.game.game import Game, say
from splendor_dsl.game.state import State
from splendor_dsl.notation.moves import Move

MOST_DEPTH: Final = 200
MOST_AT_ONCE: Final = 1_024  # playouts, as a call of native code can't be interrupted


@frozen
class Tried:
    """A move at the root: how often it was tried, and the chance to win that came of it."""

    move: Move
    tries: int
    chance: float


@frozen
class Step:
    """A move, and who makes it."""

    seat: int
    move: Move


class Tree(Protocol):
    """A tree of decisions for one number of players.

    `usual` is the number of playouts where no budget is given, `at_once` the fewest between two looks at the clock.
    """

    usual: ClassVar[int]
    at_once: ClassVar[int]

    def begin(self, seen: Seen, stream: Stream) -> None:
        """Begin anew from what a seat sees."""

    def grow(self, playouts: int, through: Move | None = None) -> None:
        """Play so many playouts, through a move if one is named."""

    def tried(self) -> list[Tried]:
        """Return the moves at the root, in no order."""

    @property
    def full(self) -> bool:
        """True if it has no room for more."""

    def chances(self) -> list[float]:
        """Return the chance of each seat to win, as playouts went that were not sent through a move."""

    def line(self, move: Move, most: int) -> list[Step]:
        """Return a move and what would most often follow it."""


def tree(game: Game, players: int, *, leaf: Leaf | None = None, plain: bool = False) -> Tree:
    """Return a tree on native code; in plain Python where there is none, or where that is asked for.

    Unless a leaf is given, it is the one that was learned for the game, or the usual one.
    """
    worth = evaluation(game, players)
    leaf = leaf or trained_leaf(worth) or usual_leaf(worth.count)
    if plain:
        return PlainTree(worth, leaf)
    found = searcher(worth, leaf)
    if isinstance(found, Searcher):
        return NativeTree(game, found)
    say(found.lines(), game.tell)
    return PlainTree(worth, leaf)


def searcher(worth: Evaluation, leaf: Leaf) -> Searcher | BackendChoice:
    """Return a search on native code; where there is none, the backend that runs instead."""
    plan, game = NativePlan(worth, leaf), worth.game
    return native_search(game.program, worth.players, plan.asked.facts, plan.arrays, tell=game.tell)


# ---- on native code ----------------------------------------------------------------------------
@define
class NativeTree:
    """A tree on native code."""

    usual: ClassVar[int] = 1_024
    at_once: ClassVar[int] = 32

    game: Game
    searcher: Searcher
    _seen: Seen = field(init=False)
    _stream: Stream = field(init=False)
    _seed: int = 0
    _whole: bool = False  # whether one position stands for all

    def begin(self, seen: Seen, stream: Stream) -> None:
        """Begin anew from what a seat sees."""
        self._seen, self._stream, self._seed = seen, stream, stream.word() >> 1
        cells, unknown = seen.sample(stream).cells, seen.unknown_places
        self.searcher.forget()
        self.searcher.add(cells)
        self._whole = self.searcher.exchange(unknown.groups, cells) and unknown.whole

    def grow(self, playouts: int, through: Move | None = None) -> None:
        """Play so many playouts, through a move if one is named."""
        option = NONE if through is None else self._found[through].option
        while playouts > 0:
            now = min(MOST_AT_ONCE if self._whole else self.at_once, playouts)
            self.searcher.run(now, self._seed, option)
            playouts -= now
            if not self._whole:
                self.searcher.add(self._seen.sample(self._stream).cells)

    def tried(self) -> list[Tried]:
        """Return the moves at the root, in no order."""
        moves = set(self._seen.moves)
        found = self._found.items()
        return [Tried(move, each.tries, each.chance) for move, each in found if move in moves]

    def chances(self) -> list[float]:
        """Return the chance of each seat to win, as playouts went that were not sent through a move."""
        return self.searcher.chances()

    @property
    def full(self) -> bool:
        """True if it has no room for more."""
        return self.searcher.full

    def line(self, move: Move, most: int) -> list[Step]:
        """Return a move and what would most often follow it."""
        steps, now = [Step(self._seen.seat, move)], self._found[move]
        while len(steps) < most:
            after = [each for each in self.searcher.tried(now.node) if each.tries]
            if not after:
                break
            now = max(after, key=lambda each: each.tries)
            steps.append(Step(now.seat, self._move(now)))
        return steps

    @property
    def _found(self) -> dict[Move, native.Tried]:
        return {self._move(each): each for each in self.searcher.tried()}

    def _move(self, tried: native.Tried) -> Move:
        machine = self.searcher.machine
        option = machine.option(tried.option, tried.seat)
        return self.game.notation.move(option, tried.seat, machine.codec.layout)


# ---- in plain Python ---------------------------------------------------------------------------
@define
class Node:
    """A decision: who made it, how it went, and the decisions after it."""

    chooser: int
    total: float
    prior: float
    visits: int = 0
    children: dict[Move, Node] = field(factory=dict)

    @property
    def chance(self) -> float:
        """The chance to win for the one who made it."""
        return self.total / (self.visits + 1)


@define
class PlainTree:
    """A tree in plain Python, which any game can have; a playout takes some sixty times as long."""

    usual: ClassVar[int] = 64
    at_once: ClassVar[int] = 1

    evaluation: Evaluation
    leaf: Leaf
    _seen: Seen = field(init=False)
    _stream: Stream = field(init=False)
    _root: Node = field(init=False)
    _sums: list[list[float]] = field(factory=list)

    def begin(self, seen: Seen, stream: Stream) -> None:
        """Begin anew from what a seat sees."""
        self._seen, self._stream, self._root = seen, stream, Node(seen.seat, 0.0, 1.0)
        self._sums.clear()

    def grow(self, playouts: int, through: Move | None = None) -> None:
        """Play so many playouts, through a move if one is named."""
        for _ in range(playouts):
            path: list[Node] = []
            chances = self._play_out(self._seen.sample(self._stream), path, through)
            for node in path:
                node.visits += 1
                node.total += chances[node.chooser]
            if through is None:
                self._sums.append(chances)

    def tried(self) -> list[Tried]:
        """Return the moves at the root, in no order."""
        children, moves = self._root.children, self._seen.moves
        found = ((move, children[move]) for move in moves if move in children)
        return [Tried(move, node.visits, node.chance) for move, node in found]

    def chances(self) -> list[float]:
        """Return the chance of each seat to win, as playouts went that were not sent through a move."""
        return [sum(each) / len(each) for each in zip(*self._sums, strict=True)]

    @property
    def full(self) -> bool:
        """True if it has no room for more."""
        return False

    def line(self, move: Move, most: int) -> list[Step]:
        """Return a move and what would most often follow it."""
        steps, node = [Step(self._seen.seat, move)], self._root.children[move]
        while len(steps) < most and any(child.visits for child in node.children.values()):
            move, node = max(node.children.items(), key=lambda each: each[1].visits)
            steps.append(Step(node.chooser, move))
        return steps

    def _play_out(self, state: State, path: list[Node], through: Move | None) -> list[float]:
        """Go down the tree to a new node; return the chance of each seat there."""
        node = self._root
        while not state.over and len(path) < MOST_DEPTH:
            new, best = not node.children, self._add_children(node, state)
            if new and path and best is not None:
                return best
            move = self._next(node, state) if through is None or path else through
            if move not in node.children:
                break
            node = node.children[move]
            path.append(node)
            state.advance(move)
        return self._chances(state)

    def _add_children(self, node: Node, state: State) -> list[float] | None:
        """Give a node a child for each move that has none; return the chances after the best of the new ones."""
        seat, found = state.to_move or 0, []
        for move in state.moves:
            if move not in node.children:
                chances = self._chances(state.play(move))
                prior = exp(chances[seat] * SHARPNESS)
                node.children[move] = Node(seat, chances[seat], prior)
                found.append(chances)
        return max(found, key=lambda chances: chances[seat], default=None)

    @staticmethod
    def _next(node: Node, state: State) -> Move:
        """Return the move to try next."""
        offered = [(move, node.children[move]) for move in state.moves]
        tried = sum(child.visits for _, child in offered) + 1
        spread = BIAS * sqrt(tried) / sum(child.prior for _, child in offered)

        def score(child: Node) -> float:
            return (child.total + spread * child.prior) / (child.visits + 1)

        return max(offered, key=lambda each: score(each[1]))[0]

    def _chances(self, state: State) -> list[float]:
        """Return the chance of each seat to win."""
        seats = range(state.players)
        if state.over:
            outcome = state.outcome
            winners = outcome.winners if outcome is not None else ()
            return [(seat in winners) / max(1, len(winners)) for seat in seats]
        cells, worth = state.cells, self.evaluation
        parts = [each.row for each in worth.parts(cells)]
        mover = cells[state.for_players.layout.register("mover")]
        return self.leaf.chances(parts, worth.conditions, mover)
