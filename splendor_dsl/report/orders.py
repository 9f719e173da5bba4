"""Typed orders in the words of a language."""

from collections.abc import Iterable, Mapping

from splendor_dsl.prose.words import Words


def orders_in(words: Words, names: Iterable[str]) -> Mapping[str, str]:
    """Return the name of each order by the words that may be typed for it: its own, and that of the language."""
    known = tuple(names)
    return {words.say(name).casefold(): name for name in known} | {name: name for name in known}
