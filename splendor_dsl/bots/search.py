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

VARIED: Final = (
    16  # one move in so many is any that was tried much, as two searchers can go round in circles
)


class Search:
    """A bot that plays on in its head."""

    def __init__(self, game: Game, budget: Budget | None = None) -> None:
        self._game, self._budget = game, budget
        self._trees: dict[int, Tree] = {}

    def decide(self, seen: Seen, stream: Stream) -> Move:
        """Return the move that was tried most."""
        if len(seen.moves) == 1:
            return seen.moves[0]
        found = self.tried(seen, stream)
        if stream.below(VARIED) == 0:
            return _by_lot(found, stream)
        return max(found, key=lambda each: (each.tries, each.chance)).move

    def tried(self, seen: Seen, stream: Stream) -> list[Tried]:
        """Return all moves, with how often they were tried and what came of them."""
        players = len(seen.view["players"])
        if players not in self._trees:
            self._trees[players] = tree(self._game, players)
        begun, grown = monotonic(), self._trees[players]
        grown.begin(seen, stream)
        budget = self._budget or Budget(grown.usual)
        grown.grow(grown.at_once if budget.playouts is None else budget.playouts)
        while budget.seconds is not None and monotonic() - begun < budget.seconds:
            grown.grow(grown.at_once)
        return grown.tried()


def _by_lot(found: list[Tried], stream: Stream) -> Move:
    """Return a move, each as likely as the square of how often it was tried."""
    left = stream.below(max(1, sum(each.tries**2 for each in found)))
    for each in found:
        left -= each.tries**2
        if left < 0:
            return each.move
    return found[0].move
