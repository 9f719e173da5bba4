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

    def by_itself(self) -> Event:
        """The same event, whose data is nobody else's."""
        data, secret = _by_itself(self.data), _by_itself(self.secret)
        return Event(self.kind, self.path, self.seat, data, secret, self.knowers)

    def is_told_to(self, seat: int | None) -> bool:
        """Whether a seat may know anything of it; that it happened at all may be a secret."""
        return bool(self.data) or not self.secret or self._known_to(seat)

    def as_told_to(self, seat: int | None) -> Event:
        """The event as a seat may know it: all in `data`, and none for what it may not know."""
        if not self.secret:
            return self
        shown = self.secret if self._known_to(seat) else dict.fromkeys(self.secret)
        return Event(self.kind, self.path, self.seat, {**self.data, **shown})

    def _known_to(self, seat: int | None) -> bool:
        return self.knowers is None or seat in self.knowers


def _by_itself(value: Any) -> Any:
    """Mappings as new ones, however deep they lie; all else in an event never changes."""
    if isinstance(value, Mapping):
        return {key: _by_itself(each) for key, each in value.items()}
    return tuple(map(_by_itself, value)) if isinstance(value, tuple) else value


Sink = Callable[[Event], None] | None
