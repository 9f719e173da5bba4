"""The origins of clauses: the layer that wrote them, and the options that they are made with."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from attrs import fields, has

from splendor_dsl.semantics.layers import Resolved
from splendor_dsl.semantics.tree import walk
from splendor_dsl.span import Span
from splendor_dsl.syntax.ast import Clause

NAME: Final = re.compile(r"[a-z_]\w*")
ASIDE: Final = re.compile(r'"[^"]*"|#.*')


def layer_of(resolved: Resolved, span: Span) -> str:
    """Return the layer whose file contains a span."""
    stem = Path(span.source.name).stem
    if stem in resolved.layers:
        return stem
    return f"mechanics.{stem}" if stem in resolved.mechanics else resolved.layers[0]


def words_from(resolved: Resolved, clause: Clause, mechanic: str) -> Iterator[str]:
    """Yield the words of a clause, and of those inside it, that the file of a mechanic contains."""
    for each in (clause, *(inner for _, inner in walk(clause))):
        if layer_of(resolved, each.span) == mechanic:
            yield from NAME.findall(ASIDE.sub("", each.span.text))


def spans(node: Any) -> Iterator[Span]:
    """Yield the spans of the parts of a clause; a part given by an option has the span of the option."""
    if isinstance(node, tuple):
        for each in node:
            yield from spans(each)
    elif isinstance(node, Span):
        yield node
    elif has(type(node)):
        yield from (span for each in fields(type(node)) for span in spans(getattr(node, each.name)))


def is_inside(span: Span, clause: Clause) -> bool:
    """Return whether a span is inside a clause, as it was written or as it was set."""
    places = (clause.span, *spans(clause))
    return any(
        place.source.name == span.source.name
        and place.start <= span.start
        and span.end <= place.end
        for place in places
    )
