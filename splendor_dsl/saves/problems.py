"""Problems of saved games."""

from __future__ import annotations

from splendor_dsl.diagnostics import Problem, problem_kind


class SaveError(Exception):
    """A saved game that can't be read or written; `problem` says why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message())
        self.problem = problem


@problem_kind
class NotSaved(Problem):
    """A game cannot be saved: the disk is full, or the folder cannot be written to."""

    code = "SPL730"
    headline = "cannot save games in {file!r}: {reason}"
    hint = "SPLENDOR_DATA names another folder; 'save FILE' at the prompt writes a record elsewhere"

    reason: str


@problem_kind
class SavesUnread(Problem):
    """The file of saved games is damaged, belongs to a newer version, or is something else."""

    code = "SPL731"
    headline = "cannot read the saved games in {file!r}: {reason}"

    reason: str
    advice: str | None = None

    def help(self) -> str | None:
        """Return the way out, if there is one."""
        return self.advice


@problem_kind
class UnknownSave(Problem):
    """No saved game has that number, or none is left to go on with."""

    code = "SPL732"
    headline = "expected {expected}, found {found}"
    hint = "splendor games lists the saved games"

    expected: str
    found: str


@problem_kind
class SaveInUse(Problem):
    """A saved game is open in another program."""

    code = "SPL733"
    headline = "game {number} is being played by another program{process}"
    hint = "end it there first; a program that was killed holds no game"

    number: int
    process: str = ""


@problem_kind
class SaveStuck(Problem):
    """A saved game cannot go on: it is over, damaged, or was played by rules that mean something else now."""

    code = "SPL734"
    headline = "game {number} can't go on: {reason}"

    number: int
    reason: str
    advice: str | None = None

    def help(self) -> str | None:
        """Return the way out, if there is one."""
        return self.advice
