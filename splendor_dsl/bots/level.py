"""The bot with a level: it searches for longer or shorter, and makes mistakes on purpose on the lower levels."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from splendor_dsl.bots.search import Search
from splendor_dsl.bots.seen import Seen
from splendor_dsl.chance import Stream
from splendor_dsl.game.game import Game
from splendor_dsl.hookspecs import Budget
from splendor_dsl.notation.moves import Move


@frozen
class Level:
    """A level: how many moves of a hundred are any, and the playouts for the others."""

    any_moves: int
    playouts: int


LEVELS: Final = (
    Level(70, 1),
    Level(50, 1),
    Level(35, 1),
    Level(22, 1),
    Level(10, 1),
    Level(0, 1),
    Level(0, 48),
    Level(0, 192),
    Level(0, 768),
    Level(0, 4_096),
)
USUAL: Final = 5


class OfLevel:
    """A bot of a level from 1 to 10, which stands where others have a number of playouts."""

    def __init__(self, game: Game, budget: Budget | None = None) -> None:
        level = USUAL if budget is None else budget.playouts
        if level is None or not 1 <= level <= len(LEVELS):
            message = f"expected a level from 1 to {len(LEVELS)}, found {budget}"
            raise ValueError(message)
        self._level = LEVELS[level - 1]
        self._search = Search(game, Budget(self._level.playouts))

    def stop(self) -> None:
        """End a thought that is under way in another thread."""
        self._search.stop()

    def decide(self, seen: Seen, stream: Stream) -> Move:
        """Return a move of the level."""
        if stream.below(100) < self._level.any_moves:
            return seen.moves[stream.below(len(seen.moves))]
        return self._search.decide(seen, stream)
