"""The log of a game. Copies of a state share their past, and most events are computed only on access."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from attrs import define

from splendor_dsl.compiler.runner import Position
from splendor_dsl.ir.events import Event
from splendor_dsl.notation.moves import Move

__all__ = ["EMPTY_LOG", "Event", "Log", "Step", "events_of", "steps", "steps_without_events"]

Events = tuple[Event, ...]
# A move in a linked list: the step before it, the move, and its events, none until they are computed. If it can be taken
# back, then also the position before the move, the number of its option, all options there, and their moves. A list, as
# no object is created as fast.
Step = list[Any]


@define(eq=False)
class Log:
    """Events before the first step; they may be computed on first access."""

    _events: Events | Callable[[], Events]

    @property
    def events(self) -> Events:
        """All of them."""
        if not isinstance(self._events, tuple):
            self._events = self._events()
        return self._events

    def __reduce__(self) -> tuple[type[Log], tuple[Events]]:
        """Support pickling: all events are computed first."""
        return Log, (self.events,)

    def __deepcopy__(self, memo: dict[int, object]) -> Log:
        """Return itself: the past never changes."""
        return self


EMPTY_LOG = Log(())


def steps_without_events(moves: Iterable[Move]) -> Step | None:
    """Return moves as steps whose events are recorded elsewhere."""
    last: Step | None = None
    for move in moves:
        last = [last, move, ()]
    return last


def steps(last: Step | None) -> list[Step]:
    """Return all steps up to one, from the first on."""
    found = []
    while last is not None:
        found.append(last)
        last = last[0]
    found.reverse()
    return found


def unlinked(last: Step | None) -> list[Step]:
    """Return all steps without their predecessors and moves: nothing that is nested too deeply to pickle."""
    return [[None, *step[1:6], *[None] * (len(step) - 6)] for step in steps(last)]


def linked(found: Iterable[Step]) -> Step | None:
    """Return the last of such steps, with each linked to the one before it."""
    last: Step | None = None
    for step in found:
        last = [last, *step[1:]]
    return last


def events_of(step: Step, replay: Callable[[Position, int], Events]) -> Events:
    """Return the events of a step; `replay` computes them on first access."""
    if step[2] is None:
        step[2] = replay(step[3], step[4])
    events: Events = step[2]
    return events
