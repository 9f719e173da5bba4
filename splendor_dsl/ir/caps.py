"""Where games that would run for ever are given up, on every backend (K12, K21)."""

from __future__ import annotations

from typing import Final

MOST_AUTOMATIC: Final = (
    1000  # decisions with one option and turns in a row in which nobody is asked
)
MOST_TURNS: Final = 1000  # of a playout
MOST_TURNS_OWED: Final = 1000  # at once; another one is not owed (K19)
DECISIONS_A_TURN: Final = 10  # that a playout may take on the average, so 10,000 in all


def most_decisions(most_turns: int = MOST_TURNS) -> int:
    """How many decisions a playout of so many turns may take, those before the first turn among them."""
    return DECISIONS_A_TURN * most_turns
