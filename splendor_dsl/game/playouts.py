"""Random games, and counts of all move sequences to a depth."""

from __future__ import annotations

from attrs import frozen

from splendor_dsl.chance import PLAYOUT, Stream, stream_key
from splendor_dsl.game.state import State
from splendor_dsl.ir.caps import MOST_TURNS, most_decisions

UNFINISHED = "unfinished"


@frozen
class Playout:
    """A finished playout: the last state, the reason why it stopped, and its length."""

    state: State
    kind: str  # of the outcome; "unfinished" if it reached its cap
    turns: int
    decisions: int


def playout(state: State, *, chance: Stream | None = None, most_turns: int = MOST_TURNS) -> Playout:
    """Play on with uniformly random moves, in place, to the end or to a cap on turns and decisions."""
    if chance is None:
        chance = Stream(stream_key(state.origin.seed, state.origin.game, PLAYOUT))
    decisions = 0
    while goes_on(state, decisions, most_turns):
        moves = state.moves
        state.advance(moves[chance.below(len(moves))])
        decisions += 1
    outcome = state.outcome
    kind = UNFINISHED if outcome is None else outcome.kind
    return Playout(state, kind, state.turn, decisions)


def goes_on(state: State, decisions: int, most_turns: int = MOST_TURNS) -> bool:
    """Return whether a game is neither over nor, after so many decisions, at the cap of a playout (K21)."""
    below = state.turn <= most_turns and decisions < most_decisions(most_turns)
    return below and not state.over


def perft(state: State, depth: int) -> int:
    """Return the number of move sequences of exactly a length; a game that ends earlier has none, as in chess."""
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
