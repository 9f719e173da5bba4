"""The hash of what rules mean: the same for two files that play alike, whatever they say beside."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import blake2b
from typing import Any

from attrs import fields, has

from splendor_dsl.semantics.model import Model, Piece

_SIZE = 12
_SHORT = 2  # bytes: one change in 65,536 goes unnoticed
# Titles are for people; the names of the game itself are too.
_FOR_PEOPLE = {Model: ("name", "title"), Piece: ("title",)}


def meaning(model: Model) -> str:
    """The hash over all that a game means, in hexadecimal."""
    return _hash(model, _SIZE)


def clause_hashes(model: Model) -> dict[str, str]:
    """A short hash for each clause of a game, by its path: what tells which of them another meaning comes from.

    Of the components each has its own, of rows each table; the path of a section alone stands for the order in it.
    """
    return {path: _hash(part, _SHORT) for path, part in _parts(model)}


def _parts(model: Model) -> Iterator[tuple[str, Any]]:
    yield "game", (model.low_players, model.high_players, model.team_size)
    yield "tokens", (model.tokens, tuple(model.groups.items()))
    yield "supply", model.stock
    for kind in model.kinds:
        yield f"rows.{kind}", tuple(piece for piece in model.pieces if piece.kind == kind)
    for section in ("parameters", "kinds", "zones", "counters", "markers", "values", "limits"):
        yield from _section(section, getattr(model, section))
    yield "setup", model.setup
    yield "turn", model.turn
    for section in ("actions", "phases", "triggers", "invariants"):
        yield from _section(section, {each.name: each for each in getattr(model, section)})
    yield from _section("end", {each.name: each for each in model.ends})
    yield "end.ranking", model.ranking


def _section(name: str, clauses: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    if clauses:
        yield name, tuple(clauses)
    for each, clause in clauses.items():
        yield f"{name}.{each}", clause


def _hash(thing: Any, size: int) -> str:
    digest = blake2b(digest_size=size)
    for word in _words(thing):
        digest.update(word.encode())
        digest.update(b"\n")
    return digest.hexdigest()


def _words(thing: Any) -> Iterator[str]:
    """A canonical text of a value, word by word; each composite says how many parts it has."""
    kind = type(thing)
    if has(kind):
        left_out = _FOR_PEOPLE.get(kind, ())
        named = [each.name for each in fields(kind) if each.eq and each.name not in left_out]
        yield f"{kind.__name__} {len(named)}"
        for name in named:
            yield name
            yield from _words(getattr(thing, name))
    elif isinstance(thing, Mapping):
        yield f"mapping {len(thing)}"
        for key, value in thing.items():
            yield str(key)
            yield from _words(value)
    elif isinstance(thing, tuple):
        yield f"list {len(thing)}"
        for value in thing:
            yield from _words(value)
    else:
        yield f"{kind.__name__} {thing!r}"
