"""A piece in words: its title and what its fields hold, whatever the game calls them."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from textwrap import wrap
from typing import Final

from attrs import field, frozen

from splendor_dsl.prose.words import Words
from splendor_dsl.semantics.model import Piece

# Between a number and what it counts, until lines have been broken.
_TIE: Final = "\N{NO-BREAK SPACE}"


@frozen(kw_only=True)
class PieceWords:
    """How the pieces of a game are told."""

    words: Words = field(repr=False)

    @cached_property
    def _by_label(self) -> dict[tuple[str, str], Piece]:
        return {(piece.kind, piece.label): piece for piece in self.words.model.pieces}

    @cached_property
    def _tokens(self) -> tuple[str, ...]:
        return self.words.model.token_names()

    def find(self, kind: str | None, label: str) -> Piece | None:
        """The piece of a kind and label; where a zone takes any kind, the first of the label."""
        if kind is not None and (kind, label) in self._by_label:
            return self._by_label[kind, label]
        return next((piece for piece in self.words.model.pieces if piece.label == label), None)

    def lines(self, piece: Piece, *, without: str | None = None) -> list[str]:
        """The title, if it has one, and a line a field that holds something."""
        title = [self.words.piece(piece.where.path, piece.title)] if piece.title else []
        return [*title, *self._fields(piece, without)]

    def brief(self, kind: str | None, label: str) -> str:
        """All of it in one line."""
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
    """`3 copper 1 iron`; a single one without its number is clear enough."""
    held = {name: count for name, count in of.items() if count}
    if list(held.values()) == [1]:
        return words.token(next(iter(held)))
    return counted(words, held)


def counted(words: Words, of: Mapping[str, int]) -> str:
    """`3 copper 1 iron`."""
    return " ".join(f"{n}{_TIE}{words.token(name, n)}" for name, n in of.items() if n)


def untied(text: str) -> str:
    """The text with plain spaces, for where lines are broken no more."""
    return text.replace(_TIE, " ")


def broken(text: str, width: int) -> list[str]:
    """The text in lines of at most a width, no number parted from what it counts."""
    return [untied(line) for line in wrap(text, max(4, width))]
