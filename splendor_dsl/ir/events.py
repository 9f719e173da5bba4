"""Events: one for each change of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from attrs import field, frozen

Knowers = tuple[int, ...] | None


@frozen
class Event:
    """A change: its kind, the clause that made it, the player, and its data.

    `data` is public, `secret` for the seats in `knowers` alone (None: for all).
    """

    kind: str
    path: str
    seat: int | None
    data: Mapping[str, Any] = field(factory=dict)
    secret: Mapping[str, Any] = field(factory=dict)
    knowers: Knowers = None

    def detached(self) -> Event:
        """Return an equal event that shares no mutable data."""
        data, secret = _detached(self.data), _detached(self.secret)
        return Event(self.kind, self.path, self.seat, data, secret, self.knowers)

    def is_visible_to(self, seat: int | None) -> bool:
        """Return whether a seat may see the event; that it happened may itself be a secret."""
        return bool(self.data) or not self.secret or self._known_to(seat)

    def seen_by(self, seat: int | None) -> Event:
        """Return the event as a seat may see it: all in `data`, with None for secrets."""
        if not self.secret:
            return self
        shown = self.secret if self._known_to(seat) else dict.fromkeys(self.secret)
        return Event(self.kind, self.path, self.seat, {**self.data, **shown})

    def _known_to(self, seat: int | None) -> bool:
        return self.knowers is None or seat in self.knowers


def _detached(value: Any) -> Any:
    """Return a value with all mappings copied; nothing else in an event is mutable."""
    if isinstance(value, Mapping):
        return {key: _detached(each) for key, each in value.items()}
    return tuple(map(_detached, value)) if isinstance(value, tuple) else value


Sink = Callable[[Event], None] | None
