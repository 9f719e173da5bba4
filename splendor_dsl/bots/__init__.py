"""The bundled bots, registered through the same hook as the bots of other packages.

A bot is made with the game that it is to play, whose rules are no secret. It then gets what its seat may know and
the moves it has, and not the position itself:

    class Calm:
        def __init__(self, game): ...
        def choose(self, view, moves, stream): return moves[0]

`view` is `state.view(seat)`, `moves` is `state.moves`, `stream` is the bot's own chance (`stream.below(n)`).

A bot that looks at its log, or ahead, gets `Seen` instead, with positions that fit what it knows (K42).

A bot can be a program of its own too: `external/` runs it.

Open `player.py` first; `plugin.py` registers the bots. `plan.py` reads from the rules what can be bought and what scores,
`goals.py` what the ends ask for, `evaluation.py` makes a worth of positions of both, and `greedy.py` and `planner.py` play
by it. `search.py` plays on in its head, in the trees of `trees.py`; `native_evaluation.py` hands the worth to native code.
"""
