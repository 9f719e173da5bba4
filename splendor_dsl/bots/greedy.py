"""The bot that makes the move after which its position looks best, its own further choices in the turn included."""

from __future__ import annotations

from typing import Final

from splendor_dsl.bots.evaluation import Evaluation, evaluation
from splendor_dsl.bots.seen import Seen
from splendor_dsl.chance import Stream
from splendor_dsl.game.game import Game
from splendor_dsl.game.state import State
from splendor_dsl.notation.moves import Move

RANDOM_MOVE_ODDS: Final = 64  # one move in so many is any, which ends deadlocks of two such bots
WON: Final = 1_000.0
MOST_FURTHER: Final = 3  # further choices in the turn
MOST_OPTIONS: Final = 12  # of each
MOST_FOLLOWED: Final = 2  # of them to the end of the turn


class Greedy:
    """A bot that looks at the positions after its moves."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._evaluations: dict[int, Evaluation] = {}

    def decide(self, seen: Seen, stream: Stream) -> Move:
        """Return one of the moves with the best position after it."""
        moves = seen.moves
        if stream.below(RANDOM_MOVE_ODDS) == 0:
            return moves[stream.below(len(moves))]
        if len(moves) == 1:
            return moves[0]
        state = seen.sample(stream)
        worths = {move: round(self.after(state, move, seen.seat), 9) for move in moves}
        highest = max(worths.values())
        best = [move for move, worth in worths.items() if worth == highest]
        return best[stream.below(len(best))]

    def after(self, state: State, move: Move, seat: int, further: int = MOST_FURTHER) -> float:
        """Return the worth of the position after a move, when the turn's further choices are made well too."""
        after = state.play(move)
        if after.to_move == seat and after.turn == state.turn and further:
            options = after.moves[:MOST_OPTIONS]
            if len(options) > MOST_FOLLOWED:
                here = {each: self.after(after, each, seat, 0) for each in options}
                options = sorted(options, key=here.__getitem__, reverse=True)[:MOST_FOLLOWED]
            return max(self.after(after, each, seat, further - 1) for each in options)
        return self.worth(after, seat)

    def worth(self, state: State, seat: int) -> float:
        """Return how good a position looks for a seat."""
        if state.over:
            outcome = state.outcome
            won = outcome is not None and outcome.kind in {"won", "shared"}
            return WON if won and outcome is not None and seat in outcome.winners else -WON
        return self._evaluation(state.players).worth(state.cells, seat)

    def _evaluation(self, players: int) -> Evaluation:
        if players not in self._evaluations:
            self._evaluations[players] = evaluation(self._game, players)
        return self._evaluations[players]
