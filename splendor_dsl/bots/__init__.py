"""The bundled bots, registered through the same hook as the bots of other packages.

A bot is made with the game that it is to play, whose rules are no secret. It then gets what its seat may know and
the moves it has, and never the position itself:

    class Calm:
        def __init__(self, game): ...
        def choose(self, view, moves, stream): return moves[0]

`view` is `state.view(seat)`, `moves` is `state.moves`, `stream` is the bot's own chance (`stream.below(n)`).

Open `player.py` first; `plugin.py` registers the bots, `greedy.py` scores moves by what `plan.py` reads from the rules.
"""
