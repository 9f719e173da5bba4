"""What can't be lowered, and the clause that it is about."""

from __future__ import annotations

from splendor_dsl.semantics.model import Where


class NotLowered(Exception):  # noqa: N818  # it is no fault: the game runs on the interpreter
    """A clause that the compiled backends do not know how to run."""

    def __init__(self, reason: str, where: Where | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.where = where

    def at(self, where: Where) -> NotLowered:
        """The same about a clause, unless a narrower one is known."""
        return self if self.where is not None else NotLowered(self.reason, where)

    @property
    def path(self) -> str:
        """The clause."""
        return "game" if self.where is None else self.where.path

    @property
    def place(self) -> str | None:
        """The file and line that it stands in."""
        return (
            None if self.where is None else f"{self.where.span.source.name}:{self.where.span.line}"
        )
