"""The words that moves are typed with: those of the rules, or those of a language."""

from typing import Final, Protocol

from attrs import frozen

DECLINE: Final = "no {choice}"


class Vocabulary(Protocol):
    """How things are typed, by the path of the clause that brings them, and the phrases above."""

    def typed(self, path: str, word: str) -> tuple[str, ...]:
        """What may be typed for a thing that the rules have a word for; the first is what is shown."""

    def also(self, path: str) -> tuple[str, ...]:
        """What else may be understood for a token, where nothing else is called so."""

    def many(self, path: str, word: str, count: int) -> str:
        """How a token is written after a number."""

    def declined(self, path: str, word: str) -> str:
        """How a choice is called where it is declined."""

    def phrase(self, pattern: str) -> str:
        """A phrase of the notation."""


@frozen
class Plain:
    """The words of the rules, as records keep them."""

    def typed(self, _path: str, word: str) -> tuple[str, ...]:
        """The word itself."""
        return (word,)

    def also(self, _path: str) -> tuple[str, ...]:
        """Nothing."""
        return ()

    def many(self, _path: str, word: str, _count: int) -> str:
        """The word itself."""
        return word

    def declined(self, _path: str, word: str) -> str:
        """The word itself."""
        return word

    def phrase(self, pattern: str) -> str:
        """The phrase itself."""
        return pattern


PLAIN: Final = Plain()
