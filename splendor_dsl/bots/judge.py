"""A game judged move by move: each player's chance to win, and what would have been better.

Each move is judged by what its player could know then, and not by what turned up afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Final

from attrs import frozen

from splendor_dsl.bots.evaluation import RIVAL, Evaluation, evaluation
from splendor_dsl.bots.seen import Seen
from splendor_dsl.bots.trees import Step, Tree, Tried, tree
from splendor_dsl.chance import Stream
from splendor_dsl.game.game import Game
from splendor_dsl.game.state import State
from splendor_dsl.interpreter.evaluation import Cells
from splendor_dsl.notation.moves import Move

LINE: Final = 4  # moves of a line of play
MOST_FURTHER: Final = 6  # choices that a move still asks
SHARE: Final = 4  # a move that was made gets one playout in so many, however bad it looks


class Reason(Enum):
    """The ways in which a move can be better than another."""

    WINS = "wins"
    ENDS = "ends"
    PRICES = "prices"
    TOKENS = "tokens"
    PROSPECTS = "prospects"
    RIVALS = "rivals"
    LATER = "later"


@frozen(kw_only=True)
class Judged:
    """A move of a game: the chance of each seat before it, what came of it and of the best one, and why that is better."""

    number: int  # of the move, as in the record
    turn: int
    round: int
    seat: int
    move: Move
    chances: tuple[float, ...]
    chance: float
    best: Move
    best_chance: float
    line: tuple[Step, ...]  # what most often follows the best one
    reason: Reason | None

    @property
    def lost(self) -> float:
        """The chance to win that the move has lost."""
        return max(0.0, self.best_chance - self.chance)


def judged(
    game: Game, end: State, *, playouts: int | None = None, seed: int = 0, plain: bool = False
) -> Iterator[Judged]:
    """Yield each move of the game that led to a position, judged; the position goes through them all again."""
    state, moves = end, end.played
    for _ in moves:
        state.pop()
    grown, worth = tree(game, state.players, plain=plain), evaluation(game, state.players)
    budget = playouts or grown.usual
    for number, move in enumerate(moves, 1):
        yield _judged(grown, worth, state, number, move, (budget, seed))
        state.push(move)


def _judged(
    grown: Tree, worth: Evaluation, state: State, number: int, move: Move, run: tuple[int, int]
) -> Judged:
    seat, (playouts, seed) = state.to_move or 0, run
    seen, stream = Seen(seat, state), Stream(seed * 1_000_003 + number)
    grown.begin(seen, stream)
    grown.grow(playouts)
    if len(seen.moves) > 1:
        grown.grow(max(1, playouts // SHARE), through=move)
    tried = {each.move: each for each in grown.tried()}
    enough = [
        each for each in tried.values() if each.tries >= playouts // SHARE or each.move == move
    ]
    best = max(enough, key=_chance)
    better = best.move != move
    return Judged(
        number=number,
        turn=state.turn,
        round=state.round,
        seat=seat,
        move=move,
        chances=tuple(grown.chances()),
        chance=tried[move].chance,
        best=best.move,
        best_chance=best.chance,
        line=tuple(grown.line(best.move, LINE)),
        reason=_reason(worth, seen.sample(stream), best.move, move) if better else None,
    )


def _chance(tried: Tried) -> float:
    return tried.chance


def _reason(worth: Evaluation, state: State, best: Move, made: Move) -> Reason:
    """Return what speaks most for one move, as far as it can be seen right after it."""
    seat = state.to_move or 0
    after, other = (_rest_of_turn(worth, state.play(move), seat) for move in (best, made))
    if after.over:
        return Reason.WINS
    if other.over:
        return Reason.LATER
    pairs = zip(_parts(worth, after.cells, seat), _parts(worth, other.cells, seat), strict=True)
    more = [one - two for one, two in pairs]
    reasons = (Reason.ENDS, Reason.PRICES, Reason.TOKENS, Reason.PROSPECTS, Reason.RIVALS)
    return reasons[more.index(max(more))] if sum(more) > 0 else Reason.LATER


def _rest_of_turn(worth: Evaluation, state: State, seat: int) -> State:
    """Return the position after the choices that a move still asks of its player, each as it looks best."""
    turn = state.turn
    for _ in range(MOST_FURTHER):
        if state.to_move != seat or state.turn != turn:
            break
        state = max(
            (state.play(move) for move in state.moves), key=lambda s: worth.worth(s.cells, seat)
        )
    return state


def _parts(worth: Evaluation, cells: Cells, seat: int) -> tuple[float, ...]:
    parts = worth.parts(cells)
    rivals = (each.total for other, each in enumerate(parts) if other != seat)
    own = parts[seat]
    return sum(own.ends), own.prices, own.tokens, own.prospects, -RIVAL * max(rivals, default=0.0)
