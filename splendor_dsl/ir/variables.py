"""What the variables of a routine hold from one decision to the next.

Types are words: "player", "token", "tokens", "piece", "number", "payment", or "list of" one of them. The rest are
scratch: they hold what a sum or a condition looks at while it is computed, and are no part of a state.
"""

from __future__ import annotations

from collections.abc import Iterator

from splendor_dsl.ir.slots import slots_of
from splendor_dsl.semantics.model import Choose, Code, ForEach, If, Pay, Step

_ITEMS = {
    "players": "player",
    "others": "player",
    "partners": "player",
    "tokens": "token",
    "pieces": "piece",
}


def variables_of(code: Code, *, entered: bool = False) -> tuple[str | None, ...]:
    """The type of each variable, none for scratch; `entered` if the second is what entered a zone."""
    known = dict(_bound(code.steps))
    known[0] = "player"
    if entered:
        known[1] = "piece"
    count = max(code.slots, slots_of(code), 1 + entered)
    return tuple(known.get(slot) for slot in range(count))


def _bound(steps: tuple[Step, ...]) -> Iterator[tuple[int, str]]:
    for step in steps:
        match step:
            case Choose():
                yield step.slot, step.what
            case Pay():
                yield step.slot, "payment"
            case If():
                yield from _bound(step.then)
                yield from _bound(step.otherwise)
            case ForEach():
                item = _ITEMS[step.domain.kind]
                yield step.slot, item
                yield step.rest_slot, f"list of {item}"
                yield from _bound(step.body)
