"""Recorded games: their text, their replay, and their migration to changed rules.

A record replays exactly, or the replay reports the first move that is not possible and the reason.

Open `record.py` first, which holds a record and writes its text; `parser.py` reads a text, `replay.py` makes the record
of a game and plays one again.
"""
