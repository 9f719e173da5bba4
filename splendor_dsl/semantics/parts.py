"""What a value of the model is made of, for all that look through it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import fields, has


def parts_of(thing: Any) -> Iterator[Any]:
    """The values that an attrs value, a tuple or a mapping is made of; notes about it left out."""
    if isinstance(thing, tuple):
        yield from thing
    elif isinstance(thing, Mapping):
        yield from thing.values()
    elif has(type(thing)):
        yield from (getattr(thing, each.name) for each in fields(type(thing)) if each.eq)
