"""How a command ends: the exit codes, and the way out with problems."""

from collections.abc import Iterable
from typing import Final

from splendor_dsl.diagnostics import Problem, sort_problems

FINE: Final = 0
FAULTS: Final = 1  # the rules or the tests have faults
USAGE: Final = 2  # wrong usage, or input that can't be read
INTERRUPTED: Final = 130  # by Ctrl-C, as shells count it

# Codes of files and of commands; one with a place is a fault in the file that has this place.
_NOT_READ: Final = ("SPL0", "SPL7")


class Stop(Exception):  # noqa: N818  # it ends a command, and need not be an error
    """The command ends here, for these reasons."""

    def __init__(self, problems: Iterable[Problem], *, status: int = USAGE) -> None:
        super().__init__(status)
        self.problems = sort_problems(problems)
        self.status = status


def status_of(problems: Iterable[Problem]) -> int:
    """The exit code that problems call for: 2 if a file that was named could not even be read."""
    errors = [problem for problem in problems if problem.severity == "error"]
    if any(problem.span is None and problem.code.startswith(_NOT_READ) for problem in errors):
        return USAGE
    return FAULTS if errors else FINE
