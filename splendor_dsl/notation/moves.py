"""Moves as people write them: values that are equal when they mean the same."""

from __future__ import annotations

from typing import Any

from attrs import field, frozen


@frozen
class Place:
    """A piece by where it lies: the n-th place of a zone, or the top of one (no place).

    `owner` is the seat whose zone it is, where that is not the player who moves.
    """

    zone: str
    part: int | None = None
    place: int | None = None
    owner: int | None = None


@frozen
class Seat:
    """A player, as one chooses among players."""

    seat: int


@frozen
class Move:
    """One decision of a player.

    `kind` is "action", "choice", "decline", "pay" or "return"; `path` that of the clause which asks; `args` what is
    chosen, by the names of tokens, `Place`, `Seat` and numbers. What is written canonically says it all, so two
    moves are equal when their texts are.
    """

    text: str
    kind: str = field(eq=False)
    path: str = field(eq=False)
    args: tuple[Any, ...] = field(eq=False)
    decision: int = field(eq=False, repr=False)

    def __str__(self) -> str:
        return self.text
