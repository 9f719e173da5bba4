"""Signals that end the program, as an exception: what a command has promised is kept first."""

import os
import select
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from types import FrameType
from typing import Final

_ENDING: Final = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]


class Interrupted(BaseException):
    """The program is to end, because of a signal."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.status = 128 + number  # as shells count it


class Interruption:
    """Tells when a signal that ends the program comes; what must not be cut in two holds it up."""

    def __init__(self) -> None:
        """Nothing has come yet."""
        self._held = 0
        self._come: int | None = None
        self.wakeup: int | None = None  # the end of a pipe that can be read once a signal has come

    def come(self, number: int, _frame: FrameType | None) -> None:
        """Raise `Interrupted`, now or when nothing holds it up any more."""
        self._come = number
        if not self._held:
            raise Interrupted(number)

    @contextmanager
    def held_up(self) -> Iterator[None]:
        """Do what stands in the block wholly, then let a signal that came meanwhile end the program."""
        before = self._come
        self._held += 1
        try:
            yield
        finally:
            self._held -= 1
        if self._come != before and self._come is not None and not self._held:
            raise Interrupted(self._come)

    def wait_for(self, terminal: int) -> None:
        """Wait until a terminal can be read: a signal that comes just before the reading begins would not end that."""
        while self.wakeup is not None:
            ready, _, _ = select.select([terminal, self.wakeup], [], [])
            if terminal in ready:
                return
            os.read(self.wakeup, 1)


@contextmanager
def signals_watched(interruption: Interruption) -> Iterator[None]:
    """Let signals that end the program raise `Interrupted`, but for those that are ignored (as by `nohup`)."""
    in_charge = threading.current_thread() is threading.main_thread()
    watched = [each for each in _ENDING if in_charge and signal.getsignal(each) != signal.SIG_IGN]
    before = {each: signal.signal(each, interruption.come) for each in watched}
    try:
        with _wakeup_pipe(interruption) if in_charge and os.name == "posix" else nullcontext():
            yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


@contextmanager
def _wakeup_pipe(interruption: Interruption) -> Iterator[None]:
    """Let each signal write to a pipe, which `wait_for` reads together with the terminal."""
    interruption.wakeup, signalled = os.pipe()
    os.set_blocking(signalled, False)
    before = signal.set_wakeup_fd(signalled)
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        os.close(interruption.wakeup)
        os.close(signalled)
        interruption.wakeup = None
