"""The problems of tables of pieces, in a rule file or in a CSV file beside it."""

from __future__ import annotations

from splendor_dsl.diagnostics import Problem, problem_kind


@problem_kind
class BadTable(Problem):
    """A table of pieces in a CSV file can't be read: a ragged row, an unclosed quote, a cell that is no number."""

    code = "SPL213"
    headline = "{what}: expected {expected}, found {found}"

    what: str
    expected: str
    found: str


@problem_kind
class FileOutside(Problem):
    """A rule file reads only files in its own folder and below it."""

    code = "SPL214"
    headline = "expected a file in the folder of the rules, found {name!r}"
    hint = "put the file beside the rules, or into a folder there"

    name: str


@problem_kind
class BadRow(Problem):
    """A row of a table does not fit the fields of its kind."""

    code = "SPL306"
    headline = "{what}: expected {expected}, found {found}"
    hint = "cells stand in the order of the fields; a field with a default may be left out"

    what: str
    expected: str
    found: str
    colon: str | None = None  # the field whose amounts come after a colon, if the row has none
    in_order: bool = True  # of the fields; in a CSV file, headings name the cells

    def help(self) -> str | None:
        """Return where the amounts belong, or the cells."""
        if self.colon is None:
            return super().help() if self.in_order else None
        return f"the amounts of {self.colon!r} stand after a colon, as in ': 2 ..., 1 ...'"
