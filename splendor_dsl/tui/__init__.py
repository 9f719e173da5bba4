"""The table on a full screen: `splendor play` where the terminal is one, with Textual (the extra `table`).

A move is chosen on the board by keys or mouse, or typed; nothing here knows a game, and nothing is kept outside an app,
so that several can run in one program.

Open `app.py` first; `choosing.py` says what can be done with what is on the table, without a screen, and `board.py` draws
the pages of `tabletop`.
"""
