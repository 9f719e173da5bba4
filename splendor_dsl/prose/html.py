"""A rulebook as a self-contained page of HTML, for the screen and for paper."""

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from splendor_dsl.prose.layout import Table
from splendor_dsl.prose.rulebook import Rulebook, Section
from splendor_dsl.prose.steps import Sentence

_STYLE: Final = """
body { font: 11pt/1.45 Georgia, serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; color: #222 }
h1, h2, h3, h4 { font-family: Helvetica, Arial, sans-serif; line-height: 1.2; break-after: avoid }
h2 { border-bottom: 1px solid #999; margin-top: 2.2rem }
h4 { margin-bottom: 0 }
ul { padding-left: 1.3rem }
table { border-collapse: collapse; font-size: 9.5pt }
th, td { border: 1px solid #ccc; padding: .15rem .5rem; text-align: left }
a { color: #888; text-decoration: none }
code { font-size: 9pt }
.note { color: #666 }
.page td:first-child { font-weight: bold; width: 10rem }
@page { size: A4; margin: 18mm }
@media print {
  body { margin: 0; max-width: none }
  a { display: none }
  .page { break-before: page; break-after: page }
  .page h2 { margin-top: 0 }
  .page table { font-size: 8.5pt; line-height: 1.3 }
  .page td:first-child { width: 7rem }
}
"""


def html(book: Rulebook) -> str:
    """Return the whole book."""
    return "\n".join(_lines(book)) + "\n"


def _lines(book: Rulebook) -> Iterator[str]:
    yield f'<!doctype html>\n<html lang="{escape(book.language)}">\n<head>\n<meta charset="utf-8">'
    yield f"<title>{escape(book.title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>"
    yield f'<h1>{escape(book.title)}</h1>\n<p class="note">{escape(book.note)}</p>'
    known = {clause.path for clause in book.clauses}
    for section in book.sections:
        if section.page:
            yield '<div class="page" id="page">'
        yield from _section(section, known)
        if section.page:
            yield "</div>"
    yield f'<h2 id="clauses">{escape(book.clauses_title)}</h2>\n<ul>'
    for clause in book.clauses:
        cites = f" ({escape(', '.join(clause.cites))})" if clause.cites else ""
        where = f"<code>{escape(clause.path)}</code>{cites}, {escape(clause.place)}"
        text = f"<code>{escape(clause.text)}</code>"
        yield f'<li id="{escape(clause.path)}">{where}: {text}</li>'
    yield "</ul>\n</body>\n</html>"


def _section(section: Section, known: set[str]) -> Iterator[str]:
    link = _link(section.path, known) if not section.sentences else ""
    yield f"<h{section.level}>{escape(section.title)}{link}</h{section.level}>"
    if section.sentences:
        yield from _list(section.sentences, known)
    if section.table is not None:
        yield from _table(section.table, known)


def _list(sentences: Sequence[Sentence], known: set[str]) -> Iterator[str]:
    yield "<ul>"
    for each in sentences:
        yield f"<li>{escape(each.text)}{_link(each.path, known)}"
        if each.under:
            yield from _list(each.under, known)
        yield "</li>"
    yield "</ul>"


def _link(path: str, known: set[str]) -> str:
    return f' <a href="#{escape(path)}" title="{escape(path)}">¶</a>' if path in known else ""


def _table(table: Table, known: set[str]) -> Iterator[str]:
    yield "<table>"
    if any(table.head):
        yield "<tr>" + "".join(f"<th>{escape(cell)}</th>" for cell in table.head) + "</tr>"
    for path, (first, *cells) in table.rows:
        cells_ = (escape(first) + _link(path, known), *map(escape, cells))
        yield "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells_) + "</tr>"
    yield "</table>"
