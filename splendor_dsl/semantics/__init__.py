"""The meaning of a rule file: layers merged by clause path, names resolved, types checked, one `Model`.

A base game, its variants and the mechanics that they use become one tree, which remembers the layer that wrote each
clause. From it comes the model, in which every word is resolved to a typed value or step.

Open `model.py` first, then `steps.py` and `values.py`; `layers.py` merges, `provenance.py` knows the line that
made each change, `from_syntax.py` goes from tree to model.
"""
