"""What is owed, and to whom: turns that come before the round goes on, and actions (K19).

Turns are a list of seats. Where one of them is owed to another than the player whose turn it is, the list ends with the
seat after which the round goes on, as -1 less that seat. An action that is owed is one number with its player.
"""

from __future__ import annotations

from splendor_dsl.ir.caps import MOST_TURNS_OWED

Turns = tuple[int, ...]


def with_turn(owed: Turns, seat: int) -> Turns:
    """The list with one more turn; the same where so many are owed that no more can be."""
    if sum(each >= 0 for each in owed) >= MOST_TURNS_OWED:
        return owed
    if owed and owed[-1] < 0:
        return (*owed[:-1], seat, owed[-1])
    return (*owed, seat)


def first_turn(owed: Turns, mover: int) -> tuple[int, Turns]:
    """Who takes the first of the turns after a turn of the mover, and the list without it."""
    seat, *rest = owed
    if seat != mover and not (rest and rest[-1] < 0):
        rest.append(-1 - mover)
    return seat, tuple(rest)


def goes_on_after(owed: Turns, mover: int) -> int | None:
    """The seat after which the round goes on; none where a turn comes before that."""
    if not owed:
        return mover
    return -1 - owed[0] if owed[0] < 0 else None


def owed_action(action: int, seat: int, actions: int) -> int:
    """An action that is owed to a player, as one number."""
    return seat * actions + action


def owed_to(entry: int, actions: int) -> tuple[int, int]:
    """The player to whom an action is owed, and the action."""
    return divmod(entry, actions)
