"""Games and states to play on: the interface for players, bots, simulators and screens.

`Game` begins, restores and simulates; a `State` lists its moves and plays them. Nobody above needs to know which
backend runs.

Open `game.py` first, then `state.py`.
"""

from typing import Final

MOST_GAMES: Final = 10_000_000  # in one run
