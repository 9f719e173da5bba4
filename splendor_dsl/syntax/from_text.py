"""From the text of a rule file to its tree and its problems."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from attrs import frozen

from splendor_dsl.diagnostics import Problem, sort_problems
from splendor_dsl.identifiers import is_identifier
from splendor_dsl.source import Source, Span, hidden_characters
from splendor_dsl.syntax.ast import Clause, Comment, Edit, File, Game, Mechanic, Variant
from splendor_dsl.syntax.editions import wrong_words
from splendor_dsl.syntax.expressions import Ident, Number
from splendor_dsl.syntax.grammar import grammar_table
from splendor_dsl.syntax.outline import Outline, outline
from splendor_dsl.syntax.parser import Parser
from splendor_dsl.syntax.problems import (
    DIGIT_LIMIT,
    EDITION,
    PROBLEM_LIMIT,
    EditionMissing,
    EditionUnknown,
    HeaderMisplaced,
    HeaderMissing,
    HeaderUnfit,
    MoreProblems,
)
from splendor_dsl.syntax.recovery import Recovery
from splendor_dsl.syntax.scanner import Scanners
from splendor_dsl.syntax.shape_problems import FileEmpty
from splendor_dsl.syntax.tree_expressions import EXPRESSIONS, Builder
from splendor_dsl.syntax.tree_headers import EDITS, HEADERS
from splendor_dsl.syntax.tree_parts import PARTS
from splendor_dsl.syntax.tree_rows import ROWS
from splendor_dsl.syntax.tree_sections import CLAUSES
from splendor_dsl.syntax.tree_steps import EXAMPLES, STEPS
from splendor_dsl.syntax.wording import words_of


@frozen(kw_only=True)
class Parsed:
    """The result of parsing: the tree of a text, if there is one, and all problems.

    With problems, the tree holds what could be read: good enough to look around in, not to play.
    """

    file: File | None
    problems: tuple[Problem, ...]


Edition = tuple[Ident, Number]
Whole = tuple[Edition, tuple[Clause | Edit, ...]]


def _start(_span: Span, edition: Edition, *tops: Clause | Edit) -> Whole:
    return edition, tops


def _edition(_span: Span, kind: Ident, number: Number) -> Edition:
    return kind, number


BUILDERS: Final[Mapping[str, Builder]] = {
    "start": _start,
    "edition": _edition,
    **PARTS,
    **EXPRESSIONS,
    **ROWS,
    **STEPS,
    **EXAMPLES,
    **HEADERS,
    **CLAUSES,
    **EDITS,
}


def from_text(source: Source) -> Parsed:
    """Return the tree of a text and its problems."""
    hidden = hidden_characters(source)
    if hidden:
        return Parsed(file=None, problems=hidden)
    shape = outline(source)
    if shape.hopeless:
        return Parsed(file=None, problems=shape.problems)
    if _is_empty(source, shape.comments):
        return Parsed(file=None, problems=(FileEmpty(span=Span(source, 0, 0)),))
    return _parse(source, shape)


def _is_empty(source: Source, comments: tuple[Comment, ...]) -> bool:
    """Return whether a text consists of comments and blanks."""
    position = 0
    for comment in comments:
        if source.text[position : comment.span.start].strip():
            return False
        position = comment.span.end
    return not source.text[position:].strip()


def _parse(source: Source, shape: Outline) -> Parsed:
    parser = Parser(source, shape, _scanners(), BUILDERS)
    recovery = Recovery(parser, {each.span.line for each in shape.problems if each.span})
    while (word := parser.run()) is not None:
        if not recovery.go_on(word):
            break
    if parser.result is None and isinstance(recovery.problems[0], EditionMissing):
        # It is no rule file: whatever else seems wrong with it is not.
        return Parsed(file=None, problems=(recovery.problems[0],))
    problems = (*shape.problems, *recovery.problems, *parser.problems)
    if parser.result is None:
        return Parsed(file=None, problems=_limited(problems))
    return _finish(parser, shape, problems)


def _finish(parser: Parser, shape: Outline, problems: tuple[Problem, ...]) -> Parsed:
    source = parser.source
    whole: Whole = parser.result
    (kind, number), tops = whole
    header = next((top for top in tops if _is_header(top)), None)
    file = File(
        edition_kind=kind.text,
        edition=number.value,
        edition_span=number.span,
        header=header if isinstance(header, Clause) else None,
        tops=tuple(top for top in tops if top is not header),
        comments=shape.comments,
        words=parser.names,
        span=Span(source, 0, len(source.text)),
    )
    if not 1 <= number.value <= EDITION:
        # In a later edition other words may be right.
        text = number.span.text
        found = text if len(text) <= DIGIT_LIMIT else f"a number of {len(text)} digits"
        return Parsed(file=None, problems=(EditionUnknown(span=number.span, found=found),))
    return Parsed(
        file=file, problems=_limited(problems or tuple(_whole_problems(file, kind, tops)))
    )


def _is_header(top: Clause | Edit) -> bool:
    return isinstance(top, Clause) and isinstance(top.construct, Game | Variant | Mechanic)


def _whole_problems(file: File, kind: Ident, tops: tuple[Clause | Edit, ...]) -> Iterator[Problem]:
    """Yield the problems of a file whose clauses are all well formed."""
    yield from _header_problems(file, kind, tops)
    yield from wrong_words(file)


def _header_problems(file: File, kind: Ident, tops: tuple[Clause | Edit, ...]) -> Iterator[Problem]:
    expected = "a mechanic" if file.edition_kind == "mechanic" else "a game or variant"
    if file.header is None:
        span, found = _first_word(tops[0].span) if tops else (_end_of(file), "the end of the file")
        yield HeaderMissing(span=span, expected=expected, found=found)
        return
    span, found = _first_word(file.header.span)
    if isinstance(file.header.construct, Mechanic) != (file.edition_kind == "mechanic"):
        first = f"splendor {kind.text}"
        yield HeaderUnfit(span=span, expected=expected, first=first, found=found.strip("'"))
    for index, top in enumerate(tops):
        if _is_header(top) and (index > 0 or top is not file.header):
            yield HeaderMisplaced(span=_first_word(top.span)[0])


def _first_word(span: Span) -> tuple[Span, str]:
    word = span.text.split()[0]
    return Span(span.source, span.start, span.start + len(word)), repr(word)


def _end_of(file: File) -> Span:
    end = len(file.span.source.text.rstrip())
    return Span(file.span.source, end, end)


def _limited(problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
    """Return the first problems, and one that counts the rest."""
    ordered = sort_problems(problems)
    if len(ordered) <= PROBLEM_LIMIT:
        return ordered
    return *ordered[:PROBLEM_LIMIT], MoreProblems(span=ordered[PROBLEM_LIMIT].span)


@cache
def _scanners() -> Scanners:
    return Scanners(grammar_table())


@cache
def reserved() -> frozenset[str]:
    """Return the words of the language that cannot be names."""
    table = grammar_table()
    kinds = {each.name for each in table.terminals}
    return frozenset(word for word, _ in words_of(table, kinds) if not is_name(word))


def is_name(word: str) -> bool:
    """Return whether the language accepts a word as a name."""
    header = f'splendor rules {EDITION}\n\nvariant {word} "" extends {word}\n'
    return is_identifier(word) and not from_text(Source(name="", text=header)).problems
