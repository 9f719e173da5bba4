"""Rules as people read them: sentences made from the meaning of a rule file, in the languages that it is named in."""
