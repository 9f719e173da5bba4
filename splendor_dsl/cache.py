"""The cache of this user: where it lies, and files in it that nobody else can have written.

What lies there is run or believed. So a file counts only if this user owns it and nobody else may write to it, in a
folder of which the same holds, below folders in which nobody else (but the system) can exchange what is this user's.
A file is opened once: what was looked at is what is read.
"""

import os
import stat
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

VARIABLE: Final = "SPLENDOR_CACHE"
_NAME: Final = "splendor-dsl"
_HAS_USERS: Final = hasattr(os, "geteuid")
_BY_OTHERS: Final = stat.S_IWGRP | stat.S_IWOTH
_PRIVATE: Final = 0o700
# Neither a link is followed nor a pipe waited for; not every system knows the words.
_OPEN: Final = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


class NotOursError(OSError):
    """Others can change what lies in a folder."""


def cache_folder() -> Path | None:
    """The folder that the environment names, or this user's; none where there is no home."""
    told = os.environ.get(VARIABLE)
    if told:
        return Path(told).absolute()
    from platformdirs import user_cache_path  # noqa: PLC0415  # not where the environment says it

    with suppress(RuntimeError):
        return user_cache_path(_NAME, appauthor=False)
    return None


def read_own(file: Path) -> bytes | None:
    """What is in a file, if nobody else can have written it."""
    try:
        folder = file.parent.resolve(strict=True)
        if not _is_closed(folder):
            return None
        handle = os.open(folder / file.name, _OPEN)
    except OSError:
        return None
    found = os.fstat(handle)
    if not stat.S_ISREG(found.st_mode) or not _is_own(found):
        os.close(handle)
        return None
    with os.fdopen(handle, "rb") as stream:
        return stream.read()


def write_own(file: Path, content: bytes) -> None:
    """Write a file of the cache; others see it whole or not at all."""
    folder = own_folder(file.parent)
    handle, written = tempfile.mkstemp(dir=folder, prefix=f".{file.stem}", suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
        Path(written).replace(folder / file.name)
    except OSError:
        with suppress(OSError):
            Path(written).unlink()
        raise


def own_folder(folder: Path) -> Path:
    """A folder of the cache by its true path, made if need be; others can't change what lies in it."""
    found = folder.resolve()
    missing = [place for place in (found, *found.parents) if not place.exists()]
    if missing and not _is_sheltered(missing[-1]):
        raise NotOursError
    for place in reversed(missing):
        place.mkdir(mode=_PRIVATE, exist_ok=True)
    if not _is_closed(found):
        raise NotOursError
    return found


def is_private(folder: Path, files: Iterable[Path]) -> bool:
    """Whether a folder and some files in it are this user's, and nobody else can so much as look into it."""
    seen, within = folder.lstat(), [file.lstat() for file in files]
    if not _HAS_USERS:
        return True
    plain = stat.S_ISDIR(seen.st_mode) and all(stat.S_ISREG(each.st_mode) for each in within)
    ours = all(each.st_uid == os.geteuid() for each in (seen, *within))
    return plain and ours and stat.S_IMODE(seen.st_mode) == _PRIVATE


def _is_closed(folder: Path) -> bool:
    """Whether nobody else can change what lies in a folder, or put another one in its place."""
    return _is_own(folder.stat()) and _is_sheltered(folder)


def _is_own(found: os.stat_result) -> bool:
    """Whether nobody else can write to it."""
    return not _HAS_USERS or (found.st_uid == os.geteuid() and not found.st_mode & _BY_OTHERS)


def _is_sheltered(place: Path) -> bool:
    """Whether nobody else can exchange what this user has in a place; who owns the root of all folders always can."""
    system = {0, Path(place.anchor).stat().st_uid}
    return all(_keeps(each.stat(), system) for each in place.parents)


def _keeps(folder: os.stat_result, system: set[int]) -> bool:
    """Whether others leave alone what this user has in a folder: they can't write to it, or the sticky bit is set."""
    closed = not folder.st_mode & _BY_OTHERS or bool(folder.st_mode & stat.S_ISVTX)
    return not _HAS_USERS or (closed and folder.st_uid in {*system, os.geteuid()})
