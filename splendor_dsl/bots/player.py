"""The interface of bots."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from splendor_dsl.bots.seen import Seen
from splendor_dsl.chance import Stream
from splendor_dsl.notation.moves import Move


@runtime_checkable
class SeeingPlayer(Protocol):
    """A bot at the table that looks at its log, or at positions that fit what it knows."""

    def decide(self, seen: Seen, stream: Stream) -> Move:
        """Return one of the moves of the seat; `stream` is the bot's own random stream."""


@runtime_checkable
class BotPlayer(Protocol):
    """A bot at the table that goes by its view."""

    def choose(self, view: Mapping[str, Any], moves: Sequence[Move], stream: Stream) -> Move:
        """Return one of the moves, by the information of the seat; `stream` is the bot's own random stream."""


@runtime_checkable
class StoppingPlayer(Protocol):
    """A bot at the table that can end a thought early."""

    def stop(self) -> None:
        """End a thought that is under way in another thread: what was found so far decides."""


@runtime_checkable
class EndingPlayer(Protocol):
    """A bot at the table that has something to end with its game, such as a process."""

    def end(self, seen: Seen) -> None:
        """End it; `seen` is the last position."""
