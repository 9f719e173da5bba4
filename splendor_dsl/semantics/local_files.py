"""Files that a rule file reads: they are in its folder or below it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from attrs import define, field

from splendor_dsl.diagnostics import MOST_REPORTED, Problem, problem_kind
from splendor_dsl.semantics.table_problems import FileOutside
from splendor_dsl.semantics.type_problems import TooLarge
from splendor_dsl.source import SIZE_LIMIT, Source, Span, read_source

MOST_IN_RECORDS: Final = SIZE_LIMIT  # characters; a record of a game has some thousand


@problem_kind
class RecordUnread(Problem):
    """The record that an example goes on from is not there, lies outside the folder, or can't be read."""

    code = "SPL504"
    severity = "warning"
    headline = "the example {example!r} can't begin: {why}"

    example: str
    why: str
    advice: str | None = None

    def help(self) -> str | None:
        """Return the advice: the file that was probably meant."""
        return self.advice


@define
class LocalRecords:
    """The records that the examples of a game begin with, each read once, up to a size of all together."""

    letters: int = MOST_IN_RECORDS
    known: dict[str, Source | Problem] = field(factory=dict)

    def read(self, name: str, span: Span) -> Source | Problem:
        """Return a record; a `TooLarge` problem once all records are too long together."""
        if name not in self.known:
            self.known[name] = self._read(name, span)
        found = self.known[name]
        return found if isinstance(found, Source) else found.but(span=span)

    def _read(self, name: str, span: Span) -> Source | Problem:
        found: Source | Problem | None = None
        if self.letters >= 0:
            found = read_local_file(name, span, near=len(self.known) < MOST_REPORTED)
            self.letters -= len(found.text) if isinstance(found, Source) else 0
        if found is not None and self.letters >= 0:
            return found
        what, read = "characters in all records that examples name", MOST_IN_RECORDS - self.letters
        return TooLarge(what=what, bound=MOST_IN_RECORDS, found=read, span=span)


def read_local_file(name: str, span: Span, *, near: bool = True) -> Source | Problem:
    """Return the source of a file in the folder of the one that names it; with `near`, a problem names a similar file."""
    folder = span.source.path.parent.resolve() if span.source.path else None
    path = (folder / name).resolve() if folder else None
    if (
        folder is None
        or path is None
        or not path.is_relative_to(folder)
        or Path(name).is_absolute()
    ):
        return FileOutside(name=name, span=span)
    source = read_source(path, str(Path(span.source.name).parent / name), near=near)
    return source.but(span=span) if isinstance(source, Problem) else source
