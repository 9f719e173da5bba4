"""Recorded games: their text, playing them again, and what changes under other rules."""
