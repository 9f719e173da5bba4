"""What has happened so far: a pure list that shares its past with every copy."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import field, frozen

from splendor_dsl.ir.events import Event

__all__ = ["EMPTY_LOG", "Event", "Log"]


@frozen
class Log:
    """Events, after those of the log that it follows."""

    before: Log | None = field(repr=False)
    events: tuple[Event, ...]
    length: int

    def followed_by(self, events: tuple[Event, ...]) -> Log:
        """The log with more events at its end."""
        return Log(self, events, self.length + len(events)) if events else self

    def __iter__(self) -> Iterator[Event]:
        parts = []
        part: Log | None = self
        while part is not None:
            parts.append(part.events)
            part = part.before
        for events in reversed(parts):
            yield from events

    def __len__(self) -> int:
        return self.length


EMPTY_LOG = Log(None, (), 0)
