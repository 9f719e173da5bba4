"""The pieces of a kind in two games, paired, and their differences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from splendor_dsl.prose.pieces import PieceWords
from splendor_dsl.prose.words import Words
from splendor_dsl.semantics import model as m

Pieces = Mapping[str, m.Piece]  # by their paths


def pieces_that_differ(
    old: Words, new: Words, was_kind: str, kind: str
) -> Iterator[tuple[str, str | None, str | None]]:
    """Yield the path of each piece that differs, with its old and new text; one line if all are new."""
    before, after = _pieces(old, was_kind), _pieces(new, kind)
    was = {path: path for path in after if path in before} | dict(_alike(old, new, before, after))
    if before and after and not was:
        count = len({piece.thing for piece in after.values()})
        text = new.say("All {n} are others; the tables of the rulebook show them.", n=count)
        yield f"rows.{kind}", None, text
        return
    for path, piece in after.items():
        known = before.get(was.get(path, ""))
        before_text, after_text = _brief(old, known), _brief(new, piece)
        if before_text != after_text:
            yield path, before_text, after_text
    for path, piece in before.items():
        if path not in was.values():
            yield path, _brief(old, piece), None


def _pieces(words: Words, kind: str) -> Pieces:
    pieces = (words.model.pieces[number] for number in words.model.pieces_of(kind))
    return {piece.where.path: piece for piece in pieces}


def _brief(words: Words, piece: m.Piece | None) -> str | None:
    return None if piece is None else PieceWords(words=words).brief(piece.kind, piece.label)


def _alike(old: Words, new: Words, before: Pieces, after: Pieces) -> Iterator[tuple[str, str]]:
    """Yield the new and the old path of pieces without a common path that are mostly the same."""
    gone = {path: _fields(old, each) for path, each in before.items() if path not in after}
    come = {path: _fields(new, each) for path, each in after.items() if path not in before}
    pairs = [(_share(was, now), path, at) for path, now in come.items() for at, was in gone.items()]
    for share, path, at in sorted(pairs, key=lambda pair: -pair[0]):
        if share >= 0.5 and path in come and at in gone:
            del come[path], gone[at]
            yield path, at


def _fields(words: Words, piece: m.Piece) -> Mapping[str, Any]:
    """Return the fields of a piece, amounts by the names of tokens."""
    tokens = words.model.token_names()
    return {
        name: dict(zip(tokens, value, strict=True)) if isinstance(value, tuple) else value
        for name, value in piece.values.items()
    }


def _share(was: Mapping[str, Any], now: Mapping[str, Any]) -> float:
    """Return the share of two pieces that is equal; amounts weigh more than numbers."""
    weights = {name: 2 if isinstance(value, dict) else 1 for name, value in {**was, **now}.items()}
    same = sum(weights[name] for name in was if name in now and was[name] == now[name])
    return same / sum(weights.values())
