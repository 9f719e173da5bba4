"""What has happened so far: a pure list that shares its past with every copy."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import define, field

from splendor_dsl.ir.events import Event

__all__ = ["EMPTY_LOG", "Event", "Log"]


@define(eq=False)
class Log:
    """Events, after those of the log that it follows; they may wait to be told until somebody asks."""

    before: Log | None = field(repr=False)
    _events: tuple[Event, ...] | Callable[[], tuple[Event, ...]]

    @property
    def events(self) -> tuple[Event, ...]:
        """What this part of the log adds."""
        if not isinstance(self._events, tuple):
            self._events = self._events()
        return self._events

    def followed_by(self, events: tuple[Event, ...]) -> Log:
        """The log with more events at its end."""
        return Log(self, events) if events else self

    def followed_later(self, tell: Callable[[], tuple[Event, ...]]) -> Log:
        """The same with events that are told when somebody asks."""
        return Log(self, tell)

    def __iter__(self) -> Iterator[Event]:
        parts = []
        part: Log | None = self
        while part is not None:
            parts.append(part)
            part = part.before
        for each in reversed(parts):
            yield from each.events

    def __len__(self) -> int:
        return sum(1 for _ in self)


EMPTY_LOG = Log(None, ())
