"""What a bot is: something that chooses one of the moves it is offered."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from splendor_dsl.chance import Stream
from splendor_dsl.notation.moves import Move


class BotPlayer(Protocol):
    """A bot at the table."""

    def choose(self, view: Mapping[str, Any], moves: Sequence[Move], stream: Stream) -> Move:
        """One of the moves, by what the seat may know; `stream` is the bot's own chance."""
