"""The parts of a model by the paths of their clauses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from splendor_dsl.semantics.model import Model, Piece, Where
from splendor_dsl.semantics.parts import parts_of


def parts_by_path(model: Model) -> Mapping[str, Any]:
    """Return the part of the model that comes from each clause, except pieces."""
    placed = ((getattr(part, "where", None), part) for part in _all_parts(model))
    return {where.path: part for where, part in placed if isinstance(where, Where)}


def _all_parts(thing: Any) -> Iterator[Any]:
    yield thing
    for part in parts_of(thing):
        if not isinstance(part, Piece):
            yield from _all_parts(part)
