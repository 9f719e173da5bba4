"""From the text of a rule file to its tree, or to what keeps it from being one."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from attrs import frozen

from splendor_dsl.diagnostics import Problem
from splendor_dsl.source import Source, Span
from splendor_dsl.syntax.ast import Clause, Edit, File, Game, Mechanic, Variant
from splendor_dsl.syntax.expressions import Ident, Number
from splendor_dsl.syntax.grammar import grammar_table
from splendor_dsl.syntax.parser import Parser, Unexpected
from splendor_dsl.syntax.tree_expressions import EXPRESSIONS, Builder
from splendor_dsl.syntax.tree_parts import PARTS
from splendor_dsl.syntax.tree_rows import ROWS
from splendor_dsl.syntax.tree_sections import CLAUSES
from splendor_dsl.syntax.tree_steps import EXAMPLES, STEPS
from splendor_dsl.syntax.words import Scanners


@frozen(kw_only=True)
class Parsed:
    """What became of a text: its tree, where one could be made, and all that is wrong with it."""

    file: File | None
    problems: tuple[Problem, ...]


def _start(span: Span, edition: tuple[Ident, Number], *tops: Clause | Edit) -> File:
    kind, number = edition
    headers = [each for each in tops if _is_header(each)]
    return File(
        edition_kind=kind.text,
        edition=number.value,
        header=next((each for each in headers if isinstance(each, Clause)), None),
        tops=tuple(each for each in tops if not _is_header(each)),
        comments=(),
        span=span,
    )


def _is_header(top: Clause | Edit) -> bool:
    return isinstance(top, Clause) and isinstance(top.says, Game | Variant | Mechanic)


def _edition(_span: Span, kind: Ident, number: Number) -> tuple[Ident, Number]:
    return kind, number


BUILDERS: Final[Mapping[str, Builder]] = {
    "start": _start,
    "edition": _edition,
    **PARTS,
    **EXPRESSIONS,
    **ROWS,
    **STEPS,
    **EXAMPLES,
    **CLAUSES,
}


def from_text(source: Source) -> Parsed:
    """The tree of a text and its problems."""
    parser = Parser(source, grammar_table(), _scanners(), BUILDERS)
    try:
        file = parser.run()
    except Unexpected as found:
        span = Span(source, found.start, found.end)
        return Parsed(file=None, problems=(Problem(span=span),))
    return Parsed(file=file, problems=())


@cache
def _scanners() -> Scanners:
    return Scanners(grammar_table())
