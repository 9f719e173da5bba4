"""How many variables a piece of the model needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import fields, has

_SLOT_FIELDS = ("slot", "rest_slot")


def slots_of(thing: Any) -> int:
    """One more than the highest variable anywhere in it; variable 0 is always there."""
    return max(_slots(thing), default=0) + 1


def parts_of(thing: Any) -> Iterator[Any]:
    """The values that an attrs value, a tuple or a mapping is made of; notes about it left out."""
    if isinstance(thing, tuple):
        yield from thing
    elif isinstance(thing, Mapping):
        yield from thing.values()
    elif has(type(thing)):
        yield from (getattr(thing, each.name) for each in fields(type(thing)) if each.eq)


def _slots(thing: Any) -> Iterator[int]:
    if has(type(thing)):
        yield from (getattr(thing, name) for name in _SLOT_FIELDS if hasattr(thing, name))
    for part in parts_of(thing):
        yield from _slots(part)
