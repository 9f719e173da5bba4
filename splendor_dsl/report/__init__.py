"""Problems and results as text, JSON and pages: one renderer for each surface.

Nothing below prints; a problem stays data until it comes here.

Open `terminal.py` first, which shows problems; `table.py` draws a game.
"""
