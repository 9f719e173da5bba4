"""Files that a rule file reads: they lie in its folder or below it."""

from __future__ import annotations

from pathlib import Path

from splendor_dsl.diagnostics import Problem, problem_kind
from splendor_dsl.semantics.table_problems import FileOutside
from splendor_dsl.source import Source, Span, read_source


@problem_kind
class RecordUnread(Problem):
    """The record that an example goes on from is not there, lies outside the folder, or can't be read.

    This example fails, and nothing else: the game can be played, and the record be made by it.

    Fails, where there is no such file:

        example late { given record "night.games/noe.record" before move 6; then round = 3 }

    Passes, where the file is there:

        example late { given record "night.games/one.record" before move 6; then round = 3 }
    """

    code = "SPL504"
    severity = "warning"
    headline = "the example {example!r} can't begin: {why}"

    example: str
    why: str
    advice: str | None = None

    def help(self) -> str | None:
        """The file that was probably meant."""
        return self.advice


def read_beside(name: str, span: Span) -> Source | Problem:
    """The text of a file beside the one that names it there."""
    folder = span.source.path.parent.resolve() if span.source.path else None
    path = (folder / name).resolve() if folder else None
    if (
        folder is None
        or path is None
        or not path.is_relative_to(folder)
        or Path(name).is_absolute()
    ):
        return FileOutside(name=name, span=span)
    source = read_source(path, str(Path(span.source.name).parent / name))
    return source.but(span=span) if isinstance(source, Problem) else source
