"""The languages that tests go through: those whose files are there."""

from splendor_dsl.languages import load_language, spoken
from splendor_dsl.semantics.names import ENGLISH

SPOKEN = spoken()
TRANSLATED = tuple(code for code in SPOKEN if code != ENGLISH)
# Those in which all that is bundled has names, so that no word of another language is seen.
NAMED = tuple(code for code in TRANSLATED if load_language(code).every_game)
WHOLE = (ENGLISH, *NAMED)
