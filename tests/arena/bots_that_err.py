"""Bots that make a mistake once in a while, always, or never in time, and one of weights, in a plugin."""

from collections.abc import Mapping, Sequence
from typing import Any

from splendor_dsl.chance import Stream
from splendor_dsl.game.weights import Weighing, Weights
from splendor_dsl.hookspecs import Bot, hookimpl
from splendor_dsl.notation.moves import Move

RICH = Weights(fields={"points": 3, "bonus": 1})


class Clumsy:
    """A bot that fails at one move in fifty."""

    def __init__(self, _game: object) -> None:
        """Nothing to prepare."""

    def choose(self, _view: Mapping[str, Any], moves: Sequence[Move], stream: Stream) -> Move:
        if stream.below(50) == 0:
            message = "out of ideas"
            raise LookupError(message)
        return moves[0]


class Hanging(Clumsy):
    """A bot that never answers."""

    def choose(self, _view: Mapping[str, Any], _moves: Sequence[Move], _stream: Stream) -> Move:
        while True:
            pass


class Unmade:
    """A bot that can't be made."""

    def __init__(self, _game: object) -> None:
        message = "not for this game"
        raise LookupError(message)


@hookimpl
def splendor_bots() -> list[Bot]:
    """Return the bots of this module."""
    return [
        Bot(name="clumsy", make=Clumsy),
        Bot(name="hanging", make=Hanging),
        Bot(name="unmade", make=Unmade),
        Bot(name="rich", make=lambda game: Weighing(game.model, RICH), weights=lambda: RICH),
    ]
