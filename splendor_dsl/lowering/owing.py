"""Actions that are owed: which they can be, and where in the game anything can be owed at all."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from splendor_dsl.ir import nodes
from splendor_dsl.ir.from_semantics import GAME, SETUP, TURN
from splendor_dsl.lowering.gaps import NotLowered
from splendor_dsl.lowering.stops import MOST_OWED
from splendor_dsl.semantics.model import Do, ForEach, Model, MovePieces
from splendor_dsl.semantics.parts import parts_of


def owable(program: nodes.Program) -> list[tuple[int, nodes.ActionEntry]]:
    """The actions that some step can owe, by their numbers."""
    named = {
        step.action
        for routine in program.routines
        for step in routine.steps
        if isinstance(step, Do)
    }
    return [(at, entry) for at, entry in enumerate(program.actions) if entry.action.name in named]


def may_owe(
    program: nodes.Program, noticing: Collection[str | None], routine: int, at: int
) -> bool:
    """Whether anything can be owed at an instruction; `noticing` are the zones where triggers wait for pieces.

    Between turns all has been done, unless a trigger of that moment owes more.
    """
    before = program.routines[routine].steps[at - 1]
    turn = program.routines[TURN].steps
    if routine != GAME or program.model.phases or not isinstance(before, nodes.Triggers):
        return True
    if not turn or not isinstance(turn[-1], nodes.Owed) or _setup_owes(program, noticing):
        return True
    return any(entry.trigger.at == before.at for entry in program.triggers)


def _setup_owes(program: nodes.Program, noticing: Collection[str | None]) -> bool:
    return any(
        isinstance(step, Do) or (isinstance(step, MovePieces) and step.target.zone in noticing)
        for step in program.routines[SETUP].steps
    )


def owed_often(model: Model) -> Iterator[NotLowered]:
    """The steps by which an action may be owed as often as a loop runs: there is room for a few at once."""
    owed = [each for each in _within(model) if isinstance(each, Do)]
    waiting = {
        trigger.zone
        for trigger in model.triggers
        if any(isinstance(each, Do) for each in _within(trigger.code))
    }
    for loop in (each for each in _within(model) if isinstance(each, ForEach)):
        for step in _within(loop.body):
            enters = isinstance(step, MovePieces) and step.target.zone in waiting
            if isinstance(step, Do) or enters:
                reason = "an action may be owed once for each of several"
                yield NotLowered(reason, step.where)
    if len(owed) > MOST_OWED:
        reason = f"more than {MOST_OWED} steps say that an action is owed"
        yield NotLowered(reason, owed[MOST_OWED].where)


def _within(thing: Any) -> Iterator[Any]:
    yield thing
    for part in parts_of(thing):
        yield from _within(part)
