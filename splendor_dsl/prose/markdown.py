"""A rulebook as Markdown, each sentence with a link to its clause."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from splendor_dsl.prose.layout import Table
from splendor_dsl.prose.rulebook import Rulebook, Section
from splendor_dsl.prose.steps import Sentence

# The special characters of Markdown.
_MARKS: Final = re.compile(r"[\\`*\[\]<|]|(?<![^\W_])_|_(?![^\W_])")


def markdown(book: Rulebook) -> str:
    """Return the whole book."""
    return "\n".join(_lines(book)) + "\n"


def _lines(book: Rulebook) -> Iterator[str]:
    yield from (f"# {_plain(book.title)}", "", _plain(book.note), "")
    known = {clause.path for clause in book.clauses}
    for section in book.sections:
        yield from _section(section, known)
    yield from (f"## {_plain(book.clauses_title)}", "")
    for clause in book.clauses:
        cites = f" ({', '.join(clause.cites)})" if clause.cites else ""
        where = f"`{clause.path}`{cites}, {_plain(clause.place)}"
        yield f'- <a id="{clause.path}"></a>{where}: {_code(clause.text)}'


def _plain(text: str) -> str:
    """Return a text with the special characters of Markdown escaped."""
    return _MARKS.sub(r"\\\g<0>", text)


def _code(text: str) -> str:
    """Return a text as code."""
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def _section(section: Section, known: set[str]) -> Iterator[str]:
    link = _link(section.path, known) if not section.sentences else ""
    yield from (f"{'#' * section.level} {_plain(section.title)}{link}", "")
    if section.sentences:
        yield from _list(section.sentences, known, 0)
        yield ""
    if section.table is not None:
        yield from _table(section.table, known)
        yield ""


def _list(sentences: Sequence[Sentence], known: set[str], depth: int) -> Iterator[str]:
    for each in sentences:
        yield f"{'  ' * depth}- {_plain(each.text)}{_link(each.path, known)}"
        yield from _list(each.under, known, depth + 1)


def _link(path: str, known: set[str]) -> str:
    return f" [¶](#{path})" if path in known else ""


def _table(table: Table, known: set[str]) -> Iterator[str]:
    yield f"| {' | '.join(map(_plain, table.head))} |"
    yield f"|{' --- |' * len(table.head)}"
    for path, (first, *cells) in table.rows:
        cells_ = (_plain(first) + _link(path, known), *map(_plain, cells))
        yield f"| {' | '.join(cells_)} |"
