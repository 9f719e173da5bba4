"""Files that a rule file reads: they lie in its folder or below it."""

from __future__ import annotations

from pathlib import Path

from splendor_dsl.diagnostics import Problem
from splendor_dsl.semantics.table_problems import FileOutside
from splendor_dsl.source import Source, Span, read_source


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
