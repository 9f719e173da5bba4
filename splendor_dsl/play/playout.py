"""Random games, and counts of all positions to a depth."""

from __future__ import annotations

from attrs import frozen

from splendor_dsl.play.chance import PLAYOUT, Stream, stream_key
from splendor_dsl.play.state import State

MOST_TURNS = 1000
UNFINISHED = "unfinished"


@frozen
class Playout:
    """How a playout went: the last state, why it stopped, and how long it took."""

    state: State
    kind: str  # of the outcome; "unfinished" if it reached its cap
    turns: int
    decisions: int


def playout(state: State, *, chance: Stream | None = None, most_turns: int = MOST_TURNS) -> Playout:
    """Play on with uniformly random moves, in place, to the end or to a cap on turns."""
    if chance is None:
        chance = Stream(stream_key(state.origin.seed, state.origin.game, PLAYOUT))
    decisions = 0
    while not state.over and state.turn <= most_turns:
        moves = state.moves
        state.advance(moves[chance.below(len(moves))])
        decisions += 1
    outcome = state.outcome
    kind = UNFINISHED if outcome is None else outcome.kind
    return Playout(state, kind, state.turn, decisions)


def perft(state: State, depth: int) -> int:
    """How many sequences of exactly so many moves there are."""
    if depth == 0:
        return 1
    moves = state.moves
    if depth == 1:
        return len(moves)
    count = 0
    for move in moves:
        state.push(move)
        count += perft(state, depth - 1)
        state.pop()
    return count
