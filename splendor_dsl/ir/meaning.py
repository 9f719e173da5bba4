"""The hash of the meaning of rules: equal for two files that play alike, whatever else they say."""

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
from splendor_dsl.semantics.path_index import parts_by_path

_SIZE = 12
_SHORT = 2  # bytes: of changes, one in 65,536 goes unnoticed
# Titles and the names of the game itself have no effect on play.
_FOR_PEOPLE = {Model: ("name", "title"), Piece: ("title",)}
# Records hold hashes from a time when all choices were one class with the fields of each. So choices are still hashed
# as that class, with its defaults for the fields that they lack.
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
    """Return the hash over all that a game means, in hexadecimal."""
    return _hash(model, _SIZE)


def clause_hashes(model: Model) -> dict[str, str]:
    """Return a short hash for each clause of a game, by its path, to locate a difference in meaning.

    The hash at the path of a section covers only its order; that of a table is followed by those of its rows, which
    `row_hashes` splits.
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
    """Return the hashes of the outermost clauses only, tables as wholes."""
    return {path: _hash(part, _SHORT) for path, part in _parts(model)}


def row_hashes(digest: str) -> tuple[str, ...]:
    """Return the hashes of the rows of a table, in order, from that of the table; none if it has none."""
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


def _hash(node: Any, size: int) -> str:
    digest = blake2b(digest_size=size)
    for word in _words(node):
        digest.update(word.encode())
        digest.update(b"\n")
    return digest.hexdigest()


def _words(node: Any) -> Iterator[str]:
    """Yield a canonical text of a value, word by word; each composite says how many parts it has."""
    kind = type(node)
    if has(kind):
        name, parts = _parts_of_class(node)
        yield f"{name} {len(parts)}"
        yield from _named(parts)
    elif isinstance(node, Mapping):
        yield f"mapping {len(node)}"
        yield from _named(node)
    elif isinstance(node, tuple):
        yield f"list {len(node)}"
        for value in node:
            yield from _words(value)
    elif isinstance(node, StrEnum):  # hashed as a plain word, as in older records
        yield f"str {node.value!r}"
    else:
        yield f"{kind.__name__} {node!r}"


def _named(parts: Mapping[Any, Any]) -> Iterator[str]:
    for name, part in parts.items():
        yield str(name)
        yield from _words(part)


def _parts_of_class(node: Any) -> tuple[str, dict[str, Any]]:
    """Return the name and the fields of an instance, without those for people."""
    kind = type(node)
    left_out = _FOR_PEOPLE.get(kind, ())
    named = [each.name for each in fields(kind) if each.eq and each.name not in left_out]
    parts = {name: getattr(node, name) for name in named}
    if kind in CHOSEN:
        return "Choose", {**_CHOICE, "what": CHOSEN[kind], **parts}
    return kind.__name__, parts
