"""Worlds: positions that fit what a seat knows (K42). A bot plays on them in place of the position at the table.

`knowledge.py` follows the log of a seat and writes down for each place a piece or an *unknown*; each shuffle makes its
pieces unknown again. `drawing.py` gives every unknown a piece, each way as likely as fair shuffles make it. `tokens.py`
does the same for piles that only their owners see. `worlds.py` puts both into the cells of a position.

Open `knowledge.py` first.
"""
