"""Stops: the places where a lowered game waits for a decision, and the frames that it saves there."""

from __future__ import annotations

from attrs import frozen

# The value of an unbound variable, and that of `over` when more is owed than there is room for.
UNBOUND = -(1 << 40)
TOO_MUCH_OWED = -1
NO_ROOM = "more actions are owed at once than compiled rules have room for"
OWED_BITS = 6
MOST_OWED = 10


@frozen
class FrameSlot:
    """A variable of a frame: its type in the IR, and the local variables of the code that hold it."""

    type: str
    names: tuple[str, ...]
    list: tuple[str, int] | None = None  # for the rest of a loop: its representation and address


@frozen
class StackFrame:
    """A routine under way: its number, its next instruction, and its variables; none for one not bound."""

    routine: int
    at: int
    slots: tuple[FrameSlot | None, ...]


@frozen
class Stop:
    """A place where a player may be asked: it lists options at one label and takes one at another."""

    number: int
    list_at: int
    take_at: int
    frames: tuple[StackFrame, ...]
    by: str  # the variable with the seat that decides
    location_of: tuple[tuple[str, str], ...] = ()  # pairs of variables: a location, its piece

    def variables(self) -> tuple[str, ...]:
        """Return the local variables that must be saved while a player thinks."""
        names = [
            name for frame in self.frames for held in frame.slots if held for name in held.names
        ]
        kept = [*names, *(location for location, _ in self.location_of)]
        return tuple(dict.fromkeys(name for name in kept if name != "mover"))
