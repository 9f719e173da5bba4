"""The reference: it runs a program on a list of cells, decision by decision, as docs/kernel.md says.

Conformance tests compare every compiled backend with it. Coverage observes what it runs (`instrumentation.py`), and
examples set up their positions with it (`position.py`).

Open `interpreter.py` first; `effects.py`, `decisions.py` and `flow.py` execute the instructions.
"""
