"""Positions as data: how a game began, its log and hash, what a seat sees, and saving."""
