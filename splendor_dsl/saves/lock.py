"""A lock for each saved game, so that no two programs play it: the system takes it from a program that was killed."""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from attrs import define

_TRIES: Final = 5  # a program that lists the games holds a lock for a moment
_PAUSE: Final = 0.02


class TakenError(Exception):
    """A lock that another program holds; `process` is its number, as far as is known."""

    def __init__(self, process: str) -> None:
        super().__init__(process)
        self.process = process


@define
class Lock:
    """A lock on a file, which holds the number of the process."""

    path: Path
    _handle: int

    @property
    def is_held(self) -> bool:
        """Return whether the lock was not given back yet."""
        return self._handle >= 0

    def release(self) -> None:
        """Give the lock back, and remove its file; a second call does nothing."""
        if self._handle >= 0:
            with suppress(OSError):
                self.path.unlink()  # while it is still locked, so that nobody's new file goes
            handle, self._handle = self._handle, -1
            os.close(handle)


def take(path: Path) -> Lock:
    """Return the lock on a file; raise TakenError if another program holds it, or OSError if there can be no file."""
    path.parent.mkdir(mode=0o700, exist_ok=True)
    for _ in range(_TRIES):
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        if not _lock(handle):
            os.close(handle)
            time.sleep(_PAUSE)
        elif _is_at(handle, path):
            os.ftruncate(handle, 0)
            os.write(handle, str(os.getpid()).encode())
            return Lock(path, handle)
        else:  # its last owner has removed the file meanwhile
            os.close(handle)
    raise TakenError(_owner(path))


def is_taken(path: Path) -> bool:
    """Return whether a program holds the lock on a file."""
    try:
        handle = os.open(path, os.O_RDWR)
    except OSError:
        return False
    try:
        return not _lock(handle)
    except OSError:
        return False  # there are no locks on this file system
    finally:
        os.close(handle)


def _is_at(handle: int, path: Path) -> bool:
    try:
        found = path.stat()
    except OSError:
        return False
    return os.path.samestat(os.fstat(handle), found)


def _owner(path: Path) -> str:
    with suppress(OSError):
        text = path.read_text(encoding="ascii", errors="replace").strip()
        return text if text.isdigit() else ""
    return ""


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> bool:
        try:
            os.lseek(handle, 1 << 20, os.SEEK_SET)  # beyond the number, which others may read
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock(handle: int) -> bool:
        """Lock an open file without waiting; the lock goes with the last handle on it, however the process ends."""
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
