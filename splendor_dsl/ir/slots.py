"""How many variables a piece of the model needs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import has

from splendor_dsl.semantics.parts import parts_of

_SLOT_FIELDS = ("slot", "rest_slot")


def slots_of(thing: Any) -> int:
    """One more than the highest variable anywhere in it; variable 0 is always there."""
    return max(_slots(thing), default=0) + 1


def _slots(thing: Any) -> Iterator[int]:
    if has(type(thing)):
        yield from (getattr(thing, name) for name in _SLOT_FIELDS if hasattr(thing, name))
    for part in parts_of(thing):
        yield from _slots(part)
