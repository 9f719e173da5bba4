"""Signals that end the program, as an exception that critical work can defer."""

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
    """The end of the program by a signal."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.status = 128 + number  # as in shells


class Interruption:
    """The handler of signals that end the program; critical work defers them."""

    def __init__(self) -> None:
        """Start without a signal."""
        self._deferrals = 0
        self._received: int | None = None
        self.wakeup: int | None = (
            None  # the end of a pipe that becomes readable when a signal arrives
        )

    def handle(self, number: int, _frame: FrameType | None) -> None:
        """Raise `Interrupted`, now or when the last deferral ends."""
        self._received = number
        if not self._deferrals:
            raise Interrupted(number)

    @contextmanager
    def deferred(self) -> Iterator[None]:
        """Complete the block, then let a signal that arrived meanwhile end the program."""
        before = self._received
        self._deferrals += 1
        try:
            yield
        finally:
            self._deferrals -= 1
        if self._received != before and self._received is not None and not self._deferrals:
            raise Interrupted(self._received)

    def wait_for(self, terminal: int) -> None:
        """Wait until a terminal can be read; a signal just before the wait still ends it, unlike a plain read."""
        while self.wakeup is not None:
            ready, _, _ = select.select([terminal, self.wakeup], [], [])
            if terminal in ready:
                return
            os.read(self.wakeup, 1)


@contextmanager
def signals_handled(interruption: Interruption) -> Iterator[None]:
    """Let signals that end the program raise `Interrupted`, except ignored ones (as by `nohup`)."""
    in_charge = threading.current_thread() is threading.main_thread()
    watched = [each for each in _ENDING if in_charge and signal.getsignal(each) != signal.SIG_IGN]
    before = {each: signal.signal(each, interruption.handle) for each in watched}
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
