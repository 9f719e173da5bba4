"""Test coverage of games as one self-contained page: the rule files with coloured lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Final

from attrs import frozen

from splendor_dsl.report.coverage import COLUMNS, coverage_rows, missed_text
from splendor_dsl.span import Source
from splendor_dsl.testing.coverage import Coverage
from splendor_dsl.testing.elements import Element

_TITLE: Final = "What the tests reach"
_STYLE: Final = """
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { padding: .2rem .8rem; text-align: right; border-bottom: 1px solid #8884; }
th:first-child, td:first-child { text-align: left; }
ol { font: 13px/1.45 ui-monospace, monospace; padding-left: 4rem; }
ol li { padding-left: .6rem; border-left: .35rem solid #8882; }
pre { font: inherit; margin: 0; }
li.all { border-left-color: #2a9d4a; background: #2a9d4a1c; }
li.some { border-left-color: #d9a400; background: #d9a40030; }
li.none { border-left-color: #d13b3b; background: #d13b3b30; }
li b { font-weight: normal; font-style: italic; opacity: .75; }
"""
_LEGEND: Final = (
    ("all", "all that can become of the line is reached"),
    ("some", "some of it is"),
    ("none", "none of it is"),
)


def is_coverage_page(content: bytes) -> bool:
    """Return whether the content of a file is such a page; no other page has this title."""
    return content.startswith(b"<!DOCTYPE html>") and f"<title>{_TITLE}</title>".encode() in content


def coverage_page(games: Sequence[tuple[str, Coverage]]) -> str:
    """Return the page of some games."""
    legend = "".join(f'<li class="{name}">{escape(text)}</li>' for name, text in _LEGEND)
    parts = [part for name, coverage in games for part in _game(name, coverage)]
    return "\n".join(
        [
            '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{_TITLE}</title>\n<style>{_STYLE}</style>\n</head>\n<body>",
            f"<h1>{_TITLE}</h1>\n<ol>{legend}</ol>",
            *parts,
            "</body>\n</html>\n",
        ]
    )


def _game(name: str, coverage: Coverage) -> Iterator[str]:
    yield f"<h2>{escape(name)}</h2>"
    yield "<table>" + _row("th", COLUMNS)
    yield from (_row("td", row) for row in coverage_rows(coverage))
    yield "</table>"
    sources = {each.span.source.name: each.span.source for each in coverage.elements}
    for file, source in sources.items():
        here = [each for each in coverage.elements if each.span.source.name == file]
        yield f"<h3>{escape(file)}</h3>"
        yield "<ol>"
        yield from _lines(source, here, coverage)
        yield "</ol>"


def _row(tag: str, cells: Iterable[str]) -> str:
    return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"


@frozen
class _Line:
    """The elements of a line: their number, and those that were missed."""

    total: int
    missed: tuple[Element, ...]

    @property
    def state(self) -> str:
        """Return "all", "some" or "none": the reached part of the line."""
        if not self.missed:
            return "all"
        return "some" if len(self.missed) < self.total else "none"


def _lines(source: Source, elements: Iterable[Element], coverage: Coverage) -> Iterator[str]:
    states = _states(elements, coverage)
    for number in range(1, source.line_count + 1):
        text = escape(source.line_text(number)) or " "
        line = states.get(number)
        if line is None:
            yield f"<li><pre>{text}</pre></li>"
            continue
        note = f"  <b>&larr; {escape(missed_text(line.missed))}</b>" if line.missed else ""
        yield f'<li class="{line.state}"><pre>{text}{note}</pre></li>'


def _states(elements: Iterable[Element], coverage: Coverage) -> Mapping[int, _Line]:
    states: dict[int, _Line] = {}
    for each in elements:
        missed = () if each.reached(coverage.seen) else (each,)
        for number in each.lines:
            was = states.get(number, _Line(0, ()))
            states[number] = _Line(was.total + 1, (*was.missed, *missed))
    return states
