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

    def as_told_to(self, seat: int | None) -> Event:
        """The event as a seat may know it: all in `data`, and none for what it may not know."""
        if not self.secret:
            return self
        known = self.knowers is None or seat in self.knowers
        shown = self.secret if known else dict.fromkeys(self.secret)
        return Event(self.kind, self.path, self.seat, {**self.data, **shown})


Sink = Callable[[Event], None] | None
