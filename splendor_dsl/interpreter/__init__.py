"""The reference: it runs a program on a list of cells, decision by decision, as docs/kernel.md says.

Conformance tests compare every compiled backend with it. It can be watched (`observed.py`), which coverage does, and it
lays out the positions of examples (`position.py`).

Open `interpreter.py` first; `effects.py`, `decisions.py` and `flow.py` execute the instructions.
"""
