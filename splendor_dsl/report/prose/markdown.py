"""A rulebook as Markdown, each sentence with a link to its clause."""

from collections.abc import Iterator, Sequence

from splendor_dsl.report.prose.layout import Table
from splendor_dsl.report.prose.rulebook import Rulebook, Section
from splendor_dsl.report.prose.steps import Sentence


def markdown(book: Rulebook) -> str:
    """The whole book."""
    return "\n".join(_lines(book)) + "\n"


def _lines(book: Rulebook) -> Iterator[str]:
    yield from (f"# {book.title}", "", book.note, "")
    known = {clause.path for clause in book.clauses}
    for section in book.sections:
        yield from _section(section, known)
    yield from (f"## {book.clauses_title}", "")
    for clause in book.clauses:
        cites = f" ({', '.join(clause.cites)})" if clause.cites else ""
        yield f'- <a id="{clause.path}"></a>`{clause.path}`{cites}, {clause.place}: `{clause.text}`'


def _section(section: Section, known: set[str]) -> Iterator[str]:
    link = _link(section.path, known) if not section.sentences else ""
    yield from (f"{'#' * section.level} {section.title}{link}", "")
    if section.sentences:
        yield from _list(section.sentences, known, 0)
        yield ""
    if section.table is not None:
        yield from _table(section.table, known)
        yield ""


def _list(sentences: Sequence[Sentence], known: set[str], depth: int) -> Iterator[str]:
    for each in sentences:
        yield f"{'  ' * depth}- {each.text}{_link(each.path, known)}"
        yield from _list(each.under, known, depth + 1)


def _link(path: str, known: set[str]) -> str:
    return f" [¶](#{path})" if path in known else ""


def _table(table: Table, known: set[str]) -> Iterator[str]:
    yield f"| {' | '.join(table.head)} |"
    yield f"|{' --- |' * len(table.head)}"
    for path, (first, *cells) in table.rows:
        yield f"| {' | '.join((first + _link(path, known), *cells))} |"
