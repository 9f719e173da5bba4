"""The bot that takes any move."""

from collections.abc import Mapping, Sequence
from typing import Any

from splendor_dsl.chance import Stream
from splendor_dsl.game.game import Game
from splendor_dsl.notation.moves import Move


class AnyMove:
    """Each move is as likely as any other."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def choose(self, _view: Mapping[str, Any], moves: Sequence[Move], stream: Stream) -> Move:
        """Any of the moves."""
        return moves[stream.below(len(moves))]
