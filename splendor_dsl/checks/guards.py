"""Choices, requirements, gains and payments that come too late to be refused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from splendor_dsl.checks.assumptions import is_switched
from splendor_dsl.checks.bounds import Bounds
from splendor_dsl.checks.certainty import all_there, can_be_paid, never_there
from splendor_dsl.checks.checked_game import CheckedGame, merged
from splendor_dsl.checks.effects import reads
from splendor_dsl.checks.flow import Part, parts_of
from splendor_dsl.checks.options import surely_has_none, surely_has_option
from splendor_dsl.checks.payments import own_pile_of
from splendor_dsl.checks.walk import EFFECT, LATE, Visit, walk
from splendor_dsl.checks.witness import has_witness, with_requirements
from splendor_dsl.diagnostics import Problem, problem_kind
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics.changes import caused, slots_read, written
from splendor_dsl.semantics.effects import TokenFlow
from splendor_dsl.semantics.problems import Doubt
from splendor_dsl.semantics.requirements import leading_run


@problem_kind
class ChoiceUnguarded(Doubt):
    """A choice that comes after something was done may turn out to have no option, and the rest would be left out."""

    code = "SPL410"
    headline = (
        "expected an option for sure, found a choice {name!r} that may have none here{players}"
    )
    hint = "let it come first, make sure of an option ('require ...', 'if any ... has (...)'), or write 'may choose'"

    name: str
    players: str = ""


@problem_kind
class RequirementTooLate(Doubt):
    """A requirement after something was done can't refuse the action any more; it would cut it short in silence."""

    code = "SPL411"
    headline = (
        "expected a requirement before the first effect, found one that may fail after it{players}"
    )

    text: str
    movable: bool  # whether it could come first
    chosen: bool  # whether it reads a choice of the same decision
    players: str = ""

    def help(self) -> str:
        """Return the advice to let it come first if that means the same, or else to test before."""
        if self.chosen:
            return "ask before the choice whether there is one ('if any ... has (...)'), or write 'may choose'"
        first = "let it come first, or " if self.movable else ""
        return f"{first}write 'if {self.text} {{ ... }}' around what follows"


@problem_kind
class MayFallShort(Doubt):
    """An exact amount that comes too late to be required may not be there."""

    code = "SPL412"
    headline = "expected {text} in {pile!r} for sure, but there may be less{players}"
    hint = "write 'up to {text}', or let it follow the leading choices at once"

    text: str
    pile: str
    players: str = ""


@problem_kind
class PaymentTooLate(Doubt):
    """A payment that comes too late to be required may be more than the player has."""

    code = "SPL413"
    headline = "expected a payment that can be met for sure, found {text!r}, for which there may be too little{players}"
    hint = "let it come first, join it with the first payment of the action, or let it follow 'may choose' at once"

    text: str
    players: str = ""


@problem_kind
class NeverDone(Problem):
    """A step that comes after something was done can never do what it says."""

    code = "SPL418"
    headline = "expected a step that can do what it says, found {text!r}, {why}{players}"
    hint = "change it, or remove it"

    text: str
    why: str
    players: str = ""


def guards(game: CheckedGame) -> Iterator[Problem]:
    """Report later choices that may have no option, requirements that may fail, and amounts that may be missing.

    A step that may fail is a doubt, one that always fails an error. Bounds: earlier requirements, the options of earlier
    choices, the moves of earlier steps, the stock, limits and places, the ranges of counters; after a block that may not
    run, only what holds either way. A choice at the head of a trigger that does nothing else is not reported, as nothing
    is cut short.
    """
    yield from merged(_all(game), game)


def _all(game: CheckedGame) -> Iterator[tuple[Bounds, Problem]]:
    for bounds in game.bounds:
        for part in parts_of(game.model):
            for problem in _problems(walk(bounds, part), part):
                yield bounds, problem


def _problems(visits: Iterable[Visit], part: Part) -> Iterator[Problem]:
    reported: list[
        tuple[m.Step, ...]
    ] = []  # a run is one decision: only its first fault is reported
    shown: set[int] = (
        set()
    )  # the identities of choices that surely have an option, and of the requirements on it
    for visit in visits:
        choice = with_requirements(visit.run, visit.step)
        if visit.how == LATE and has_witness(visit.bounds, choice):
            shown |= set(map(id, choice))
        problem = _problem(visit, part)
        if (
            problem is None
            or id(visit.step) in shown
            or any(visit.run is run for run in reported if run)
        ):
            continue
        reported.append(visit.run)
        yield problem


def _problem(visit: Visit, part: Part) -> Problem | None:
    step, bounds = visit.step, visit.bounds
    late = visit.how == LATE and not visit.declinable
    if isinstance(step, m.Choose) and late:
        return _choice(step, bounds)
    match step:
        case m.Require() if late:
            return _requirement(step, visit, part)
        case m.Pay() if visit.how == EFFECT:
            return _payment(step, bounds)
        case _:
            flows = step.effects.tokens if visit.how == EFFECT else ()
            return next(filter(None, (_amounts(each, step.where, bounds) for each in flows)), None)


def _choice(step: m.Choose, bounds: Bounds) -> Problem | None:
    if surely_has_option(bounds, step) or has_witness(bounds, (step,)):
        return None
    if surely_has_none(bounds, step):
        return _never(step.where, f"choose {step.name}", "which never has an option here")
    return ChoiceUnguarded(name=step.name, span=step.where.span, path=step.where.path)


def _requirement(step: m.Require, visit: Visit, part: Part) -> Problem | None:
    bounds, where = visit.bounds, step.where
    truth = bounds.condition(step.value)
    if truth is True:
        return None
    if truth is False and not is_switched(bounds, step.value):
        return _never(where, f"require {step.text}", "which never holds here")
    chosen = {each.slot for each in visit.run if isinstance(each, m.Choose)}
    return RequirementTooLate(
        text=step.text,
        movable=_movable(step, bounds, part),
        chosen=not chosen.isdisjoint(slots_read(step.value)),
        span=where.span,
        path=where.path,
    )


def _movable(step: m.Require, bounds: Bounds, part: Part) -> bool:
    """Return whether a requirement would mean the same right after the leading choices of its code."""
    model, steps = bounds.world.model, part.code.steps
    lead = {each.slot for each in leading_run(steps, lead=True) if isinstance(each, m.Choose)}
    known = {0, *part.origins} if part.trigger is not None else {0, *lead}
    changed = written(model, steps, part.origins)
    changes = (changed | caused(model, changed)) & reads(bounds.world, step.value)
    return not changes and known >= bounds.world.free(step.value)


def _amounts(flow: TokenFlow, where: m.Where, bounds: Bounds) -> Problem | None:
    if flow.up_to or all_there(bounds, flow):
        return None
    pile = flow.source.zone
    if never_there(bounds, flow):
        return _never(where, flow.text, f"of which there never is so much in {pile!r}")
    return MayFallShort(text=flow.text, pile=pile, span=where.span, path=where.path)


def _payment(step: m.Pay, bounds: Bounds) -> Problem | None:
    if can_be_paid(bounds, step):
        return None
    cost = [lane.low for lane in bounds.amounts(step.cost)]
    own_pile = own_pile_of(bounds, step)
    if not own_pile.can_pay(cost) and not own_pile.unsupplied(cost):  # reported by the token
        return _never(step.where, f"pay {step.text}", "for which there never is enough")
    return PaymentTooLate(text=step.text, span=step.where.span, path=step.where.path)


def _never(where: m.Where, text: str, why: str) -> NeverDone:
    return NeverDone(text=text, why=why, span=where.span, path=where.path)
