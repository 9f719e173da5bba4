"""The exit status of commands, and the exception that ends one with problems."""

from collections.abc import Iterable
from typing import Final

from splendor_dsl.diagnostics import Problem, sort_problems

FINE: Final = 0
FAULTS: Final = 1  # of the rules or the tests
USAGE: Final = 2  # wrong usage, or input that can't be read
INTERRUPTED: Final = 130  # by Ctrl-C, as in shells

# Codes of problems with files and commands; with a place, such a problem is a fault inside a file.
_NOT_READ: Final = ("SPL0", "SPL7")


class Stop(Exception):  # noqa: N818  # a command may also end without an error
    """The end of a command, with the problems that caused it."""

    def __init__(self, problems: Iterable[Problem], *, status: int = USAGE) -> None:
        super().__init__(status)
        self.problems = sort_problems(problems)
        self.status = status


def status_of(problems: Iterable[Problem]) -> int:
    """Return the exit status for some problems: 2 if a named file can't even be read."""
    errors = [problem for problem in problems if problem.severity == "error"]
    if any(problem.span is None and problem.code.startswith(_NOT_READ) for problem in errors):
        return USAGE
    return FAULTS if errors else FINE
