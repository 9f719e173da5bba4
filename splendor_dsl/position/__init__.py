"""Positions as data: how a game began, its log and hash, the view of a seat, saving and restoring.

A view holds what its seat may know and nothing else. Whatever comes from outside is checked part by part before it
becomes a state.

Open `game_for_players.py` first, then `view.py` and `serialisation.py`.
"""
