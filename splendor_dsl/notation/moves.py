"""Moves as people write them: values that are equal when they mean the same."""

from __future__ import annotations

from typing import Any

from attrs import field, frozen


@frozen
class Place:
    """The place of a piece: the n-th place of a zone, or the top of one (no place).

    `owner` is the seat that owns the zone, unless that is the player who moves.
    """

    zone: str
    part: int | None = None
    place: int | None = None
    owner: int | None = None


@frozen
class Seat:
    """A player as the value of a choice."""

    seat: int


@frozen
class Move:
    """One decision of a player.

    `kind` is "action", "choice", "decline", "pay" or "return"; `path` is the path of the clause that offers the
    decision; `args` holds the chosen values: names of tokens, `Place`, `Seat` and numbers. The canonical text
    determines all of it, so two moves are equal when their texts are.
    """

    text: str
    kind: str = field(eq=False)
    path: str = field(eq=False)
    args: tuple[Any, ...] = field(eq=False)
    decision: int = field(eq=False, repr=False)

    def __str__(self) -> str:
        return self.text
