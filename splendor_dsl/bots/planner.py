"""The bot that looks one turn further: what it can do next, once the others have made the moves that look best to them."""

from __future__ import annotations

from operator import itemgetter
from typing import Final

from splendor_dsl.bots.greedy import RANDOM_MOVE_ODDS, Greedy
from splendor_dsl.bots.seen import Seen
from splendor_dsl.chance import Stream
from splendor_dsl.game.game import Game
from splendor_dsl.game.state import State
from splendor_dsl.notation.moves import Move

CANDIDATES: Final = 3  # the moves that look best at once
MOST_DECISIONS: Final = 40  # of everybody up to its next turn


class Planner:
    """A bot that looks at its next turn."""

    def __init__(self, game: Game) -> None:
        self._greedy = Greedy(game)

    def decide(self, seen: Seen, stream: Stream) -> Move:
        """Return the move after which its next turn looks best."""
        moves = seen.moves
        if stream.below(RANDOM_MOVE_ODDS) == 0:
            return moves[stream.below(len(moves))]
        if len(moves) == 1:
            return moves[0]
        return max(self.estimates(seen, stream), key=itemgetter(1))[0]

    def estimates(self, seen: Seen, stream: Stream) -> tuple[tuple[Move, float], ...]:
        """Return the moves that look best at once, each with its worth up to the end of the next turn."""
        state, seat = seen.sample(stream), seen.seat
        at_once = {move: self._greedy.after(state, move, seat) for move in seen.moves}
        best = sorted(seen.moves, key=at_once.__getitem__, reverse=True)[:CANDIDATES]
        return tuple(
            (move, at_once[move] + self._next_turn(state.play(move), seat)) for move in best
        )

    def _next_turn(self, state: State, seat: int) -> float:
        """Return the worth of a position after the best-looking moves of all, up to the end of the seat's next turn."""
        turn, begun = state.turn, False
        for _ in range(MOST_DECISIONS):
            mover = state.to_move
            if mover is None or (begun and state.turn > turn and mover != seat):
                break
            if mover == seat and state.turn > turn and not begun:
                begun, turn = True, state.turn
            worths = {move: self._greedy.worth(state.play(move), mover) for move in state.moves}
            state.advance(max(worths, key=worths.__getitem__))
        return self._greedy.worth(state, seat)
