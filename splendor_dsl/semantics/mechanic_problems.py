"""The problems of a rule file that uses a mechanic: SPL207 to SPL211."""

from __future__ import annotations

from splendor_dsl.diagnostics import Problem, problem_kind
from splendor_dsl.semantics.problems import did_you_mean
from splendor_dsl.span import Span


@problem_kind
class UnknownMechanic(Problem):
    """`use` names a mechanic that no plugin provides."""

    code = "SPL207"
    headline = "expected a mechanic, found {name!r}, which no plugin provides"

    name: str
    near: str | None = None

    def help(self) -> str | None:
        """Return the nearest mechanic, if there is one."""
        return did_you_mean(self.near)


@problem_kind
class MechanicUsedTwice(Problem):
    """A mechanic is used twice; its clauses would have the same paths."""

    code = "SPL208"
    headline = "the mechanic {name!r} is used twice"
    hint = "change an option of it with `set mechanics.{name}.OPTION = ...`"

    name: str


@problem_kind
class UnknownOption(Problem):
    """A mechanic is given an option that it does not have."""

    code = "SPL209"
    headline = "the mechanic {mechanic!r} has no option {name!r}"

    mechanic: str
    name: str
    near: str | None = None
    known: tuple[str, ...] = ()

    def help(self) -> str | None:
        """Return the nearest option, or all options."""
        options = ", ".join(map(repr, self.known))
        return did_you_mean(self.near) or (f"its options are {options}" if options else None)


@problem_kind
class MissingOption(Problem):
    """A mechanic needs an option that it is not given."""

    code = "SPL210"
    headline = "the mechanic {mechanic!r} needs the option {name!r}"

    mechanic: str
    name: str
    declared: Span | None = None  # where the mechanic declares it
    by_name: bool = False  # the mechanic is an argument of a command, which sets no options

    def help(self) -> str | None:
        """Return how to set the option."""
        if not self.by_name:
            return f"write '{self.name} ...' in the block of 'use {self.mechanic}'"
        given = f"'use {self.mechanic} {{ {self.name} ... }}'"
        return (
            f"it must be given in a rule file, by {given}; name that file in place of the mechanic"
        )


@problem_kind
class WrongOption(Problem):
    """An option of a mechanic is not of the sort that the mechanic declares."""

    code = "SPL211"
    headline = "the option {name!r} of {mechanic!r}: expected {expected}, found {found}"

    mechanic: str
    name: str
    expected: str
    found: str
