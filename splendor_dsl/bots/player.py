"""The interface of bots."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from splendor_dsl.chance import Stream
from splendor_dsl.notation.moves import Move


class BotPlayer(Protocol):
    """A bot at the table."""

    def choose(self, view: Mapping[str, Any], moves: Sequence[Move], stream: Stream) -> Move:
        """Return one of the moves, by the information of the seat; `stream` is the bot's own random stream."""
