"""The words for writing moves: those of the rules, or those of a language."""

from typing import Final, Protocol

from attrs import frozen

DECLINE: Final = "no {choice}"


class Vocabulary(Protocol):
    """A source of words and phrases for moves, by the path of the clause that declares a thing."""

    def typed(self, path: str, word: str) -> tuple[str, ...]:
        """Return the words that may be typed for a thing; the first is the one that is shown."""

    def aliases(self, path: str) -> tuple[str, ...]:
        """Return other words for a token that are accepted if they are unambiguous."""

    def counted(self, path: str, word: str, count: int) -> str:
        """Return the word for a token after a number."""

    def declined(self, path: str, word: str) -> str:
        """Return the name of a choice in the move that declines it."""

    def phrase(self, pattern: str) -> str:
        """Return a phrase of the notation."""


@frozen
class Plain:
    """The vocabulary of the rules themselves, which records use."""

    def typed(self, _path: str, word: str) -> tuple[str, ...]:
        """Return the word itself."""
        return (word,)

    def aliases(self, _path: str) -> tuple[str, ...]:
        """Return nothing."""
        return ()

    def counted(self, _path: str, word: str, _count: int) -> str:
        """Return the word itself."""
        return word

    def declined(self, _path: str, word: str) -> str:
        """Return the word itself."""
        return word

    def phrase(self, pattern: str) -> str:
        """Return the phrase itself."""
        return pattern


PLAIN: Final = Plain()
