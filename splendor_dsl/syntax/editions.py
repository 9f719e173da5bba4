"""The editions of the language: the wording that each one changes, and the conversion of a file to the newest.

A file of an older edition is read as it is. To change the language, add a `Rewording` for the next edition, let the
grammar accept both, and let the formatter keep the author's wording.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from attrs import frozen

from splendor_dsl.span import Span
from splendor_dsl.syntax.ast import Clause, File, Then
from splendor_dsl.syntax.problems import EDITION, OtherEdition


@frozen(kw_only=True)
class Place:
    """A place where two editions differ, with the wording of each."""

    span: Span
    before: str
    since: str


@frozen(kw_only=True)
class Rewording:
    """A wording that an edition changes: a sentence about it, and its places in a file."""

    edition: int
    sentence: str
    places: Callable[[File], Iterator[Place]]


def _winners(file: File) -> Iterator[Place]:
    for clause in _clauses(file):
        if isinstance(clause.construct, Then) and clause.construct.verb is not None:
            several = len(clause.construct.players) > 1
            word = clause.construct.verb
            yield Place(span=word.span, before="wins", since="win" if several else "wins")


REWORDINGS: Final = (
    Rewording(edition=2, sentence="several players win: `then Ann, Bob win`", places=_winners),
)


def wrong_words(file: File) -> Iterator[OtherEdition]:
    """Yield a problem for each word that belongs to another edition than that of the file."""
    for rewording in REWORDINGS:
        for place in rewording.places(file):
            expected = place.since if file.edition >= rewording.edition else place.before
            if place.span.text != expected:
                found, edition = place.span.text, file.edition
                yield OtherEdition(expected=expected, found=found, edition=edition, span=place.span)


def in_edition(file: File, edition: int = EDITION) -> str:
    """Return the text of a file in the newest edition, or in another; comments and layout stay."""
    changes = [(file.edition_span, str(edition))]
    for rewording in REWORDINGS:
        later = edition >= rewording.edition
        places = rewording.places(file)
        changes += ((each.span, each.since if later else each.before) for each in places)
    text = file.span.source.text
    for span, new in sorted(changes, key=lambda change: -change[0].start):
        text = text[: span.start] + new + text[span.end :]
    return text


def _clauses(file: File) -> Iterator[Clause]:
    """Yield every clause of the file, at any depth."""
    waiting = [top for top in file.tops if isinstance(top, Clause)]
    while waiting:
        clause = waiting.pop()
        yield clause
        waiting += clause.body
