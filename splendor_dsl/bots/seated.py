"""A bot at its seat: it gets what the seat may know, and what it chooses is checked."""

from attrs import define, field

from splendor_dsl.bots.player import BotPlayer
from splendor_dsl.hookspecs import Bot
from splendor_dsl.play.chance import FIRST_BOT, Stream, stream_key
from splendor_dsl.play.game import Game
from splendor_dsl.play.moves import Move
from splendor_dsl.play.state import State


class BotError(ValueError):
    """A bot that raised an exception or chose what it was not offered."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"{name}: {reason}")
        self.name = name
        self.reason = reason


@define(kw_only=True)
class SeatedBot:
    """A bot, its seat and its chance."""

    name: str
    seat: int
    player: BotPlayer = field(repr=False)
    stream: Stream

    def choose(self, state: State) -> Move:
        """One of the moves of the position."""
        moves = state.moves
        try:
            move = self.player.choose(state.view(self.seat), moves, self.stream)
        except Exception as error:
            raise BotError(self.name, f"{type(error).__name__}: {error}") from error
        if move not in moves:
            raise BotError(self.name, f"it chose {move!r}, which it was not offered")
        return move


def seat_bot(bot: Bot, game: Game, seat: int, *, seed: int, number: int = 0) -> SeatedBot:
    """A bot for a seat of game `number` of a seed (K27)."""
    try:
        player = bot.make(game)
    except Exception as error:
        raise BotError(bot.name, f"{type(error).__name__}: {error}") from error
    stream = Stream(stream_key(seed, number, FIRST_BOT + seat))
    return SeatedBot(name=bot.name, seat=seat, player=player, stream=stream)
