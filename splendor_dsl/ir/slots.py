"""The number of variables of a part of a model."""

from __future__ import annotations

from typing import Any

from attrs import has

from splendor_dsl.semantics.parts import all_in

_SLOT_FIELDS = ("slot", "rest_slot")


def slots_of(part: Any) -> int:
    """Return one more than the highest variable anywhere in a part; variable 0 is always there."""
    clauses = (each for each in all_in(part) if has(type(each)))
    slots = (getattr(each, name, 0) for each in clauses for name in _SLOT_FIELDS)
    return max(slots, default=0) + 1
