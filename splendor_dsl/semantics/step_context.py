"""The context in which one step is resolved."""

from __future__ import annotations

from attrs import field, frozen

from splendor_dsl.semantics import model as m
from splendor_dsl.semantics.scope import Names, Scope, Slots
from splendor_dsl.semantics.type_problems import WrongPlace
from splendor_dsl.syntax import ast as a
from splendor_dsl.syntax.expression_text import expression_text
from splendor_dsl.syntax.expressions import Expr, Grouped


def where_of(clause: a.Clause, path: str) -> m.Where:
    """Return the path, span and notes of a clause."""
    construct = clause.construct
    return m.Where(
        path=path,
        span=clause.span,
        title=construct.who if isinstance(construct, a.FirstPlayer) else clause.title,
        cites=tuple(cite.text for cite in clause.cites),
        because=clause.because,
    )


def text_of(value: Expr) -> str:
    """Return the text of an expression in one line; an option of a mechanic is shown by what it was given."""
    return expression_text(value.body if isinstance(value, Grouped) else value)


@frozen(kw_only=True)
class CodePlace:
    """The code that steps are part of."""

    what: str  # the kind of code: "setup", "action", "turn", "phase" or "trigger"
    path: str


@frozen(kw_only=True)
class StepContext:
    """One step to resolve: its clause, its path, and the names that it may use."""

    clause: a.Clause
    path: str
    scope: Scope
    place: CodePlace = field(repr=False)

    @property
    def where(self) -> m.Where:
        """The path, span and notes of the step."""
        return where_of(self.clause, self.path)

    def report(self, what: str, reason: str) -> None:
        """Report that the step can't be here."""
        self.scope.names.report(
            WrongPlace(what=what, reason=reason, span=self.clause.span, path=self.path)
        )


StepResult = tuple[m.Step | None, Scope]


def new_scope(names: Names) -> Scope:
    """Return the scope at the beginning of a code."""
    return Scope(names=names, slots=Slots(used=names.first_slot))
