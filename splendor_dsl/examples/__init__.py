"""Examples and invariants of rule files: running them, and writing new examples from play.

Open `runner.py` first; `writer.py` turns a move of a recorded game into an example.
"""
