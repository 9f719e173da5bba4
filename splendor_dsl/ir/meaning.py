"""The hash of what rules mean: the same for two files that play alike, whatever they say beside."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import blake2b
from typing import Any

from attrs import fields, has

from splendor_dsl.semantics.model import Model, Piece

_SIZE = 12
# Titles are for people; the names of the game itself are too.
_FOR_PEOPLE = {Model: ("name", "title"), Piece: ("title",)}


def meaning(model: Model) -> str:
    """The hash over all that a game means, in hexadecimal."""
    digest = blake2b(digest_size=_SIZE)
    for word in _words(model):
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
