"""Signals that end the program, as an exception: what a command has promised is kept first."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
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

    def come(self, number: int, _frame: FrameType | None) -> None:
        """Raise `Interrupted`, now or when nothing holds it up any more."""
        self._come = number
        if not self._held:
            raise Interrupted(number)

    @contextmanager
    def held_up(self) -> Iterator[None]:
        """Do what stands in the block wholly, then let a signal that came meanwhile end the program."""
        self._held += 1
        before = self._come
        try:
            yield
        finally:
            self._held -= 1
        if self._come != before and self._come is not None and not self._held:
            raise Interrupted(self._come)


@contextmanager
def signals_watched(interruption: Interruption) -> Iterator[None]:
    """Let signals that end the program be told there, but for those that are ignored (as by `nohup`)."""
    in_charge = threading.current_thread() is threading.main_thread()
    watched = [each for each in _ENDING if in_charge and signal.getsignal(each) != signal.SIG_IGN]
    before = {each: signal.signal(each, interruption.come) for each in watched}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
