"""The hash of what rules mean: the same for two files that play alike, whatever they say beside."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from hashlib import blake2b
from typing import Any, Final

from attrs import evolve, fields, has

from splendor_dsl.semantics.model import (
    ChooseNumber,
    ChoosePiece,
    ChoosePlayer,
    ChooseToken,
    ChooseTokens,
    Model,
    Piece,
)
from splendor_dsl.semantics.placed import parts_by_path

_SIZE = 12
_SHORT = 2  # bytes: one change in 65,536 goes unnoticed
# Titles are for people; the names of the game itself are too.
_FOR_PEOPLE = {Model: ("name", "title"), Piece: ("title",)}
# Records know their rules by hashes from when all choices were one class, which said what is chosen and had each part
# that any of them has. So they are hashed as that class still, with what stood for a part that they don't have.
CHOSEN: Final[Mapping[type, str]] = {
    ChooseToken: "token",
    ChooseTokens: "tokens",
    ChoosePiece: "piece",
    ChooseNumber: "number",
    ChoosePlayer: "player",
}
_CHOICE: Final = {
    **dict.fromkeys(("slot", "name", "what", "may", "tokens", "pile", "count")),
    "sources": (),
    **dict.fromkeys(("low", "high", "domain")),
}


def meaning(model: Model) -> str:
    """The hash over all that a game means, in hexadecimal."""
    return _hash(model, _SIZE)


def clause_hashes(model: Model) -> dict[str, str]:
    """A short hash for each clause of a game, by its path: what tells which of them another meaning comes from.

    The path of a section alone stands for the order in it; that of a table has the hashes of its rows after its own,
    which `row_hashes` tells apart.
    """
    hashes = outer_hashes(model)
    for path, part in parts_by_path(model).items():
        if "." in path and path not in hashes:
            hashes[path] = _hash(part, _SHORT)
    for kind in model.kinds:
        pieces = (evolve(each, thing=0) for each in model.pieces if each.kind == kind)
        rows = "".join(_hash(piece, _SHORT) for piece in pieces)
        hashes[f"rows.{kind}"] += f":{rows}" if rows else ""
    return hashes


def outer_hashes(model: Model) -> dict[str, str]:
    """The same of the outermost clauses alone, tables as wholes."""
    return {path: _hash(part, _SHORT) for path, part in _parts(model)}


def row_hashes(digest: str) -> tuple[str, ...]:
    """The hashes of the rows of a table, in its order, from that of the table; none if it has none."""
    rows, size = digest.partition(":")[2], 2 * _SHORT
    return tuple(rows[at : at + size] for at in range(0, len(rows), size))


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
        name, parts = _parts_of_class(thing)
        yield f"{name} {len(parts)}"
        yield from _named(parts)
    elif isinstance(thing, Mapping):
        yield f"mapping {len(thing)}"
        yield from _named(thing)
    elif isinstance(thing, tuple):
        yield f"list {len(thing)}"
        for value in thing:
            yield from _words(value)
    elif isinstance(thing, StrEnum):  # hashed as the word that it stands for, as it once was
        yield f"str {thing.value!r}"
    else:
        yield f"{kind.__name__} {thing!r}"


def _named(parts: Mapping[Any, Any]) -> Iterator[str]:
    for name, part in parts.items():
        yield str(name)
        yield from _words(part)


def _parts_of_class(thing: Any) -> tuple[str, dict[str, Any]]:
    """The name and the parts of a value of a class, those for people left out."""
    kind = type(thing)
    left_out = _FOR_PEOPLE.get(kind, ())
    named = [each.name for each in fields(kind) if each.eq and each.name not in left_out]
    parts = {name: getattr(thing, name) for name in named}
    if kind in CHOSEN:
        return "Choose", {**_CHOICE, "what": CHOSEN[kind], **parts}
    return kind.__name__, parts
