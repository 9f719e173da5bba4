"""Moves as text: every form in which a move can be written, read and shown.

The forms come from the patterns of the rules (`as "buy {card}"`), in the words of the rules or of a language. A text
that is no move is compared with the forms that the player may have meant.

Open `moves.py` first, then `forms.py`, whose blanks are in `blanks.py`, and `notation.py`, which reads a typed text.
`semantics/move_patterns.py` finds forms that fit the same words; `checks/notation.py` reports them.
"""
