"""Errors about positions that can't occur."""

from __future__ import annotations

from splendor_dsl.diagnostics import Problem, problem_kind
from splendor_dsl.semantics.model import Where


@problem_kind
class ImpossiblePosition(Problem):
    """An example gives a position that can't occur: the tokens or pieces are not there, or a rule forbids it."""

    code = "SPL501"
    headline = "this position can't occur: {reason}"

    reason: str
    advice: str | None = None

    def help(self) -> str | None:
        """Return advice on the likely cause."""
        return self.advice


class Fault(Exception):  # noqa: N818  # it never leaves the modules that set up a position
    """A fault in a position, with its problem."""

    def __init__(self, reason: str, where: Where, advice: str | None = None) -> None:
        super().__init__(reason)
        self.problem = ImpossiblePosition(
            reason=reason, advice=advice, span=where.span, path=where.path
        )
