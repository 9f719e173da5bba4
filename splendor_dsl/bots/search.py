"""The bot that looks ahead: it plays on in its head, from positions that fit what it knows, and tries what went well."""

from __future__ import annotations

from time import monotonic
from typing import Final

from splendor_dsl.bots.seen import Seen
from splendor_dsl.bots.trees import Tree, Tried, tree
from splendor_dsl.chance import Stream
from splendor_dsl.game.game import Game
from splendor_dsl.hookspecs import Budget
from splendor_dsl.notation.moves import Move

AT_ONCE: Final = 1_024  # playouts between two looks at whether to stop
MOST_PLAYOUTS: Final = 1 << 40
VARIED: Final = (
    16  # one move in so many is any that was tried much, as two searchers can go round in circles
)


class Search:
    """A bot that plays on in its head."""

    def __init__(self, game: Game, budget: Budget | None = None) -> None:
        self._game, self._budget = game, budget
        self._trees: dict[int, Tree] = {}
        self._stopped = False

    def decide(self, seen: Seen, stream: Stream) -> Move:
        """Return the move that was tried most."""
        if len(seen.moves) == 1:
            return seen.moves[0]
        found = self.tried(seen, stream)
        if not found:
            return seen.moves[0]
        if stream.below(VARIED) == 0:
            return _by_lot(found, stream)
        return max(found, key=lambda each: (each.tries, each.chance)).move

    def stop(self) -> None:
        """End a thought that is under way in another thread: what was found so far decides."""
        self._stopped = True

    def tried(self, seen: Seen, stream: Stream) -> list[Tried]:
        """Return all moves, with how often they were tried and what came of them."""
        players = len(seen.view["players"])
        if players not in self._trees:
            self._trees[players] = tree(self._game, players)
        begun, grown = monotonic(), self._trees[players]
        self._stopped = False
        grown.begin(seen, stream)
        budget = self._budget or Budget(grown.usual)
        most, seconds = budget.playouts or MOST_PLAYOUTS, budget.seconds or float("inf")
        played = 0
        while not (played >= most or grown.full or self._stopped):
            now = min(most - played, AT_ONCE if budget.seconds is None else grown.at_once)
            grown.grow(now)
            played += now
            if monotonic() - begun >= seconds:
                break
        return grown.tried()


def _by_lot(found: list[Tried], stream: Stream) -> Move:
    """Return a move, each as likely as the square of how often it was tried."""
    left = stream.below(max(1, sum(each.tries**2 for each in found)))
    for each in found:
        left -= each.tries**2
        if left < 0:
            return each.move
    return found[0].move
