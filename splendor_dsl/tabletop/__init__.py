"""The table as one player reads it: plain data from the rules and a seat's view, and pages of text made of it.

Each piece says what it still costs this player and how near they are to paying it; each player, how near the ends are.
Nothing here knows a terminal: the prompts and the full screen draw the same pages.

Open `table.py` first: the plain data. `reader.py` makes it from a view, `offers.py` finds the prices in the rules, and
`page.py` lays it out.
"""
