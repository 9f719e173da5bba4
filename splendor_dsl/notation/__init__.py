"""Moves as text: every form in which a move can be written, read and shown."""
