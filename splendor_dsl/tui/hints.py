"""The moves that the bot `planner` would choose, with its estimates."""

from __future__ import annotations

from operator import itemgetter
from typing import Final

from attrs import frozen

from splendor_dsl.bots.planner import Planner
from splendor_dsl.bots.seen import Seen
from splendor_dsl.chance import Stream, stream_key
from splendor_dsl.game.state import State
from splendor_dsl.notation.moves import Move

SHOWN: Final = 3


@frozen
class Hint:
    """A move, and how much worse it looks than the best one."""

    move: Move
    behind: float


def hints(planner: Planner, state: State) -> tuple[Hint, ...]:
    """Return the best moves of the player who is to move; only what this player knows counts."""
    seat = state.to_move
    if seat is None:
        return ()
    stream = Stream(stream_key(state.hash, seat, state.turn))
    ranked = sorted(planner.estimates(Seen(seat, state), stream), key=itemgetter(1), reverse=True)
    return tuple(Hint(move, ranked[0][1] - worth) for move, worth in ranked[:SHOWN])
