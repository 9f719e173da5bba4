"""Numbers that depend only on the number of players, and words for counted things."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from attrs import frozen

from splendor_dsl.ir.constants import constant
from splendor_dsl.prose.things import Things
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v


@frozen(kw_only=True)
class Countable:
    """Countable things: their name for a number, and their place."""

    name: Callable[[int | None], str]
    place: str = ""

    def of(self, things: Things, count: int | None) -> str:
        """Return `coins in the supply`, in the form for a number."""
        name = self.name(count)
        return things.say("{what} {place}", what=name, place=self.place) if self.place else name


def by_players(things: Things, expr: v.Expr) -> str | None:
    """Return a number that depends only on the number of players: `3`, `4 / 5 / 7 (for 2 / 3 / 4 players)`."""
    values = each_count(things.model, expr)
    if values is None:
        return None
    return str(values[0]) if len(set(values)) == 1 else for_players(things, in_turn(values))


def each_count(model: m.Model, expr: v.Expr) -> tuple[int, ...] | None:
    """Return a number for each number of players; none if it depends on the course of the game."""
    counts = range(model.low_players, model.high_players + 1)
    try:
        return tuple(int(constant(expr, players)) for players in counts)
    except TypeError:
        return None


def form_of(model: m.Model, expr: v.Expr) -> int | None:
    """Return the number that decides the form of the noun after it; none if it is not known."""
    known = each_count(model, expr)
    return None if known is None else known[-1]


def in_turn(numbers: Iterable[int]) -> str:
    """Return `4 / 5 / 7`."""
    return " / ".join(map(str, numbers))


def for_players(things: Things, text: str) -> str:
    """Return a text with a number for each number of players, followed by these numbers of players."""
    counts = range(things.model.low_players, things.model.high_players + 1)
    return things.say("{values} (for {counts} players)", values=text, counts=in_turn(counts))
