"""A piece in words: its title and its fields."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from textwrap import wrap
from typing import Final

from attrs import field, frozen

from splendor_dsl.prose.words import Words
from splendor_dsl.semantics.model import Piece

# A space between a number and its noun that keeps them on one line.
_TIE: Final = "\N{NO-BREAK SPACE}"


@frozen(kw_only=True)
class PieceWords:
    """The wording of a game's pieces."""

    words: Words = field(repr=False)

    @cached_property
    def _by_label(self) -> dict[tuple[str, str], Piece]:
        return {(piece.kind, piece.label): piece for piece in self.words.model.pieces}

    @cached_property
    def _tokens(self) -> tuple[str, ...]:
        return self.words.model.token_names()

    def find(self, kind: str | None, label: str) -> Piece | None:
        """Return the piece of a kind and label; if a zone takes any kind, the first with the label."""
        if kind is not None and (kind, label) in self._by_label:
            return self._by_label[kind, label]
        return next((piece for piece in self.words.model.pieces if piece.label == label), None)

    def lines(self, piece: Piece, *, without: str | None = None) -> list[str]:
        """Return the title, if there is one, and a line for each field with a value."""
        title = [self.words.piece(piece.where.path, piece.title)] if piece.title else []
        return [*title, *self._fields(piece, without)]

    def brief(self, kind: str | None, label: str) -> str:
        """Return all of it in one line."""
        piece = self.find(kind, label)
        return label if piece is None else untied(", ".join(self.lines(piece))) or label

    def _fields(self, piece: Piece, without: str | None) -> Iterator[str]:
        for name in self.words.model.kinds[piece.kind].fields:
            value, path = piece.values.get(name), f"kinds.{piece.kind}.{name}"
            if name == without or not value:
                continue
            if isinstance(value, int):
                yield self.words.number(path, value)
            elif any(value):
                held = amounts(self.words, dict(zip(self._tokens, value, strict=True)))
                yield f"{self.words.heading(path)} {held}"


def amounts(words: Words, of: Mapping[str, int]) -> str:
    """Return `3 copper 1 iron`; a single token needs no number."""
    held = {name: count for name, count in of.items() if count}
    if list(held.values()) == [1]:
        return words.token(next(iter(held)))
    return counted(words, held)


def counted(words: Words, of: Mapping[str, int]) -> str:
    """Return `3 copper 1 iron`."""
    return " ".join(f"{n}{_TIE}{words.token(name, n)}" for name, n in of.items() if n)


def untied(text: str) -> str:
    """Return a text with plain spaces, once its lines are final."""
    return text.replace(_TIE, " ")


def broken(text: str, width: int) -> list[str]:
    """Return a text in lines of at most a width, with numbers on the same line as their nouns."""
    return [untied(line) for line in wrap(text, max(4, width))]
