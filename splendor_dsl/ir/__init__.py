"""The program of a game: flat routines of instructions with jumps, and decisions numbered once for all backends.

Conditions, values and steps stay those of the model. The layout of a state's cells is decided here too, so that every
backend and every saved position has the same.

Open `nodes.py` first; `from_semantics.py` makes a program from a model.
"""
