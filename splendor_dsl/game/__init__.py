"""Games and states to play on: the part that players, bots, simulators and screens use."""

from typing import Final

MOST_GAMES: Final = 10_000_000  # that are asked for at once
