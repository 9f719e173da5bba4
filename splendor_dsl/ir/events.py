"""What happens, as it is told: one event a change."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from attrs import field, frozen

Knowers = tuple[int, ...] | None


@frozen
class Event:
    """A change: what kind, the clause that made it, the player, and what there is to know.

    `data` is known to all, `secret` to the seats in `knowers` alone (none: to all).
    """

    kind: str
    path: str
    seat: int | None
    data: Mapping[str, Any] = field(factory=dict)
    secret: Mapping[str, Any] = field(factory=dict)
    knowers: Knowers = None

    def told_to(self, seat: int) -> Mapping[str, Any]:
        """All that a seat may know of it; what it may not is there as none."""
        if not self.secret:
            return self.data
        if self.knowers is None or seat in self.knowers:
            return {**self.data, **self.secret}
        return {**self.data, **dict.fromkeys(self.secret)}


Sink = Callable[[Event], None] | None
