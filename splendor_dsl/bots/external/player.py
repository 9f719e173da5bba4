"""A program at its seat: it is asked for each move, and answered what it asks itself."""

from __future__ import annotations

import signal
import weakref
from collections.abc import Callable, Mapping
from contextlib import suppress
from time import monotonic
from typing import Any, Final, TypeVar

from attrs import define, field, frozen

from splendor_dsl.bots.external.command import ProgramCommand
from splendor_dsl.bots.external.errors import ProgramError, ProgramGone, ProgramTooSlow
from splendor_dsl.bots.external.process import MOST_IN_LINE, ProgramProcess, start_program
from splendor_dsl.bots.external.protocol import (
    VERSION,
    Choose,
    Ready,
    chosen,
    events_to_list,
    options_to_list,
    read_answer,
    to_line,
)
from splendor_dsl.bots.external.rules import rules_to_dict
from splendor_dsl.bots.external.samples import MOST_SAMPLES, Samples
from splendor_dsl.bots.seated import BotError
from splendor_dsl.bots.seen import Seen
from splendor_dsl.chance import Stream
from splendor_dsl.game.game import Game
from splendor_dsl.hookspecs import Bot
from splendor_dsl.ir.events import Event
from splendor_dsl.notation.moves import Move

END_SECONDS: Final = 1.0  # from the end of the game to that of the program
_TO_SAY_WHY: Final = 0.2  # seconds in which a program that breaks off can write why
_MOST_SHOWN: Final = 60  # characters of a line that nobody has asked for

Result = TypeVar("Result")


@frozen(kw_only=True)
class ExternalBots:
    """The maker of the player of a program; `sentences` are those of the rulebook, by the path of the clause."""

    command: ProgramCommand
    sentences: Mapping[str, str] = field(repr=False)
    tell: Callable[[str], object] | None = None

    def __call__(self, game: Game) -> ExternalPlayer:
        """Return the player for one seat in one game; its program runs."""
        player = ExternalPlayer(
            command=self.command, rules=rules_to_dict(game, self.sentences), tell=self.tell
        )
        player.start()
        return player


def external_bot(
    command: ProgramCommand,
    sentences: Mapping[str, str],
    tell: Callable[[str], object] | None = None,
) -> Bot:
    """Return the bot that a command is; `tell` gets what its programs write to stderr."""
    made = ExternalBots(command=command, sentences=sentences, tell=tell)
    return Bot(name=command.spelling, make=made, description="a program of its own")


@define(kw_only=True, eq=False)
class ExternalPlayer:
    """A program for one seat in one game. One that has failed is started anew when it is asked again."""

    command: ProgramCommand
    rules: Mapping[str, Any] = field(repr=False)
    tell: Callable[[str], object] | None = None
    _process: ProgramProcess | None = field(default=None, init=False)
    _told: tuple[Event, ...] = field(default=(), init=False)  # the log as the program knows it

    # ---- the game ----------------------------------------------------------------------------
    def start(self) -> None:
        """Start the program and send it the rules."""
        limits, begun = self.command.limits, monotonic()
        try:
            self._process = start_program(self.command.words, self.tell)
        except ProgramError as error:
            raise BotError(self.command.spelling, str(error)) from error
        # Whatever becomes of the game, the program does not outlive it.
        weakref.finalize(self, self._process.end)
        self._told = ()
        message = {
            "type": "start",
            "protocol": VERSION,
            "limits": {
                "start": limits.start,
                "move": limits.move,
                "end": END_SECONDS,
                "line": MOST_IN_LINE,
                "samples": MOST_SAMPLES,
            },
            "rules": self.rules,
        }
        self._guarded(
            limits.start, lambda process: _started(process, message, begun + limits.start)
        )

    def decide(self, seen: Seen, stream: Stream) -> Move:
        """Return the move that the program chooses."""
        if self._process is None:
            self.start()
        limit = self.command.limits.move
        samples = Samples(seen=seen, stream=stream)
        return self._guarded(limit, lambda process: self._move(process, samples, limit))

    def end(self, seen: Seen) -> None:
        """Tell the program that the game has ended, and wait until it has ended too."""
        self.leave(seen)

    def leave(self, seen: Seen | None, *, listen: float = 0.0) -> str | None:
        """End the program, by the message `end` or else by the end of its input; return what is wrong with how it ends.

        `listen` is for how many seconds it may say something unasked before.
        """
        process, self._process = self._process, None
        if process is None:
            return None
        noise = _noise(process.unread(listen))
        if seen is not None:
            message = {"type": "end", "view": seen.view, "log": self._news(seen)}
            # One that has gone already, or does not read, is found out below.
            with suppress(ProgramError):
                process.send(to_line(message), monotonic() + END_SECONDS)
        status = process.end(END_SECONDS)
        if noise is not None or status == 0:
            return noise
        after = "the end of its input" if seen is None else "the message 'end'"
        if status is None:
            return f"it had not ended {END_SECONDS:g} s after {after}"
        return f"it ended with {_status_text(status)} after {after}"

    # ---- one decision ------------------------------------------------------------------------
    def _move(self, process: ProgramProcess, samples: Samples, limit: float) -> Move:
        seen, deadline = samples.seen, monotonic() + limit
        noise = _noise(process.unread())
        if noise is not None:
            raise ProgramError(noise)
        moves = seen.moves
        message = {
            "type": "decide",
            "view": seen.view,
            "log": self._news(seen),
            "options": options_to_list(moves),
            "seed": samples.stream.word() >> 32,
        }
        while True:
            left = round(max(0.0, deadline - monotonic()), 6)
            process.send(to_line({**message, "time": left}), deadline)
            answer = read_answer(process.receive(deadline))
            if isinstance(answer, Choose):
                return chosen(moves, answer.option)
            if isinstance(answer, Ready):
                text = "expected a move or a question, found 'ready' once more"
                raise ProgramError(text)
            message = samples.answer(answer)

    def _news(self, seen: Seen) -> dict[str, Any]:
        """Return what follows in the log after what the program knows; moves that were taken back are no part of it."""
        log, known = seen.log, self._told
        same = next(
            (at for at, (one, other) in enumerate(zip(log, known, strict=False)) if one != other),
            min(len(log), len(known)),
        )
        self._told = log
        return {"from": same, "events": events_to_list(log[same:])}

    # ---- errors ------------------------------------------------------------------------------
    def _guarded(self, limit: float, act: Callable[[ProgramProcess], Result]) -> Result:
        """Return what an exchange with the program gives; if it breaks off, the program is ended."""
        process = self._process
        assert process is not None
        try:
            return act(process)
        except ProgramError as error:
            self._process = None
            raise BotError(self.command.spelling, _broken_off(process, error, limit)) from error
        except BaseException:  # such as the end of this program by a signal
            self._process = None
            process.end()
            raise


def _started(process: ProgramProcess, message: Mapping[str, Any], deadline: float) -> None:
    """Send a program the first message, and wait until it is ready."""
    process.send(to_line(message), deadline)
    answer = read_answer(process.receive(deadline))
    if not isinstance(answer, Ready):
        text = "expected 'ready' first, found another message"
        raise ProgramError(text)


def _noise(unread: bytes) -> str | None:
    """Return what is wrong with a program that has written something unasked; none if it has not."""
    if not unread:
        return None
    line = unread.partition(b"\n")[0].decode("utf-8", "replace")
    return f"it wrote {line[:_MOST_SHOWN]!r} when it was not asked"


def _broken_off(process: ProgramProcess, error: ProgramError, limit: float) -> str:
    """End a program after an error; return the reason in words, with what it wrote last to stderr."""
    match error:
        case ProgramTooSlow():
            process.end()
            reason = f"no answer within {limit:g} s"
        case ProgramGone():
            status = process.end(_TO_SAY_WHY)
            ended = None if status is None else f"it ended with {_status_text(status)}"
            reason = ended or "it closed its output"
        case _:
            process.end()
            reason = str(error)
    last = process.last_words
    return f"{reason}; its last line on stderr: {last}" if last else reason


def _status_text(status: int) -> str:
    """Return the exit status of a program in words."""
    if status >= 0:
        return f"exit status {status}"
    name = f"signal {-status}"
    with suppress(ValueError):
        name = signal.Signals(-status).name
    return name
