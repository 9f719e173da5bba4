"""Things that the product does not have (a step, a check, a bot), as additions to the files that each takes.

A file `swap/PATH.added` says what `swap` adds to the file PATH. Each line that begins with `@` says where the lines below
it go: `@ after TEXT` and `@ before TEXT` below and above the one line that holds TEXT, `@ instead of TEXT` in place of
TEXT. Without such a line it is a new file.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

FOLDER = Path(__file__).parent
THINGS = ("bot", "check", "swap")
WHERE = re.compile(r"@ (after|before|instead of) (.+)\n")


class AdditionError(Exception):
    """An addition finds its place no more, or finds two."""


@frozen
class Addition:
    """Text that is added to a file once: `how` it stands to an `anchor`."""

    how: str
    anchor: str
    text: str

    def to(self, old: str, path: str) -> str:
        """Return a file with this addition."""
        if old.count(self.anchor) != 1:
            message = (
                f"{path}: expected {self.anchor!r} once, found it {old.count(self.anchor)} times"
            )
            raise AdditionError(message)
        at = old.index(self.anchor)
        end = at + len(self.anchor)
        if self.how == "instead of":
            return old[:at] + self.text.removesuffix("\n") + old[end:]
        place = old.rfind("\n", 0, at) + 1 if self.how == "before" else old.index("\n", end) + 1
        return old[:place] + self.text + old[place:]


Additions = tuple[Addition, ...] | str  # all of it, if the file is new


def additions(thing: str) -> dict[str, Additions]:
    """Return the additions to each file that one of `THINGS` takes, by its path."""
    files = sorted((FOLDER / thing).rglob("*.added"))
    paths = (file.relative_to(FOLDER / thing).as_posix().removesuffix(".added") for file in files)
    texts = (file.read_text(encoding="utf-8") for file in files)
    return {
        path: tuple(_parse(text)) if text.startswith("@ ") else text
        for path, text in zip(paths, texts, strict=True)
    }


def added(old: str, path: str, parts: Additions) -> str:
    """Return a file with all of its additions."""
    if isinstance(parts, str):
        return parts
    for part in parts:
        old = part.to(old, path)
    return old


def _parse(text: str) -> Iterator[Addition]:
    first, *rest = WHERE.split(text)
    assert not first, first
    for how, anchor, body in zip(rest[::3], rest[1::3], rest[2::3], strict=True):
        yield Addition(how, anchor, body)
