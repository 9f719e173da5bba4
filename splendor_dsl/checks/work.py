"""Rules that take longer between two decisions than anybody would wait."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import Final

from attrs import evolve

from splendor_dsl.checks.bounds import Bounds
from splendor_dsl.checks.checked_game import CheckedGame, merged
from splendor_dsl.checks.cycles import moves_of
from splendor_dsl.checks.effort import Effort, Share, total, work_of
from splendor_dsl.checks.fixed_numbers import MOST_ROUNDS
from splendor_dsl.checks.flow import Part, parts_of
from splendor_dsl.checks.options import surely_has_option
from splendor_dsl.diagnostics import Problem, Related, problem_kind
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics.changes import steps_of
from splendor_dsl.semantics.effects import OtherCode
from splendor_dsl.semantics.requirements import leading_run

MOST_WORK: Final = 2_000_000
MOST_OWED: Final = 1_000  # runs in a row without a decision (K12)
MOST_ZEROS: Final = 12  # in a number that is written in full


@problem_kind
class TooMuchWork(Problem):
    """More happens between two decisions than a program could do while somebody waits."""

    code = "SPL483"
    headline = (
        "expected at most {bound} looks and changes between two decisions, "
        "found up to {found}, most of them here{players}"
    )
    hint = "let fewer loops, conditions on pieces and choices stand within each other"

    bound: str
    found: str
    repeated: int = 0  # how often `again` may repeat a phase, if that is the cause
    players: str = ""

    def help(self) -> str | None:
        """Return the advice to let each run of the phase have a decision, if `again` is the cause."""
        if not self.repeated:
            return super().help()
        return (
            f"'again' may repeat a run of a phase up to {self.repeated:,} times while nobody is asked: "
            "let each run ask somebody for sure ('one action' does), or let no phase lead to 'again'"
        )


def work(game: CheckedGame) -> Iterator[Problem]:
    """Report rules that take more than 2,000,000 looks and changes between two decisions.

    Bounds: each loop and quantifier runs for all that its domain can hold, a condition on pieces for all that the zone can
    hold, a requirement for all options before it. The sum is over the setup; the phases, each once in full and, unless
    each run surely has a decision, for all its other runs without options for its choices; and a turn with the listing of
    all actions, one of them, all triggers and the ends.
    """
    yield from merged(_all(game), game)


def _all(game: CheckedGame) -> Iterator[tuple[Bounds, Problem]]:
    for bounds in game.bounds:
        shares = [*shares_of(bounds)]
        found = total(shares)
        if found > MOST_WORK:
            where, _ = max(shares, key=work_of)
            problem = TooMuchWork(
                bound=f"{MOST_WORK:,}", found=_rounded(found), span=where.span, path=where.path
            )
            by_again = total(shares_of(bounds, owed=0)) <= MOST_WORK
            yield bounds, _naming_again(problem, bounds.world.model) if by_again else problem


def shares_of(bounds: Bounds, owed: int = MOST_OWED) -> Iterator[Share]:
    """Yield the work that is possible between two decisions, clause by clause; `owed` bounds the repetitions of a phase."""
    effort = Effort(bounds=bounds)
    model = bounds.world.model
    yield from effort.shares(model.setup.steps)
    for phase in model.phases:
        runs = _runs(bounds, phase)
        if runs > 0:
            yield from effort.shares(phase.code.steps)
            more = runs - 1 + (0 if _again_in(model, phase) is None else owed)
            yield from _other_runs(bounds, phase, more)
    yield from _turn(effort, model)


# ---- phases ----------------------------------------------------------------------------------------
def _runs(bounds: Bounds, phase: m.Phase) -> int:
    """Return the most runs of a phase, without owed ones."""
    return max(0, min(int(bounds.number(phase.rounds).high), MOST_ROUNDS)) * bounds.world.players


def _other_runs(bounds: Bounds, phase: m.Phase, many: int) -> Iterator[Share]:
    """Yield the work of the other runs of a phase between two decisions.

    If each run surely has a decision, this is no more than the end of one run and the beginning of the next. Together
    these are no more than one full run, which is counted already.
    """
    if not _surely_asks(bounds, phase.code.steps):
        for where, found in Effort(bounds=bounds, until_decision=True).shares(phase.code.steps):
            yield where, many * found


def _surely_asks(bounds: Bounds, steps: Sequence[m.Step]) -> bool:
    """Return whether some steps always come to a decision: the first step that may leave out the rest is one."""
    stops = (m.OneAction, m.Choose, m.Require, m.Pay)
    step = next((each for each in steps if isinstance(each, stops)), None)
    if not isinstance(step, m.Choose):
        return isinstance(step, m.OneAction)
    run = leading_run(steps[steps.index(step) :])
    return len(run) == 1 and surely_has_option(bounds, step)


def _again_in(model: m.Model, phase: m.Phase) -> m.Where | None:
    """Return the place of the first `again` that a run of a phase may come to, by what it causes too."""
    parts = [*parts_of(evolve(model, phases=()))]  # a phase runs no other phase
    waiting = [Part(what="phase", name=phase.name, code=phase.code, where=phase.where)]
    for part in waiting:
        entered = {zone for _, zone in moves_of(model, part)}
        for step in steps_of(part.code.steps):
            if step.effects.owes_turn:
                return step.where
            waiting += (
                each for each in parts if each not in waiting and _runs_by(each, step, entered)
            )
    return None


def _runs_by(part: Part, step: m.Step, entered: Container[str]) -> bool:
    """Return whether a step may run some code; `entered` are the zones that its own code moves pieces into."""
    if part.what == "action":
        chosen = step.effects.runs is OtherCode.ANY_ACTION
        return chosen or part.name in step.effects.owed_actions
    if part.trigger is None:
        return False
    at_end = step.effects.runs is OtherCode.END_OF_TURN
    return (at_end and part.trigger.at == m.Moment.END_OF_TURN) or part.trigger.zone in entered


def _naming_again(problem: TooMuchWork, model: m.Model) -> Problem:
    """Return the problem with the first `again` that a phase may come to."""
    where = next(filter(None, (_again_in(model, phase) for phase in model.phases)))
    related = (Related(where.span, "this may repeat it"),)
    return problem.but(repeated=MOST_OWED, related=related)


# ---- turns -----------------------------------------------------------------------------------------


def _turn(effort: Effort, model: m.Model) -> Iterator[Share]:
    yield from effort.moment(m.Moment.START_OF_ROUND)
    yield from effort.moment(m.Moment.START_OF_TURN)
    yield from effort.shares(model.turn.steps)
    for end in model.ends:
        yield end.where, effort.of(end.value) + effort.of(end.more_rounds)
    yield from effort.moment(m.Moment.END_OF_ROUND)


def _rounded(number: int) -> str:
    """Return a number rounded up to two digits, as the bound is no more precise."""
    zeros = len(str(number)) - 2
    return f"{-(-number // 10**zeros) * 10**zeros:,}" if zeros < MOST_ZEROS else f"10^{zeros + 1}"
