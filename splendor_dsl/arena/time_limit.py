"""The time that a bot may take for a move."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

from splendor_dsl.bots.seated import BotError, SeatedBot
from splendor_dsl.game.state import State
from splendor_dsl.notation.moves import Move


class _OverrunError(Exception):
    """The time is over."""


def timed_choice(bot: SeatedBot, state: State, seconds: float | None) -> Move:
    """Return the move of a bot; raise BotError for a mistake, or if it takes longer than it may."""
    if seconds is None:
        return bot.choose(state)
    began, move, mistake = monotonic(), None, None
    try:
        with _interrupted_after(seconds):
            move = bot.choose(state)
    except (BotError, _OverrunError) as error:
        mistake = error
    if monotonic() - began >= seconds:
        raise BotError(bot.name, f"it took longer than {seconds:g} seconds for a move")
    if isinstance(mistake, BotError):
        raise mistake
    assert move is not None
    return move


@contextmanager
def _interrupted_after(seconds: float) -> Iterator[None]:
    """Interrupt the block when the time is over, where the system can do that; elsewhere it is only late."""
    main = threading.current_thread() is threading.main_thread()
    if not main or not hasattr(signal, "setitimer"):
        yield
        return

    def interrupt(_number: int, _frame: object) -> None:
        raise _OverrunError

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
