"""A bot at its seat: it gets the information of the seat, and its choice is checked."""

from attrs import define, field

from splendor_dsl.bots.player import BotPlayer, EndingPlayer, SeeingPlayer, StoppingPlayer
from splendor_dsl.bots.seen import Seen
from splendor_dsl.chance import Stream, bot_hash, bot_key
from splendor_dsl.game.game import Game
from splendor_dsl.game.state import State
from splendor_dsl.game.weights import Weighing, Weights
from splendor_dsl.hookspecs import Bot
from splendor_dsl.notation.moves import Move
from splendor_dsl.plugin_problems import FAILURES, described, output_to_stderr, reason_of


class BotError(ValueError):
    """A bot that raised an exception or chose a move that is not legal."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"{name}: {reason}")
        self.name = name
        self.reason = reason


@define(kw_only=True)
class SeatedBot:
    """A bot with its seat and its random stream."""

    name: str
    seat: int
    player: BotPlayer | SeeingPlayer = field(repr=False)
    stream: Stream

    @property
    def needs_log(self) -> bool:
        """Return whether it can only play where the game is logged."""
        return not isinstance(self.player, BotPlayer)

    def choose(self, state: State) -> Move:
        """Return the move that the bot chooses in a position; raise BotError if it is not legal."""
        moves = state.moves
        try:
            with output_to_stderr():
                move = self._choice(state)
        except BotError:
            raise
        except FAILURES as error:
            raise BotError(self.name, reason_of(error)) from error
        if not isinstance(move, Move):
            reason = f"it chose {described(move)}, which is no move"
        elif move not in moves:
            reason = f"it chose {str(move)!r}, which it was not offered"
        else:
            return move
        raise BotError(self.name, reason)

    def stop(self) -> None:
        """End a thought that is under way in another thread, if the bot can."""
        if isinstance(self.player, StoppingPlayer):
            self.player.stop()

    def end(self, state: State) -> None:
        """Tell the bot that its game has ended, here or before its time, if it has something to end."""
        if not isinstance(self.player, EndingPlayer):
            return
        try:
            with output_to_stderr():
                self.player.end(Seen(self.seat, state))
        except FAILURES as error:
            raise BotError(self.name, reason_of(error)) from error

    def _choice(self, state: State) -> object:
        if isinstance(self.player, BotPlayer):
            return self.player.choose(state.view(self.seat), state.moves, self.stream)
        return self.player.decide(Seen(self.seat, state), self.stream)


def seat_bot(bot: Bot, game: Game, seat: int, *, seed: int, number: int = 0) -> SeatedBot:
    """Return a bot for a seat of game `number` of a seed (K27)."""
    try:
        with output_to_stderr():
            player = bot.make(game)
    except BotError:
        raise
    except FAILURES as error:
        raise BotError(bot.name, reason_of(error)) from error
    if not isinstance(player, BotPlayer | SeeingPlayer):
        reason = f"expected what it makes to have a method 'choose' or 'decide', found {described(player)}"
        raise BotError(bot.name, reason)
    stream = Stream(bot_key(bot_hash(seed, seat), number))
    return SeatedBot(name=bot.name, seat=seat, player=player, stream=stream)


def weights_of(bot: Bot, game: Game) -> Weights | None:
    """Return the weights of a bot that consists of weights alone; none for any other bot."""
    try:
        with output_to_stderr():
            found: object = bot.weights()
    except FAILURES as error:
        raise BotError(bot.name, reason_of(error)) from error
    if found is None:
        return None
    if not isinstance(found, Weights):
        raise BotError(bot.name, f"expected weights, found {described(found)}")
    try:
        Weighing(game.model, found)
    except ValueError as error:
        raise BotError(bot.name, str(error)) from error
    return found
