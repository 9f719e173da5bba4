"""Code in basic blocks that all compiled backends share: a memory layout, numbered options, resolved addresses.

A program is lowered once. Where the backends differ (how a list of options grows, how a random number is drawn), the
code asks a `CodeStyle`. A clause that can't be lowered is named with the reason, and the game runs on the interpreter.

Open `game.py` first; `control_flow.py` emits routines, `option_lists.py` what a decision offers.
"""
