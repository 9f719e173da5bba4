"""The labels of clauses without one of the author's."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from attrs import evolve

from splendor_dsl.identifiers import normalised
from splendor_dsl.source import Span
from splendor_dsl.syntax import ast
from splendor_dsl.syntax.expressions import Ident

_FIRST_WORD: Final = re.compile(r"\w*")
_NO_LETTER: Final = re.compile(r"[\W_]+")
_NUMBERED: Final = {
    ast.ExamplePlayers: "players",
    ast.Given: "given",
    ast.GivenToMove: "given",
    ast.GivenRound: "given",
    ast.GivenCount: "given",
    ast.GivenSince: "given",
    ast.GivenRecord: "given",
    ast.When: "when",
    ast.Then: "then",
}


def default_label(word: str, span: Span) -> Ident:
    """Return the label that a construct has by default; its span is where the construct begins."""
    match = _FIRST_WORD.match(span.source.text, span.start)
    end = span.start if match is None else match.end()
    return Ident(text=word, span=Span(span.source, span.start, end))


def row_label(sides: Iterable[ast.Side], span: Span) -> Ident:
    """Return the label of a row: the titles of its sides, or else their cells."""
    return Ident(text="_or_".join(_side_name(side) for side in sides), span=span)


def _side_name(side: ast.Side) -> str:
    slug = slug_of(side.title or "")
    return slug or "_".join(_parts(side)) or "row"


def slug_of(title: str) -> str:
    """Return a title in lower case and normalised, with `_` for all that is no letter or digit."""
    return _NO_LETTER.sub("_", normalised(normalised(title).lower())).strip("_")


def _parts(side: ast.Side) -> Iterator[str]:
    for cell in side.cells:
        if cell.name is not None:
            yield cell.name.text
        if isinstance(cell.value, int):
            yield str(cell.value).replace("-", "minus_")
        else:
            yield from (word.text for word in cell.value)
    for item in side.amounts or ():
        yield f"{item.count}{'each_' if item.each else ''}{item.what.text}"


def numbered(items: tuple[ast.Clause, ...]) -> tuple[ast.Clause, ...]:
    """Return the items of an example, labelled by their words and numbered: `given_1`, `given_2`, `when_1`."""
    counts: dict[str, int] = {}
    named = []
    for item in items:
        word = _NUMBERED[type(item.construct)]
        counts[word] = counts.get(word, 0) + 1
        named.append(evolve(item, label=evolve(item.label, text=f"{word}_{counts[word]}")))
    return tuple(named)
