"""Coverage and mutation: what the tests of a rule file reach, and which changes of the rules they would notice.

Open `coverage.py` first, then `mutation.py`; `elements.py` lists what there is to reach.
"""
