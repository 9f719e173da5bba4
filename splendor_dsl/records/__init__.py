"""Recorded games: their text, their replay, and their migration to changed rules.

A record replays exactly, or the replay reports the first move that is not possible and the reason.

Open `record.py` first; `parser.py` reads, `replay.py` plays.
"""
