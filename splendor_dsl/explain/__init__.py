"""Reasons and provenance: why a move can't be made, what a clause says, and which layer made it so.

The answers are messages and rows of data; the packages above show them.

Open `why.py` first; `clauses.py` lists the resolved rules path by path.
"""
