"""Games and states to play on: the part that players, bots, simulators and screens use.

`Game` begins, restores and simulates; a `State` is immutable, lists its moves and plays them. Nobody above has to know
which backend is at work.

Open `game.py` first, then `state.py`.
"""

from typing import Final

MOST_GAMES: Final = 10_000_000  # that are asked for at once
