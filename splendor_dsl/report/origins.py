"""Where clauses come from: the layer that wrote them, and the options that they are made with."""

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


def writer(resolved: Resolved, span: Span) -> str:
    """The layer whose file something stands in."""
    stem = Path(span.source.name).stem
    if stem in resolved.layers:
        return stem
    return f"mechanics.{stem}" if stem in resolved.mechanics else resolved.layers[0]


def written(resolved: Resolved, clause: Clause, mechanic: str) -> Iterator[str]:
    """The words of a clause, and of what stands in it, as the file of a mechanic has them."""
    for each in (clause, *(inner for _, inner in walk(clause))):
        if writer(resolved, each.span) == mechanic:
            yield from NAME.findall(ASIDE.sub("", each.span.text))


def spans(node: Any) -> Iterator[Span]:
    """Where the parts of a clause stand; what an option gave stands where it was given."""
    if isinstance(node, tuple):
        for each in node:
            yield from spans(each)
    elif isinstance(node, Span):
        yield node
    elif has(type(node)):
        yield from (span for each in fields(type(node)) for span in spans(getattr(node, each.name)))


def lies_in(span: Span, clause: Clause) -> bool:
    """Whether something stands in a clause, as it was written or as it was set."""
    places = (clause.span, *spans(clause))
    return any(
        place.source.name == span.source.name
        and place.start <= span.start
        and span.end <= place.end
        for place in places
    )
