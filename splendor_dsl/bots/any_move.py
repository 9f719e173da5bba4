"""The bot that plays at random."""

from collections.abc import Mapping, Sequence
from typing import Any

from splendor_dsl.chance import Stream
from splendor_dsl.game.game import Game
from splendor_dsl.notation.moves import Move


class AnyMove:
    """A bot that chooses each move with the same probability."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def choose(self, _view: Mapping[str, Any], moves: Sequence[Move], stream: Stream) -> Move:
        """Return any of the moves."""
        return moves[stream.below(len(moves))]
