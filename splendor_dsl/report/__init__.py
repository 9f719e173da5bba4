"""Problems and results as text, JSON and pages, with one renderer for each.

Nothing below prints; a problem stays data until it comes here.

Open `terminal.py` first, which shows problems; `table.py` draws a game.
"""
