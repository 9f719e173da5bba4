"""The variables of code: their number, and their types from one decision to the next.

Types are words: "player", "token", "tokens", "piece", "number", "payment", or "list of" one of them. The rest are
scratch: the bound variables of sums and conditions, which are no part of a state.
"""

from __future__ import annotations

from typing import Any

from attrs import has

from splendor_dsl.semantics.changes import steps_of
from splendor_dsl.semantics.model import Code
from splendor_dsl.semantics.parts import all_in

_SLOT_FIELDS = ("slot", "rest_slot")


def variables_of(code: Code, *, entered: bool = False) -> tuple[str | None, ...]:
    """Return the type of each variable, none for scratch; `entered` if the second is what entered a zone."""
    bindings = (each for step in steps_of(code.steps) for each in step.effects.binds)
    known = {each.slot: each.type for each in bindings}
    known[0] = "player"
    if entered:
        known[1] = "piece"
    count = max(code.slots, slots_of(code), 1 + entered)
    return tuple(known.get(slot) for slot in range(count))


def slots_of(part: Any) -> int:
    """Return one more than the highest variable anywhere in a part; variable 0 is always there."""
    clauses = (each for each in all_in(part) if has(type(each)))
    slots = (getattr(each, name, 0) for each in clauses for name in _SLOT_FIELDS)
    return max(slots, default=0) + 1
