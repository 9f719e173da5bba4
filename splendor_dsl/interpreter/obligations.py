"""Obligations and their players: turns that come before the round goes on, and actions (K19).

Turns are a list of seats. If one of them is owed to another player than the mover, the list ends with the seat after
which the round goes on, as -1 less that seat. An owed action and its player are one number.
"""

from __future__ import annotations

from splendor_dsl.ir.caps import MOST_TURNS_OWED

Turns = tuple[int, ...]


def with_turn(owed: Turns, seat: int) -> Turns:
    """Return the list with one more turn; unchanged where no more can be owed."""
    if sum(each >= 0 for each in owed) >= MOST_TURNS_OWED:
        return owed
    if owed and owed[-1] < 0:
        return (*owed[:-1], seat, owed[-1])
    return (*owed, seat)


def first_turn(owed: Turns, mover: int) -> tuple[int, Turns]:
    """Return the seat of the first turn owed after a turn of the mover, and the list without it."""
    seat, *rest = owed
    if seat != mover and not (rest and rest[-1] < 0):
        rest.append(-1 - mover)
    return seat, tuple(rest)


def resumes_after(owed: Turns, mover: int) -> int | None:
    """Return the seat after which the round goes on; none where an owed turn comes first."""
    if not owed:
        return mover
    return -1 - owed[0] if owed[0] < 0 else None


def owed_action(action: int, seat: int, actions: int) -> int:
    """Return an action owed to a player, as one number."""
    return seat * actions + action


def owed_to(entry: int, actions: int) -> tuple[int, int]:
    """Return the player to whom an action is owed, and the action."""
    return divmod(entry, actions)
