"""Tasks in forked processes: each begins with what is imported here, and leaves nothing behind."""

import contextlib
import os
import pickle
import select
import signal
import sys
import time
import traceback
from collections.abc import Callable
from typing import Any

MEMORY = 6 << 30  # bytes; a change that asks for ever more ends here


class TimeLimitError(Exception):
    """A task took longer than it may."""


class CrashError(Exception):
    """A process ended without the result of its task."""


def forked(task: Callable[[], Any], seconds: float) -> Any:
    """Return the result of a task that runs in a process of its own, silently.

    Raise `TimeLimitError` or `CrashError` where there is none.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.setsid()  # so that what the task starts can be ended with it
        os.close(reading)
        _run(task, writing)
    os.close(writing)
    try:
        content = _read(reading, time.monotonic() + seconds)
    finally:
        os.close(reading)
        _end(child)
    if not content:
        raise CrashError
    result, reason = pickle.loads(content)  # noqa: S301  # written by this program
    if reason:
        raise CrashError(reason)
    return result


def _end(child: int) -> None:
    """End a process and all that it has started."""
    for end in (os.kill, os.killpg):
        with contextlib.suppress(ProcessLookupError):
            end(child, signal.SIGKILL)
    os.waitpid(child, 0)


def _read(reading: int, end: float) -> bytes:
    content = bytearray()
    while True:
        ready, _, _ = select.select([reading], [], [], max(0.0, end - time.monotonic()))
        if not ready:
            raise TimeLimitError
        part = os.read(reading, 1 << 16)
        if not part:
            return bytes(content)
        content += part


def _run(task: Callable[[], Any], writing: int) -> None:
    """Run a task, write its result and end; nothing of this process goes on after it."""
    import resource  # noqa: PLC0415  # not on every system

    try:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        silent = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(silent, stream)
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
        try:
            content = pickle.dumps((task(), ""))
        except BaseException:  # noqa: BLE001  # whatever it is, the caller learns of it
            content = pickle.dumps((None, traceback.format_exc()))
        while content:
            content = content[os.write(writing, content) :]
    finally:
        os._exit(0)
