"""The rulebook of a game: chapters, tables, worked examples and a player aid, each sentence with its clause."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import frozen

from splendor_dsl.prose.clauses import Chapter, Part, chapters
from splendor_dsl.prose.examples import example_sentences
from splendor_dsl.prose.layout import Table
from splendor_dsl.prose.pieces import amounts
from splendor_dsl.prose.player_aid import player_aid
from splendor_dsl.prose.steps import Sentence
from splendor_dsl.prose.things import capital
from splendor_dsl.prose.words import Words
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics.examples import Example
from splendor_dsl.semantics.layers import Resolved
from splendor_dsl.semantics.names import ENGLISH
from splendor_dsl.semantics.touches import CHANGES
from splendor_dsl.semantics.tree import find
from splendor_dsl.span import Span


@frozen(kw_only=True)
class Section:
    """A heading with sentences and a table; nested sections have a greater level.

    A `page` is printed on a page of its own, for the table.
    """

    title: str
    level: int
    path: str = ""
    sentences: tuple[Sentence, ...] = ()
    table: Table | None = None
    page: bool = False


@frozen(kw_only=True)
class Clause:
    """A clause behind sentences: its place, its citations, and its text."""

    path: str
    place: str
    cites: tuple[str, ...]
    text: str


@frozen(kw_only=True)
class Rulebook:
    """A whole book."""

    title: str
    language: str
    note: str
    sections: tuple[Section, ...]
    clauses_title: str
    clauses: tuple[Clause, ...]


def rulebook(words: Words, resolved: Resolved, examples: Sequence[Example]) -> Rulebook:
    """Return the book of a game in a language."""
    content = chapters(words)
    sections = tuple(_sections(words, content, examples))
    paths = dict.fromkeys(path for section in sections for path in _paths(section))
    return Rulebook(
        title=words.heading("game"),
        language=words.language,
        note=words.say("Made from the rules of the game. Unofficial."),
        sections=sections,
        clauses_title=words.say("The clauses"),
        clauses=tuple(_clauses(resolved, paths)),
    )


def _sections(
    words: Words, content: Sequence[Chapter], examples: Sequence[Example]
) -> Iterator[Section]:
    titles = {
        "components": words.say("Components"),
        "setup": words.say("Setup"),
        "turn": words.say("The game"),
        "end": words.say("The end of the game"),
    }
    for chapter in content:
        yield Section(title=titles[chapter.name], level=2)
        yield from (_section(part) for part in chapter.parts)
    yield Section(title=words.say("Examples"), level=2)
    for number, example in enumerate(examples, 1):
        yield _example(words, example, number)
    yield Section(title=words.say("Tables"), level=2)
    for kind in words.model.kinds.values():
        table = _table(words, kind)
        if table.rows:
            title = capital(words.name(kind.where.path, 2))
            yield Section(title=title, level=3, path=kind.where.path, table=table)
    yield Section(title=words.say("At a glance"), level=2, page=True, table=player_aid(words))


def _section(part: Part) -> Section:
    content = part.sentences if part.table is None else ()
    title = capital(part.heading)
    return Section(title=title, level=3, path=part.path, sentences=content, table=part.table)


def _example(words: Words, example: Example, number: int) -> Section:
    path = example.where.path
    title = example.where.title if words.language == ENGLISH else words.own_name(path)
    return Section(
        title=capital(title or words.say("Example {number}", number=number)),
        level=3,
        path=path,
        sentences=tuple(example_sentences(words, example)),
    )


def _table(words: Words, kind: m.Kind) -> Table:
    fields = tuple(kind.fields.values())
    pieces = [words.model.pieces[number] for number in words.model.pieces_of(kind.name)]
    titled = any(piece.title for piece in pieces)
    head = tuple(capital(words.heading(field.where.path)) for field in fields)
    name = (capital(words.name(kind.where.path)),) if titled else ()
    rows = []
    for piece in pieces:
        cells = tuple(_cell(words, piece.values.get(field.name)) for field in fields)
        title = (words.piece(piece.where.path, piece.title or ""),) if titled else ()
        rows.append((piece.where.path, (*title, *cells)))
    return Table(head=(*name, *head), rows=tuple(rows))


def _cell(words: Words, value: int | tuple[int, ...] | None) -> str:
    if isinstance(value, tuple):
        return amounts(words, dict(zip(words.model.token_names(), value, strict=True)))
    return "" if value is None else str(value)


def _paths(section: Section) -> Iterator[str]:
    if section.path:
        yield section.path
    yield from _paths_of(section.sentences)


def _paths_of(sentences: Sequence[Sentence]) -> Iterator[str]:
    for each in sentences:
        yield each.path
        yield from _paths_of(each.under)


def _clauses(resolved: Resolved, paths: dict[str, None]) -> Iterator[Clause]:
    """Yield the clauses at paths; a clause that a variant has set appears with the line of the variant."""
    latest = _last_set_spans(resolved)
    for path in paths:
        clause = find(resolved.tree, path)
        if clause is not None:
            span = latest.get(path, clause.span)
            cites = tuple(cite.text for cite in clause.cites)
            text = span.text.partition("\n")[0].removesuffix("{").strip()
            place = f"{Path(span.source.name).name}:{span.line}"
            yield Clause(path=path, place=place, cites=cites, text=text)


def _last_set_spans(resolved: Resolved) -> dict[str, Span]:
    """Return the line that last sets each clause, unless the clause was replaced later."""
    found: dict[str, Span] = {}
    for touch in resolved.touches:
        if touch.how == "set":
            found[touch.path] = touch.span
        elif touch.how in CHANGES:
            gone = f"{touch.path}."
            found = {at: span for at, span in found.items() if not f"{at}.".startswith(gone)}
    return found


def without_clause(book: Rulebook) -> tuple[str, ...]:
    """Return the paths of sentences without a clause; there should be none."""
    known = {clause.path for clause in book.clauses}
    paths = (path for section in book.sections for path in _paths(section))
    return tuple(path for path in dict.fromkeys(paths) if path not in known)
