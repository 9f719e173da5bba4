"""Rules with one thing in them changed: a number, a comparison, a zone, an order; or a cell of a table.

A mutant is a change of the merged tree, not of a text. What a rule file says once is changed everywhere at once: an
option of a mechanic is one number, wherever the fragment uses it. A change that provably means the same is none.
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
# Tests are no rules, names are for people, and what a mechanic is given stands where the mechanic uses it.
_NOT_RULES: Final = ("examples", "invariants", "mechanics")
Change = Callable[[a.Clause], a.Clause]


@frozen(kw_only=True)
class Mutant:
    """One change of the rules: `was` became `now`; `apply` makes it in the merged tree."""

    kind: str
    path: str
    was: str
    now: str
    span: Span
    apply: Change = field(eq=False, repr=False)

    @property
    def key(self) -> str:
        """The same for the same change of the same place, whatever game it is in."""
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
        """What the clause has become, if it is a part of the model."""
        return self.parts.get(self.path)

    def node(self, kind: str, old: Any, new: Any, *, was: str = "", now: str = "") -> Mutant:
        """An expression, or a part of one, replaced wherever what was written there stands."""
        return Mutant(
            kind=kind,
            path=self.path,
            was=was or old.span.text,
            now=now,
            span=old.span,
            apply=lambda tree: everywhere(tree, old, new),
        )

    def says(self, kind: str, was: str, now: str, **changes: Any) -> Mutant:
        """What the clause says replaced in part."""
        says: Any = self.clause.says
        changed = evolve(self.clause, says=evolve(says, **changes))
        return self.clause_is(kind, was, now, changed)

    def clause_is(self, kind: str, was: str, now: str, changed: a.Clause) -> Mutant:
        """The clause replaced."""
        return Mutant(
            kind=kind,
            path=self.path,
            was=was,
            now=now,
            span=self.clause.span,
            apply=lambda tree: change(tree, self.path, lambda block, at: put(block, at, changed)),
        )

    def swapped(self, one: int, other: int) -> Mutant:
        """Two clauses of the block exchanged."""
        body = list(self.clause.body)
        body[one], body[other] = body[other], body[one]
        first, second = self.clause.body[one], self.clause.body[other]
        changed = self.clause.with_body(tuple(body))
        mutant = self.clause_is(
            "order", f"{first.name}, {second.name}", f"{second.name}, {first.name}", changed
        )
        return evolve(mutant, path=f"{self.path}.{second.name}", span=second.span)


def sites(resolved: Resolved, model: Model) -> Iterator[Site]:
    """Every clause that says what the game is."""
    parts = parts_by_path(model)
    for path, clause in walk(resolved.tree):
        if path.partition(".")[0] not in _NOT_RULES:
            yield Site(path=path, clause=clause, tree=resolved.tree, model=model, parts=parts)


def everywhere(tree: a.Clause, old: Any, new: Any) -> a.Clause:
    """The tree with a node replaced wherever what was written at its place stands."""
    return cast("a.Clause", _rebuilt(tree, old, new))


def _rebuilt(node: Any, old: Any, new: Any) -> Any:
    if type(node) is type(old) and node.span == old.span and node == old:
        return new
    if isinstance(node, tuple):
        parts = tuple(_rebuilt(each, old, new) for each in node)
        same = all(part is was for part, was in zip(parts, node, strict=True))
        return node if same else parts
    if isinstance(node, a.Row | Span) or not has(type(node)):
        return node
    changes = {}
    for name in _inner(type(node)):
        was = getattr(node, name)
        part = _rebuilt(was, old, new)
        if part is not was:
            changes[name] = part
    return evolve(node, **changes) if changes else node


def _inner(kind: type) -> Iterator[str]:
    """The attributes that hold more of the tree; a clause's label is its name, and no part of what it says."""
    return (each.name for each in fields(kind) if each.name not in {"label", "span", "cites"})


def option_path(resolved: Resolved, span: Span) -> str | None:
    """The option of a mechanic at whose place something was written."""
    mechanics = find(resolved.tree, "mechanics")
    assert mechanics is not None  # every tree has all sections
    for path, clause in walk(mechanics, "mechanics"):
        inside = clause.span.start <= span.start and span.end <= clause.span.end
        if inside and clause.span.source.name == span.source.name and path.count(".") == 2:
            return path
    return None
