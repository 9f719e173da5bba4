"""Rules with one change: a number, a comparison, a zone, an order, or a cell of a table.

A mutant is a change of the merged tree, not of a text. A text with effect in several places changes in all of them: an
option of a mechanic is one number, wherever the fragment uses it. A change that provably means the same is no mutant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, cast

from attrs import evolve, field, fields, frozen, has

from splendor_dsl.semantics.layers import Resolved
from splendor_dsl.semantics.model import Model
from splendor_dsl.semantics.path_index import parts_by_path
from splendor_dsl.semantics.tree import change, find, put, walk
from splendor_dsl.span import Span
from splendor_dsl.syntax import ast as a

KINDS: Final = ("number", "comparison", "zone", "order")
CELL: Final = "cell"
# Tests are no rules, and options of a mechanic count where the mechanic uses them.
_NOT_RULES: Final = ("examples", "invariants", "mechanics")
Change = Callable[[a.Clause], a.Clause]


@frozen(kw_only=True)
class Mutant:
    """One change of the rules from `was` to `now`; `apply` makes it in the merged tree."""

    kind: str
    path: str
    was: str
    now: str
    span: Span
    apply: Change = field(eq=False, repr=False)

    @property
    def key(self) -> str:
        """Return an identifier that equals that of the same change at the same place in another game."""
        file = self.span.source.path or self.span.source.name
        return f"{file}:{self.span.start}:{self.span.end}:{self.kind}:{self.was}:{self.now}"


@frozen(kw_only=True)
class Site:
    """A clause that may be changed, with its game."""

    path: str
    clause: a.Clause
    tree: a.Clause
    model: Model
    parts: Any = field(repr=False)  # of the model, by path

    @property
    def part(self) -> Any:
        """The part of the model that the clause became, if any."""
        return self.parts.get(self.path)

    def node(self, kind: str, old: Any, new: Any, *, was: str = "", now: str = "") -> Mutant:
        """Return a mutant with an expression, or a part of one, replaced wherever its source text takes effect."""
        return Mutant(
            kind=kind,
            path=self.path,
            was=was or old.span.text,
            now=now,
            span=old.span,
            apply=lambda tree: replace_everywhere(tree, old, new),
        )

    def construct_with(self, kind: str, was: str, now: str, **changes: Any) -> Mutant:
        """Return a mutant with a part of the clause's own text replaced."""
        construct: Any = self.clause.construct
        changed = evolve(self.clause, construct=evolve(construct, **changes))
        return self.clause_is(kind, was, now, changed)

    def clause_is(self, kind: str, was: str, now: str, changed: a.Clause) -> Mutant:
        """Return a mutant with the clause replaced."""
        return Mutant(
            kind=kind,
            path=self.path,
            was=was,
            now=now,
            span=self.clause.span,
            apply=lambda tree: change(tree, self.path, lambda block, at: put(block, at, changed)),
        )

    def swapped(self, one: int, other: int) -> Mutant:
        """Return a mutant with two clauses of the block exchanged."""
        body = list(self.clause.body)
        body[one], body[other] = body[other], body[one]
        first, second = self.clause.body[one], self.clause.body[other]
        changed = self.clause.with_body(tuple(body))
        mutant = self.clause_is(
            "order", f"{first.name}, {second.name}", f"{second.name}, {first.name}", changed
        )
        return evolve(mutant, path=f"{self.path}.{second.name}", span=second.span)


def sites(resolved: Resolved, model: Model) -> Iterator[Site]:
    """Yield every clause that defines the game."""
    parts = parts_by_path(model)
    for path, clause in walk(resolved.tree):
        if path.partition(".")[0] not in _NOT_RULES:
            yield Site(path=path, clause=clause, tree=resolved.tree, model=model, parts=parts)


def replace_everywhere(tree: a.Clause, old: Any, new: Any) -> a.Clause:
    """Return the tree with a node replaced wherever its source text takes effect."""
    return cast("a.Clause", _replace(tree, old, new))


def _replace(node: Any, old: Any, new: Any) -> Any:
    if type(node) is type(old) and node.span == old.span and node == old:
        return new
    if isinstance(node, tuple):
        parts = tuple(_replace(each, old, new) for each in node)
        same = all(part is was for part, was in zip(parts, node, strict=True))
        return node if same else parts
    if isinstance(node, a.Row | Span) or not has(type(node)):
        return node
    changes = {}
    for name in _inner(type(node)):
        was = getattr(node, name)
        part = _replace(was, old, new)
        if part is not was:
            changes[name] = part
    return evolve(node, **changes) if changes else node


def _inner(kind: type) -> Iterator[str]:
    """Yield the attributes that hold more of the tree; a label only names its clause."""
    return (each.name for each in fields(kind) if each.name not in {"label", "span", "cites"})


def option_path(resolved: Resolved, span: Span) -> str | None:
    """Return the option of a mechanic whose source text contains a span."""
    mechanics = find(resolved.tree, "mechanics")
    assert mechanics is not None  # every tree has all sections
    for path, clause in walk(mechanics, "mechanics"):
        inside = clause.span.start <= span.start and span.end <= clause.span.end
        if inside and clause.span.source.name == span.source.name and path.count(".") == 2:
            return path
    return None
