"""A program that runs as a process of its own, with lines to and from it that never wait beyond a deadline.

It gets a session of its own, so no signal of the terminal reaches it and it can't read the terminal. What it has started
ends with it.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import monotonic
from typing import IO, Any, Final

from attrs import define, field

from splendor_dsl.bots.external.errors import ProgramError, ProgramGone, ProgramTooSlow
from splendor_dsl.hidden import shown_in_line

MOST_IN_LINE: Final = 65_536  # bytes of a line of the program
_MOST_UNREAD: Final = 4 * MOST_IN_LINE  # bytes that are taken from it before they are asked for
_MOST_KEPT: Final = 4_096  # bytes of what it wrote last to stderr
_MOST_SHOWN: Final = 200  # characters of it
_AT_ONCE: Final = 65_536
_PAUSE: Final = 0.005  # seconds between two looks at whether it has ended


@define(kw_only=True, eq=False)
class ProgramProcess:
    """A running program."""

    process: subprocess.Popen[bytes] = field(repr=False)
    tell: Callable[[str], object] | None = None  # gets what it writes to stderr
    _input: int = field(init=False)
    _output: int = field(init=False)
    _lines: bytearray = field(factory=bytearray, init=False)
    _errors: bytearray = field(factory=bytearray, init=False)
    # What it may still write to, and where that is kept.
    _open: dict[int, Callable[[bytes], None]] = field(init=False)
    _has_been_ended: bool = field(default=False, init=False)
    _starter: int = field(factory=os.getpid, init=False)

    def __attrs_post_init__(self) -> None:
        """Let no read or write wait."""
        streams = (self.process.stdin, self.process.stdout, self.process.stderr)
        self._input, self._output, errors = (_pipe(stream).fileno() for stream in streams)
        for number in (self._input, self._output, errors):
            os.set_blocking(number, False)
        self._open = {self._output: self._lines.extend, errors: self._keep}

    # ---- lines -------------------------------------------------------------------------------
    def send(self, line: bytes, deadline: float) -> None:
        """Write a line to the program."""
        rest = memoryview(line + b"\n")
        while rest:
            try:
                rest = rest[os.write(self._input, rest) :]
            except BlockingIOError:
                self._wait(deadline, writing=True)
            except OSError:  # it has ended, or reads no more: what it wrote before says more
                return

    def receive(self, deadline: float) -> bytes:
        """Return the next line of the program."""
        if monotonic() >= deadline:
            raise ProgramTooSlow
        while (end := self._lines.find(b"\n", 0, MOST_IN_LINE + 1)) < 0:
            if len(self._lines) > MOST_IN_LINE:
                message = f"it wrote a line of more than {MOST_IN_LINE} bytes"
                raise ProgramError(message)
            if self._output not in self._open:
                raise ProgramGone
            self._wait(deadline)
        line = bytes(self._lines[:end])
        del self._lines[: end + 1]
        return line

    def unread(self, seconds: float = 0.0) -> bytes:
        """Return what it has written, or writes now, though nobody has asked for it."""
        until = monotonic() + seconds
        with suppress(ProgramTooSlow):
            while not self._lines and self._output in self._open:
                self._wait(until)
        return bytes(self._lines)

    def _wait(self, deadline: float, *, writing: bool = False) -> None:
        """Wait until it has written something, or can be written to; raise ProgramTooSlow after the deadline."""
        with selectors.DefaultSelector() as selector:
            for number in self._open:
                if number != self._output or len(self._lines) < _MOST_UNREAD:
                    selector.register(number, selectors.EVENT_READ)
            if writing:
                selector.register(self._input, selectors.EVENT_WRITE)
            ready = selector.select(max(0.0, deadline - monotonic()))
        for key, _ in ready:
            if key.fd in self._open:
                self._read(key.fd)
        if monotonic() >= deadline:
            raise ProgramTooSlow

    def _read(self, number: int) -> None:
        try:
            data = os.read(number, _AT_ONCE)
        except BlockingIOError:
            return
        if data:
            self._open[number](data)
        else:
            del self._open[number]

    def _keep(self, data: bytes) -> None:
        """Keep what it wrote last to stderr."""
        self._errors += data
        del self._errors[:-_MOST_KEPT]
        if self.tell is not None:
            self.tell(data.decode("utf-8", "replace"))

    @property
    def last_words(self) -> str:
        """The last line that it wrote to stderr, as it can be shown; empty if there is none."""
        lines = self._errors.decode("utf-8", "replace").strip().splitlines()
        return shown_in_line(lines[-1])[:_MOST_SHOWN] if lines else ""

    # ---- the end -----------------------------------------------------------------------------
    def end(self, seconds: float = 0.0) -> int | None:
        """Give it time to end, as its input does, then end it with all that it has started.

        Return its exit status; none if it had to be ended, or has been before. A copy of this process, as `fork` makes
        one, leaves it alone.
        """
        if self._has_been_ended or self._starter != os.getpid():
            return None
        self._has_been_ended = True
        if seconds:
            _pipe(self.process.stdin).close()
        by_itself = self._ends_within(seconds)
        # Its number is that of its group, and is no other process's before `wait` asks for its status.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        status = self.process.wait()
        with suppress(ProgramTooSlow):
            self._wait(monotonic())
        self._open.clear()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            _pipe(stream).close()
        return status if by_itself else None

    def _ends_within(self, seconds: float) -> bool:
        """Return whether it ends by itself; what it still writes is read, as it might wait for that."""
        deadline = monotonic() + seconds
        while not self._has_ended():
            if monotonic() >= deadline:
                return False
            self._lines.clear()
            with suppress(ProgramTooSlow):
                self._wait(min(deadline, monotonic() + _PAUSE))
        return True

    def _has_ended(self) -> bool:
        if not hasattr(os, "waitid"):  # as on older versions of macOS's Python
            return self.process.poll() is not None
        seen = os.WEXITED | os.WNOHANG | os.WNOWAIT
        return os.waitid(os.P_PID, self.process.pid, seen) is not None


def start_program(
    words: Sequence[str], tell: Callable[[str], object] | None = None
) -> ProgramProcess:
    """Return a program that runs; raise ProgramError if it can't be started."""
    if os.name != "posix":
        message = "programs can be bots on POSIX systems alone"
        raise ProgramError(message)
    pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    try:
        # The person at the command line named it; no shell reads it.
        process = subprocess.Popen(words, bufsize=0, start_new_session=True, **pipes)  # noqa: S603
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        message = f"can't start {words[0]!r}: {(reason or str(error)).lower()}"
        raise ProgramError(message) from error
    return ProgramProcess(process=process, tell=tell)


def _pipe(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None  # each of them is a pipe
    return stream
