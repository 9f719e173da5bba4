"""The text of rule files as a frozen tree with spans, and the tree as text again.

The grammar is `grammar/game.lark`; its parse table is plain data, kept in the cache. Errors in words and blocks are
found here, as many as one parse can tell apart.

Open `ast.py` first: it holds a class for each construct. `from_text.py` reads a file, `to_text.py` formats one.
"""
