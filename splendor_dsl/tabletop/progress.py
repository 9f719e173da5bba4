"""The distance of a player to the ends of a game, as far as a seat may know it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import frozen

from splendor_dsl.bots.goals import Goal, goals
from splendor_dsl.bots.plan import deep, plan
from splendor_dsl.interpreter.evaluation import Cells
from splendor_dsl.position.game_for_players import GameForPlayers
from splendor_dsl.prose.expressions import countable
from splendor_dsl.prose.things import Things
from splendor_dsl.prose.words import Words
from splendor_dsl.semantics.model import Face, Model
from splendor_dsl.semantics.values import Compare, ValueOf, ZoneRef
from splendor_dsl.tabletop.offers import Amounts


@frozen(kw_only=True)
class Progress:
    """A number that an end asks for, and how much of it a player has; for amounts, those that are missing."""

    name: str
    have: int
    want: int
    missing: Amounts | None
    value: str | None  # the named value that is counted, if it is one

    @property
    def is_reached(self) -> bool:
        """Return whether nothing is missing."""
        return self.have >= self.want


def goals_of(table: GameForPlayers) -> tuple[Goal, ...]:
    """Return the conditions of the ends that a player can bring about."""
    found = goals(table.model, plan(table.model), table.engine.make)
    return tuple(goal for goal in found if isinstance(goal, Goal))


def progress(
    words: Words, found: Sequence[Goal], cells: Cells, seat: int, viewer: int | None
) -> tuple[Progress, ...]:
    """Return how near a player is to each condition of the ends, as far as the viewer knows."""
    left = {goal: goal.condition.left for goal in found}
    known = (goal for goal in found if is_known(words.model, left[goal], seat, viewer))
    return tuple(dict.fromkeys(_progress(words, goal, cells, seat) for goal in known))


def _progress(words: Words, goal: Goal, cells: Cells, seat: int) -> Progress:
    have, want = goal.sides(cells, seat)
    left = goal.condition.left
    value = left.value if isinstance(left, ValueOf) else None
    if isinstance(want, tuple):
        reached = sum(min(has, wants) for has, wants in zip(have, want, strict=True))
        missing = tuple(max(0, wants - has) for has, wants in zip(have, want, strict=True))
        return Progress(
            name=_name(words, left, sum(want)),
            have=reached,
            want=sum(want),
            missing=missing,
            value=value,
        )
    least = want + (isinstance(goal.condition, Compare) and goal.condition.operator == ">")
    return Progress(
        name=_name(words, left, least), have=have, want=least, missing=None, value=value
    )


def _name(words: Words, left: Any, count: int) -> str:
    """Return the name of the thing that is counted; that of the ends if it has none."""
    if isinstance(left, ValueOf):
        return words.heading(f"values.{left.value}")
    found = countable(Things(words=words), left)
    return words.say("the end") if found is None else found.name(count)


def is_known(model: Model, expr: object, seat: int, viewer: int | None) -> bool:
    """Return whether a viewer sees all zones of a player that an expression is about."""
    return all(
        model.zones[zone].face == Face.UP
        or (model.zones[zone].face == Face.OWNER and seat == viewer)
        for zone in _zones(model, expr)
    )


def _zones(model: Model, expr: object) -> Iterator[str]:
    for part in deep(model, expr):
        if isinstance(part, ZoneRef):
            yield part.zone
