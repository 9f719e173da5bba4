"""A test of a program as a bot: a part of a game, what it does when moves are taken back, and how it ends."""

from __future__ import annotations

from time import monotonic
from typing import Final

from attrs import define, field, frozen

from splendor_dsl.bots.external.player import ExternalPlayer
from splendor_dsl.bots.seated import BotError, SeatedBot, seat_bot
from splendor_dsl.bots.seen import Seen
from splendor_dsl.chance import PLAYOUT, Stream, stream_key
from splendor_dsl.game.game import Game
from splendor_dsl.game.playouts import goes_on
from splendor_dsl.game.state import State
from splendor_dsl.hookspecs import Bot

_LISTENED: Final = 0.05  # seconds in which it should say nothing, as nothing is asked


@frozen(kw_only=True)
class Trial:
    """One game of a program: how often it decided, the slowest decision in seconds, and its faults in words."""

    decisions: int
    slowest: float
    faults: tuple[str, ...]


def try_program(
    bot: Bot, game: Game, *, players: int, seat: int, seed: int, decisions: int
) -> Trial:
    """Return how a program behaves in a game in which all others play at random."""
    trial = _Trial(game.start(players, seed=seed), Stream(stream_key(seed, 0, PLAYOUT)))
    try:
        seated = seat_bot(bot, game, seat, seed=seed)
    except BotError as error:
        trial.faults.append(f"at its start: {error.reason}")
    else:
        trial.play(seated, decisions)
    return Trial(decisions=trial.decisions, slowest=trial.slowest, faults=tuple(trial.faults))


def try_silence(bot: Bot, game: Game) -> str | None:
    """Return what is wrong with how a program ends when its input does, before any game."""
    try:
        player = bot.make(game)
    except BotError as error:
        return error.reason
    assert isinstance(player, ExternalPlayer)
    return player.leave(None)


@define
class _Trial:
    """A game under way."""

    state: State
    chance: Stream
    decisions: int = 0
    slowest: float = 0.0
    faults: list[str] = field(factory=list)

    def play(self, bot: SeatedBot, most: int) -> None:
        """Play until the program has decided so often, take two of its decisions back, ask once more, and end."""
        asked: list[int] = []  # how many moves had been made before each of its decisions
        made = 0
        while goes_on(self.state, made) and len(asked) < most and not self.faults:
            if self.state.to_move == bot.seat:
                asked.append(made)
                self._ask(bot, f"at decision {len(asked)}")
            else:
                moves = self.state.moves
                self.state.push(moves[self.chance.below(len(moves))])
            made += 1
        if len(asked) > 1 and not self.faults:
            for _ in range(made - asked[-2]):
                self.state.pop()
            self._ask(bot, "after moves were taken back")
        if not self.faults:
            assert isinstance(bot.player, ExternalPlayer)
            fault = bot.player.leave(Seen(bot.seat, self.state), listen=_LISTENED)
            self.faults += [] if fault is None else [f"at the end: {fault}"]

    def _ask(self, bot: SeatedBot, when: str) -> None:
        begun = monotonic()
        try:
            move = bot.choose(self.state)
        except BotError as error:
            self.faults.append(f"{when}: {error.reason}")
            return
        self.slowest = max(self.slowest, monotonic() - begun)
        self.decisions += 1
        self.state.push(move)
