"""How many variables a piece of the model needs."""

from __future__ import annotations

from typing import Any

from attrs import has

from splendor_dsl.semantics.parts import all_in

_SLOT_FIELDS = ("slot", "rest_slot")


def slots_of(thing: Any) -> int:
    """One more than the highest variable anywhere in it; variable 0 is always there."""
    clauses = (each for each in all_in(thing) if has(type(each)))
    slots = (getattr(each, name, 0) for each in clauses for name in _SLOT_FIELDS)
    return max(slots, default=0) + 1
