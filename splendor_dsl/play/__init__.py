"""Games, states and moves: all that a player, bot, simulator or screen touches."""

from typing import Final

MOST_GAMES: Final = 10_000_000  # that are asked for at once
