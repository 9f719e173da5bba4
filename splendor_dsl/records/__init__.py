"""Recorded games: their text, playing them again, and migrating them to rules that have changed.

A record replays exactly, or says at which move it can't and why.

Open `record.py` first; `parser.py` reads, `replay.py` plays.
"""
