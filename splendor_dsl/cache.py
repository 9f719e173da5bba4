"""The cache of this user: files in it that nobody else can have written.

The program runs the code in these files. So it uses a file only if this user owns it and nobody else may write to it, in
a folder of which the same holds, below folders in which nobody else (but the system) can replace this user's files. The
private group of this user counts as this user. A file is opened once, and checked and read by that handle.
"""

import os
import stat
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

_HAS_USERS: Final = hasattr(os, "geteuid")
_BY_OTHERS: Final = stat.S_IWGRP | stat.S_IWOTH
_ACCESS_LIST: Final = "system.posix_acl_access"
_PRIVATE: Final = stat.S_IRWXU
_PERMISSIONS: Final = (
    stat.S_IRWXU | stat.S_IRWXG | stat.S_IRWXO
)  # a new folder inherits the setgid bit besides
# Follow no link and wait for no pipe; not every system has these flags.
_OPEN: Final = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


class UntrustedFolderError(OSError):
    """A folder whose content others can change."""


def read_own(file: Path) -> bytes | None:
    """Return the content of a file, if nobody else can have written it."""
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
    """Return a folder of the cache by its true path, made if need be; raise an error if others can change it."""
    found = folder.resolve()
    missing = [place for place in (found, *found.parents) if not place.exists()]
    if missing and not _is_sheltered(missing[-1]):
        raise UntrustedFolderError
    for place in reversed(missing):
        place.mkdir(mode=_PRIVATE, exist_ok=True)
    if not _is_closed(found):
        raise UntrustedFolderError
    return found


def is_private(folder: Path, files: Iterable[Path]) -> bool:
    """Return whether a folder and some files in it are this user's, and nobody else can so much as look into it."""
    seen, within = folder.lstat(), []
    for file in files:
        with suppress(FileNotFoundError):  # another process has replaced or removed it meanwhile
            within.append(file.lstat())
    if not _HAS_USERS:
        return True
    plain = stat.S_ISDIR(seen.st_mode) and all(stat.S_ISREG(each.st_mode) for each in within)
    ours = all(each.st_uid == os.geteuid() for each in (seen, *within))
    return plain and ours and seen.st_mode & _PERMISSIONS == _PRIVATE


def _is_closed(folder: Path) -> bool:
    """Return whether nobody else can change what lies in a folder, or put another one in its place."""
    ours = not _HAS_USERS or (folder.stat().st_uid == os.geteuid() and not _is_open(folder))
    return ours and _is_sheltered(folder)


def _is_own(found: os.stat_result) -> bool:
    """Return whether a file is this user's, and nobody else can write to it."""
    return not _HAS_USERS or (found.st_uid == os.geteuid() and not found.st_mode & _BY_OTHERS)


def _is_sheltered(place: Path) -> bool:
    """Return whether nobody else can exchange what this user has in a place, but the owner of the root of all folders."""
    system = {0, Path(place.anchor).stat().st_uid}
    return all(_keeps(each, system) for each in place.parents)


def _keeps(folder: Path, system: set[int]) -> bool:
    """Return whether others leave alone what this user has in a folder: it is closed to them, or the sticky bit is set."""
    if not _HAS_USERS:
        return True
    found = folder.stat()
    closed = bool(found.st_mode & stat.S_ISVTX) or not _is_open(folder)
    return closed and found.st_uid in {*system, os.geteuid()}


def _is_open(folder: Path) -> bool:
    """Return whether others may write to a folder of this user or of the system."""
    found = folder.stat()
    if found.st_mode & stat.S_IWOTH:
        return True
    # With an access list, the bits of the group are the union of all its rights.
    alone = _is_alone_in(found.st_gid) and not _has_access_list(folder)
    return bool(found.st_mode & stat.S_IWGRP) and not alone


def _is_alone_in(group: int) -> bool:
    """Return whether a group is the private one of this user: the primary one, of the same name, with nobody else in it.

    The name tells it from a group such as `users`, the primary one of many whom no list of members names.
    """
    import grp  # noqa: PLC0415  # not on every system
    import pwd  # noqa: PLC0415

    try:
        user, found = pwd.getpwuid(os.geteuid()), grp.getgrgid(group)
    except KeyError:
        return False
    private = user.pw_gid == group and found.gr_name == user.pw_name
    others = any(each.pw_gid == group and each.pw_uid != user.pw_uid for each in pwd.getpwall())
    return private and not others and {user.pw_name}.issuperset(found.gr_mem)


def _has_access_list(folder: Path) -> bool:
    try:
        return hasattr(os, "listxattr") and _ACCESS_LIST in os.listxattr(folder)
    except OSError:
        return False  # this file system has none
