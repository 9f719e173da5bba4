"""Reading of texts from any file: the result is a `Source` or a `Problem`."""

import os
import stat
import unicodedata
from itertools import islice
from pathlib import Path
from typing import Final

from splendor_dsl.diagnostics import Problem, problem_kind
from splendor_dsl.hidden import HIDDEN
from splendor_dsl.span import Source, Span
from splendor_dsl.spelling import nearest

__all__ = [
    "NO_PLAIN_FILE",
    "SIZE_LIMIT",
    "FileIsFolder",
    "FileMissing",
    "FileNotText",
    "FileTooLarge",
    "FileUnreadable",
    "HiddenCharacter",
    "Source",
    "Span",
    "hidden_characters",
    "read_source",
    "source_from_text",
]

NO_PLAIN_FILE: Final = "it is not a plain file"
SIZE_LIMIT: Final = 4 * 1024 * 1024
_NEIGHBOURS: Final = 2_000


@problem_kind
class FileMissing(Problem):
    """A file that is to be read does not exist."""

    code = "SPL001"
    headline = "cannot find the file {file!r}"

    near: str | None = None

    def help(self) -> str | None:
        """Return the file in the same folder with nearly the same name, if there is one."""
        return None if self.near is None else f"did you mean {self.near!r}?"


@problem_kind
class FileNotText(Problem):
    """A file holds bytes that are no text in UTF-8, such as a picture or an archive."""

    code = "SPL002"
    headline = "expected text in UTF-8, found {found} in {file!r}"
    hint = "save the file as plain text with the encoding UTF-8"

    found: str


@problem_kind
class FileTooLarge(Problem):
    """A file is larger than any rules can be, so it is not read at all."""

    code = "SPL003"
    headline = "expected a file of at most {limit} bytes, found {size} in {file!r}"

    limit: int = SIZE_LIMIT
    size: str


@problem_kind
class FileIsFolder(Problem):
    """A folder stands where a file is expected."""

    code = "SPL004"
    headline = "expected a file, found the folder {file!r}"
    hint = "name a file in that folder"


@problem_kind
class FileUnreadable(Problem):
    """A file exists but cannot be read: its owner forbids it, or it is a device."""

    code = "SPL005"
    headline = "cannot read {file!r}: {reason}"

    reason: str


@problem_kind
class HiddenCharacter(Problem):
    """A text holds a character that nobody sees, or that acts on the terminal on which it is shown."""

    code = "SPL006"
    headline = "expected text that can be seen, found {called} ({point})"
    hint = "delete it; an editor that shows hidden characters helps to find it"

    called: str
    point: str


def hidden_characters(source: Source) -> tuple[Problem, ...]:
    """Return the first hidden character of a text as a problem, with the number of further ones."""
    found = HIDDEN.search(source.text)
    if found is None:
        return ()
    at, character = found.start(), found[0]
    called = unicodedata.name(character, "a control character").lower()
    more = sum(1 for _ in HIDDEN.finditer(source.text, at + 1))
    span = Span(source, at, at + 1)
    point = f"U+{ord(character):04X}"
    return (HiddenCharacter(called=called, point=point, span=span, more=more),)


def source_from_text(name: str, text: str, path: Path | None = None) -> Source:
    """Return a source of the text, without its byte order mark and with line feeds as line ends."""
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return Source(name=name, text=plain, path=path)


def read_source(
    path: Path | str, name: str | None = None, *, near: bool = True
) -> Source | Problem:
    """Return the source of a file, or the problem of reading it; with `near`, one that names a similar file."""
    place = Path(path)
    shown = _printable(os.fspath(place)) if name is None else name
    data = _read_bytes(place, shown, near=near)
    return data if isinstance(data, Problem) else _decode(data, shown, place)


def _printable(name: str) -> str:
    """Return the name with a replacement for bytes that are not UTF-8, so that it can be printed."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _read_bytes(path: Path, name: str, *, near: bool) -> bytes | Problem:
    try:
        found = path.stat()
        unfit = _unfit(found, name)
        if unfit is not None:
            return unfit
        with path.open("rb") as stream:
            # The size may be wrong (/proc) or grow meanwhile, so the read is bounded too.
            data = stream.read(SIZE_LIMIT + 1)
    except (FileNotFoundError, NotADirectoryError):
        return FileMissing(file=name, near=_neighbour(path) if near else None)
    except (OSError, ValueError) as error:
        return FileUnreadable(file=name, reason=_reason(error))
    if len(data) > SIZE_LIMIT:
        return FileTooLarge(file=name, size="more")
    return data


def _unfit(found: os.stat_result, name: str) -> Problem | None:
    """Return the problem of a file that shows before opening it, if any."""
    if stat.S_ISDIR(found.st_mode):
        return FileIsFolder(file=name)
    if not stat.S_ISREG(found.st_mode):
        # Opening a pipe or a device could block for ever.
        return FileUnreadable(file=name, reason=NO_PLAIN_FILE)
    if found.st_size > SIZE_LIMIT:
        return FileTooLarge(file=name, size=str(found.st_size))
    return None


def _neighbour(path: Path) -> str | None:
    try:
        return nearest(
            path.name, [each.name for each in islice(path.parent.iterdir(), _NEIGHBOURS)]
        )
    except (OSError, ValueError):
        return None


def _reason(error: OSError | ValueError) -> str:
    text = error.strerror if isinstance(error, OSError) else None
    return (text or str(error)).lower()


def _decode(data: bytes, name: str, path: Path) -> Source | Problem:
    zero = data.find(b"\0")
    if zero >= 0:
        return FileNotText(file=name, found=f"a zero byte in {_place(data, zero)}")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        byte, place = data[error.start], _place(data, error.start)
        return FileNotText(file=name, found=f"the byte 0x{byte:02x} in {place}")
    return source_from_text(name, text, path)


def _place(data: bytes, offset: int) -> str:
    start = data.rfind(b"\n", 0, offset) + 1
    column = len(data[start:offset].decode("utf-8", "replace")) + 1
    line = data.count(b"\n", 0, offset) + 1
    return f"line {line}, column {column}"
