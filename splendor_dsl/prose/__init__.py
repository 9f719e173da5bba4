"""Rules as text for people: sentences made from a model, in the languages of the rules.

Rulebooks, the differences of two games and the sentence of a clause all come from here. The sentences of the program
are in `splendor_dsl/languages/`, two files for each language.

Open `rulebook.py` first; `steps.py` and `clauses.py` make the sentences, `words.py` has the names of things.
"""
