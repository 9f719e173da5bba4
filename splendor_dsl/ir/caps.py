"""Caps on games that would run for ever, the same on every backend (K12, K21)."""

from __future__ import annotations

from typing import Final

MOST_AUTOMATIC: Final = 1000  # decisions with one option, and turns, while nobody is asked
MOST_TURNS: Final = 1000  # of a playout
MOST_TURNS_OWED: Final = 1000  # at once; any more are dropped (K19)
DECISIONS_A_TURN: Final = 10  # of a playout, on average; so 10,000 in all


def most_decisions(most_turns: int = MOST_TURNS) -> int:
    """Return the cap on decisions of a playout of so many turns, those before the first turn included."""
    return DECISIONS_A_TURN * most_turns
