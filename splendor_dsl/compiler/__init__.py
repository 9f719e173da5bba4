"""Games as generated code: plain Python (`python/`), or native code through numba (`native/`).

A generated module is written from lowered code, kept in the cache, and run as a `Runner`. `backend_choice.py` decides
which backend runs a game and says why.

Open `runner.py` first, then `machine.py`; for generated code open the `writer.py` of each folder.
"""
