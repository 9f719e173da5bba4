"""What has happened so far. Copies of a state share their past, and much of it is told only if somebody asks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from attrs import define

from splendor_dsl.compiler.runner import Position
from splendor_dsl.ir.events import Event
from splendor_dsl.notation.moves import Move

__all__ = ["EMPTY_LOG", "Event", "Log", "Step", "in_a_row", "steps", "told"]

Events = tuple[Event, ...]
# A move after those before it: the step before it, the move, and its events, none where they wait to be told. If it can
# be taken back there follow the position before the move, the number of its option, the options that there were, and
# their moves. A list, as no object is made as fast.
Step = list[Any]


@define(eq=False)
class Log:
    """Events before the first step; they may wait to be told until somebody asks."""

    _events: Events | Callable[[], Events]

    @property
    def events(self) -> Events:
        """All of them."""
        if not isinstance(self._events, tuple):
            self._events = self._events()
        return self._events

    def __reduce__(self) -> tuple[type[Log], tuple[Events]]:
        """What stands for it in another process: all of them, told by now."""
        return Log, (self.events,)

    def __deepcopy__(self, memo: dict[int, object]) -> Log:
        """Itself: what has happened never changes."""
        return self


EMPTY_LOG = Log(())


def in_a_row(moves: Iterable[Move]) -> Step | None:
    """Moves whose events have been told elsewhere, as steps."""
    last: Step | None = None
    for move in moves:
        last = [last, move, ()]
    return last


def steps(last: Step | None) -> list[Step]:
    """All steps up to one, the first first."""
    found = []
    while last is not None:
        found.append(last)
        last = last[0]
    found.reverse()
    return found


def unlinked(last: Step | None) -> list[Step]:
    """All steps without those before them, and without moves, which are offered anew: nothing that is nested deeply."""
    return [[None, *step[1:6], *[None] * (len(step) - 6)] for step in steps(last)]


def linked(found: Iterable[Step]) -> Step | None:
    """The last of such steps, each after the one before it."""
    last: Step | None = None
    for step in found:
        last = [last, *step[1:]]
    return last


def told(step: Step, tell: Callable[[Position, int], Events]) -> Events:
    """The events of a step, which `tell` knows."""
    if step[2] is None:
        step[2] = tell(step[3], step[4])
    events: Events = step[2]
    return events
