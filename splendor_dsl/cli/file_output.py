"""Atomic writing of files."""

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

from splendor_dsl.cli.exit_status import Stop
from splendor_dsl.cli.problems import CannotWrite
from splendor_dsl.diagnostics import Problem
from splendor_dsl.source import NO_PLAIN_FILE

_MOST: Final = 1 << 24  # bytes of a file that are looked at; nothing that we write is larger


def cannot_write(path: Path, what: str, is_one: Callable[[bytes], bool]) -> Problem | None:
    """Return the problem that will keep `what` from being written, such as a file with other content."""
    try:
        reason = _unwritable(path)
        if reason is None and path.is_file():
            with path.open("rb") as stream:
                content = stream.read(_MOST)
            if content.strip() and not is_one(content):
                reason = f"it holds something that is no {what}"
    except (OSError, ValueError, RuntimeError) as error:
        reason = _reason(error)
    return None if reason is None else CannotWrite(file=str(path), reason=reason)


def check_writable(path: Path, what: str, is_one: Callable[[bytes], bool]) -> None:
    """Raise Stop before the work of a command if its result could not be written."""
    problem = cannot_write(path, what, is_one)
    if problem is not None:
        raise Stop([problem])


def _unwritable(path: Path) -> str | None:
    """Return the fault of a path for a file, if any."""
    if path.is_dir():
        return "it is a folder"
    if path.exists() and not path.is_file():
        return NO_PLAIN_FILE  # to open a pipe could wait for ever
    return None if path.resolve().parent.is_dir() else "there is no such folder"


def write_text(path: Path, text: str) -> Problem | None:
    """Replace the content of a file by a text, with the same permissions; return the problem if that fails."""
    return write_bytes(path, text.encode("utf-8", "replace"))


def write_bytes(path: Path, data: bytes) -> Problem | None:
    """Replace the content of a file by bytes in the same way."""
    try:
        reason = _unwritable(path)
        if reason is None:
            _write(path.resolve(), data)
    except (OSError, ValueError, RuntimeError) as error:
        reason = _reason(error)
    return None if reason is None else CannotWrite(file=str(path), reason=reason)


def _reason(error: Exception) -> str:
    return (getattr(error, "strerror", None) or str(error)).lower()


def _write(path: Path, data: bytes) -> None:
    mode = path.stat().st_mode if path.exists() else 0o666 & ~_umask()
    if path.exists() and not os.access(path, os.W_OK):
        raise PermissionError(13, "permission denied", str(path))
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        Path(name).chmod(mode & 0o7777)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
