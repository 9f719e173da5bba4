"""Positions as data: the origin of a game, its log and hash, the view of a seat, saving and restoring.

A view holds the information of its seat and nothing else. Data from outside is checked part by part before it becomes a
state.

Open `game_for_players.py` first, then `view.py`; `serialisation.py` saves a position, `restoration.py` checks and
restores it.
"""
