"""Rules that a test writes itself, and the words that they are told in."""

from functools import cache
from pathlib import Path

from splendor_dsl.game.game import game
from splendor_dsl.pipeline import Loaded, load_source
from splendor_dsl.prose.words import Words
from splendor_dsl.source import source_from_text

# The languages in which tests state whole sentences, in the order in which they do.
STATED = ("en", "pl", "es")


@cache
def understood(text: str) -> Loaded:
    """The rules of a text without errors."""
    rules = load_source(source_from_text("own.rules", text, Path("own.rules")))
    assert rules.model is not None, rules.problems
    return rules


def words_of(rules: Loaded, language: str = "en") -> Words:
    """The words of rules that were understood."""
    assert rules.model is not None
    assert rules.resolved is not None
    notation = game(rules.model).notation
    return Words(rules=notation, language=language, names=rules.resolved.names)
