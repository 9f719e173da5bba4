"""One step on its way from words to meaning."""

from __future__ import annotations

from attrs import field, frozen

from splendor_dsl.semantics import model as m
from splendor_dsl.semantics.scope import Names, Scope, Slots
from splendor_dsl.semantics.type_problems import WrongPlace
from splendor_dsl.syntax import ast as a
from splendor_dsl.syntax.expression_text import expression_text
from splendor_dsl.syntax.expressions import Expr, Grouped


def where_of(clause: a.Clause, path: str) -> m.Where:
    """Where a clause stands and what it says of itself."""
    says = clause.says
    return m.Where(
        path=path,
        span=clause.span,
        title=says.who if isinstance(says, a.FirstPlayer) else clause.title,
        cites=tuple(cite.text for cite in clause.cites),
        because=clause.because,
    )


def said(value: Expr) -> str:
    """An expression in one line; what a mechanic was given stands where its own rules name an option."""
    return expression_text(value.body if isinstance(value, Grouped) else value)


@frozen(kw_only=True)
class Place:
    """What kind of code steps stand in."""

    what: str  # "setup", "action", "turn", "phase" or "trigger"
    path: str


@frozen(kw_only=True)
class Reading:
    """One step on its way: the clause, its path, and what it may use."""

    clause: a.Clause
    path: str
    scope: Scope
    place: Place = field(repr=False)

    @property
    def where(self) -> m.Where:
        """Where the step stands."""
        return where_of(self.clause, self.path)

    def report(self, what: str, reason: str) -> None:
        """Note that the step can't stand here."""
        self.scope.names.report(
            WrongPlace(what=what, reason=reason, span=self.clause.span, path=self.path)
        )


Made = tuple[m.Step | None, Scope]


def new_scope(names: Names) -> Scope:
    """The scope at the head of a code."""
    return Scope(names=names, slots=Slots(used=names.first_slot))
