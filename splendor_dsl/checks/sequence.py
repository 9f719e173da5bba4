"""The parts of a turn: the action, the limits and the triggers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from splendor_dsl.checks.assumptions import switched_off
from splendor_dsl.checks.bounds import Bounds
from splendor_dsl.checks.checked_game import CheckedGame
from splendor_dsl.checks.flow import all_steps
from splendor_dsl.checks.turns import owed_actions
from splendor_dsl.diagnostics import Problem, Related, problem_kind
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.requirements import leading_run


@problem_kind
class NoAction(Problem):
    """A turn without `one action`: no player could ever do anything."""

    code = "SPL490"
    headline = "expected 'one action' in the turn, found none"
    hint = "write 'one action' in the section 'turn'"


@problem_kind
class LimitsNotKept(Problem):
    """A limit says `at end of turn`, and the turn does not say `keep limits` after its action."""

    code = "SPL491"
    headline = "expected 'keep limits' after the action, as {limit!r} holds at the end of the turn, found {found}"
    hint = "write 'keep limits' after 'one action' in the section 'turn'"

    limit: str
    found: str


@problem_kind
class TriggersNotRun(Problem):
    """A trigger waits for the end of a turn, and the turn does not say `end of turn`."""

    code = "SPL492"
    headline = "expected 'end of turn' in the turn, as {trigger!r} waits for it, found none"
    hint = "write 'end of turn' as the last line of the section 'turn'"

    trigger: str


@problem_kind
class DeclinableAction(Problem):
    """A choice of an action may be declined before anything was done, so that it could be chosen only to do nothing."""

    code = "SPL493"
    headline = "expected 'choose' before the first effect of an action, found 'may choose'"
    hint = "whoever does not want the action takes another one"


@problem_kind
class NoActions(Problem):
    """A game without any action that a player can choose by itself."""

    code = "SPL494"
    headline = "expected an action that can be chosen, found none"
    hint = "write one that is neither 'only when owed' nor 'if nothing else is possible'"


@problem_kind
class OwesLastResort(Problem):
    """`do` owes an action that is offered only if nothing else is possible."""

    code = "SPL495"
    headline = "expected an action that can be owed, found {action!r}, which is one of last resort"
    hint = "owe another action; one that only 'do' may offer says 'only when owed'"

    action: str


@problem_kind
class NeverOwed(Problem):
    """An action says `only when owed`, and no step owes it."""

    code = "SPL496"
    headline = "expected a step that owes {action!r}, found none"
    hint = "write 'do {action}' in an action or trigger"

    action: str


@problem_kind
class DoesNothing(Problem):
    """An action makes its player choose something, and then does nothing with it."""

    code = "SPL497"
    severity = "warning"
    headline = "expected an effect of the action {action!r} after its choices, found none"
    hint = "say what it does, or 'remove actions.{action}'"

    action: str


def sequence(game: CheckedGame) -> Iterator[Problem]:
    """Report turns without an action, without limits or triggers that wait for them, and actions that do nothing.

    A step under a condition that never holds by its bounds does not count, unless parameters alone decide it.
    """
    model = game.model
    section = model.places.get("turn")
    turn = [type(step) for step in _running(model.turn.steps, game.bounds)]
    if m.OneAction not in turn:
        yield NoAction(span=section.span if section else None, path="turn")
    else:
        yield from _limits(model, turn, section)
    if m.EndOfTurn not in turn:
        yield from _triggers(model, section)
    yield from _actions(model)


def _running(steps: Iterable[m.Step], every: Sequence[Bounds]) -> Iterator[m.Step]:
    """Yield steps, and all steps inside them that may run in some number of players."""
    for step in steps:
        yield step
        if not isinstance(step, m.Block):
            continue
        match step:
            case m.If(value=value, then=then, otherwise=otherwise):
                for block, condition in ((then, value), (otherwise, v.Not(body=value))):
                    if any(_may_hold(bounds, condition) for bounds in every):
                        yield from _running(block, every)
            case m.ForEach(body=body):
                yield from _running(body, every)
            case _:
                assert_never(step)


def _may_hold(bounds: Bounds, condition: v.Expr) -> bool:
    return bounds.condition(condition) is not False or switched_off(bounds, condition)


def _limits(model: m.Model, turn: list[type], section: m.Where | None) -> Iterator[Problem]:
    at_end = next((limit for limit in model.limits.values() if limit.at_end_of_turn), None)
    last_action = len(turn) - 1 - turn[::-1].index(m.OneAction)
    if at_end is None or m.KeepLimits in turn[last_action:]:
        return
    related = (Related(at_end.where.span, "the limit stands here"),)
    yield LimitsNotKept(
        limit=at_end.name,
        found="it before the action" if m.KeepLimits in turn else "nothing",
        span=section.span if section else at_end.where.span,
        path="turn",
        related=related,
    )


def _triggers(model: m.Model, section: m.Where | None) -> Iterator[Problem]:
    waiting = next((each for each in model.triggers if each.at == m.Moment.END_OF_TURN), None)
    if waiting is not None:
        related = (Related(waiting.where.span, "the trigger stands here"),)
        span = section.span if section else waiting.where.span
        yield TriggersNotRun(trigger=waiting.name, span=span, path="turn", related=related)


def _beginning(action: m.Action) -> Iterator[Problem]:
    """Yield the problems of the step after the leading choices of an action."""
    made = leading_run(action.code.steps, lead=True)
    first = next(iter(action.code.steps[len(made) :]), None)
    if first is None and any(isinstance(step, m.Choose) for step in made):
        where = action.where
        yield DoesNothing(action=action.name, span=where.span, path=where.path)
    if isinstance(first, m.Choose) and first.may:
        yield DeclinableAction(span=first.where.span, path=first.where.path)


def _actions(model: m.Model) -> Iterator[Problem]:
    if all(action.last_resort or action.only_owed for action in model.actions):
        section = model.places.get("actions")
        yield NoActions(span=section.span if section else None, path="actions")
    for action in model.actions:
        yield from _beginning(action)
    owed = owed_actions(model)
    for action in model.actions:
        if action.only_owed and action.name not in owed:
            where = action.where
            yield NeverOwed(action=action.name, span=where.span, path=where.path)
    last = {action.name for action in model.actions if action.last_resort}
    for _, step in all_steps(model):
        for name in step.effects.owed_actions:
            if name in last:
                where = step.where
                yield OwesLastResort(action=name, span=where.span, path=where.path)
