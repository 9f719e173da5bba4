"""Rules as people read them: sentences made from a model, in the languages that the rules are named in.

Rulebooks, the differences of two games and the sentence of a clause all come from here. The sentences of the program
stand in `splendor_dsl/languages/`, two files for each language.

Open `rulebook.py` first; `steps.py` and `clauses.py` make the sentences, `words.py` knows what things are called.
"""
