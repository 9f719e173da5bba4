"""Reasons and origins: why a move is not legal, the text of each clause, and the layers that touched it.

The answers are messages and rows of data; the packages above show them.

Open `why.py` first; `clauses.py` lists the resolved rules path by path.
"""
