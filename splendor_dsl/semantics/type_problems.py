"""The problems of the types and numbers of a rule file: SPL3xx."""

from __future__ import annotations

from splendor_dsl.diagnostics import Problem, problem_kind
from splendor_dsl.syntax.ast_steps import Gain, Pay
from splendor_dsl.syntax.expressions import Amount, Expr, Number


@problem_kind
class WrongType(Problem):
    """An expression is of another sort than its place asks for."""

    code = "SPL301"
    headline = "expected {expected}, found {found}"

    expected: str
    found: str
    form: str = ""  # an example of what is expected, with the author's words

    def help(self) -> str | None:
        """Return an example of the expected form."""
        return f"such as '{self.form}'" if self.form else None


@problem_kind
class WrongColumns(Problem):
    """Values for each player count must be as many as the game has player counts."""

    code = "SPL302"
    headline = "expected {wanted}, found {found}"
    hint = "write one value for all of them, or {expected} with '|' between them"

    wanted: str
    expected: int
    low: int
    high: int
    found: int

    def help(self) -> str | None:
        """Return how to write columns, if the game can have several."""
        return super().help() if self.low < self.high else None


@problem_kind
class NotFixed(Problem):
    """A number that must be known before the game starts depends on the game."""

    code = "SPL303"
    headline = "expected a fixed number, found {found!r}, which depends on the game"
    hint = "use parameters, the number of players, or columns"

    found: str


@problem_kind
class OutOfRange(Problem):
    """A number lies outside the range that its declaration states."""

    code = "SPL304"
    headline = "{name!r}: expected {low} to {high}, found {found}"
    hint = "change the number, or the range where it is declared"

    name: str
    low: int
    high: int
    found: int


@problem_kind
class UpsideDown(Problem):
    """A range begins with its larger number."""

    code = "SPL308"
    headline = (
        "{name!r}: expected a range from the smaller number to the larger, found {low} to {high}"
    )
    hint = "turn it round: {high} to {low}"

    name: str
    low: int
    high: int


@problem_kind
class WrongPlace(Problem):
    """A construct stands where it has no meaning."""

    code = "SPL305"
    headline = "{what} can't stand here"
    reason: str = ""
    what: str

    def help(self) -> str | None:
        """Return where it belongs."""
        return self.reason or None


@problem_kind
class TooLarge(Problem):
    """A file declares more than the stated bounds of the language."""

    code = "SPL307"
    headline = "{what}: expected at most {bound}, found {found}"

    what: str
    bound: int
    found: int


def without_token(construct: object, value: Expr, path: str) -> WrongType | None:
    """Return the problem of a number without a token in a step that moves amounts of one."""
    match construct:
        case Gain(value=Amount() as was) | Pay(value=Amount() as was) if isinstance(value, Number):
            form = f"{value.span.text} {'each ' * was.each}{was.what.text}"
            expected, found = "amounts of tokens", "a number"
            return WrongType(expected=expected, found=found, form=form, span=value.span, path=path)
    return None
