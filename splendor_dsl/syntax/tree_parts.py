"""Builders of the parts that all clauses share: notes, blocks and labels."""

from collections.abc import Mapping
from typing import Any, Final

from attrs import frozen

from splendor_dsl.source import Span
from splendor_dsl.syntax.ast import Citation, Clause, Construct
from splendor_dsl.syntax.expressions import Ident
from splendor_dsl.syntax.labels import default_label
from splendor_dsl.syntax.tree_expressions import Builder

Block = tuple[Clause, ...]


@frozen(kw_only=True)
class Text:
    """A text in quotes, without the quotes and backslashes."""

    text: str
    span: Span


@frozen(kw_only=True)
class Notes:
    """The citations and the reason after a clause."""

    cites: tuple[Citation, ...]
    because: str | None


NO_NOTES: Final = Notes(cites=(), because=None)


def clause(
    span: Span,
    construct: Construct,
    label: Ident | str,
    notes: Notes = NO_NOTES,
    *,
    title: Text | None = None,
    block: Block | None = None,
) -> Clause:
    """Return a clause; a label that is no `Ident` is the construct's own word."""
    return Clause(
        construct=construct,
        label=default_label(label, span) if isinstance(label, str) else label,
        labelled=not isinstance(label, str),
        title=None if title is None else title.text,
        cites=notes.cites,
        because=notes.because,
        body=block or (),
        block=block is not None,
        span=span,
    )


def _notes(_span: Span, *parts: tuple[Citation, ...] | str | None) -> Notes:
    cites = tuple(each for part in parts if isinstance(part, tuple) for each in part)
    because = next((part for part in parts if isinstance(part, str)), None)
    return Notes(cites=cites, because=because)


def _cite(_span: Span, *cited: Citation) -> tuple[Citation, ...]:
    return cited


def _cited(span: Span, source: Ident | Text) -> Citation:
    return Citation(text=source.text, quoted=isinstance(source, Text), span=span)


def _because(_span: Span, reason: Text) -> str:
    return reason.text


def _block(_span: Span, *items: Any) -> tuple[Any, ...]:
    return items


PARTS: Final[Mapping[str, Builder]] = {
    "because": _because,
    "block": _block,
    "cite": _cite,
    "cited": _cited,
    "notes": _notes,
}
