"""Rules that take longer between two decisions than anybody would wait."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from splendor_dsl.diagnostics import Problem, problem_kind
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics.checks.bounds import Bounds
from splendor_dsl.semantics.checks.checked import Checked, merged
from splendor_dsl.semantics.checks.effort import Effort, Share, total
from splendor_dsl.semantics.checks.fixed import MOST_ROUNDS
from splendor_dsl.semantics.checks.flow import all_steps

MOST_WORK: Final = 2_000_000
MOST_OWED: Final = 1_000  # runs in a row in which nobody is asked (K12)
MOST_ZEROS: Final = 12  # in a number that is written in full


@problem_kind
class TooMuchWork(Problem):
    """More happens between two decisions than a program could do while somebody waits.

    Loops, counts and choices within each other multiply: six loops over five colours run their steps 15,625 times.
    Each look at a number counts one; so does each piece that a zone can hold where a condition looks through them.
    A change and an option count ten. What happens between two decisions may come to 2,000,000 at most.

    Fails, as the step runs 390,625 times:

        triggers {
          rain: at end of turn {
            for each a of gems { for each b of gems { for each c of gems { for each d of gems {
              for each e of gems { for each f of gems { for each g of gems { for each h of gems {
                gain up to 1 a
              } } } }
            } } } }
          }
        }

    Passes:

        triggers {
          rain: at end of turn {
            for each a of gems { gain up to 1 a }
          }
        }
    """

    code = "SPL483"
    headline = (
        "expected at most {bound} looks and changes between two decisions, "
        "found up to {found}, most of them here{players}"
    )
    hint = "let fewer loops, conditions on pieces and choices stand within each other"

    bound: str
    found: str
    players: str = ""


def work(game: Checked) -> Iterator[Problem]:
    """What happens between two decisions takes at most 2,000,000 looks and changes.

    Bounds: each loop and quantifier runs for all that its domain can hold, a condition on pieces for all that the zone
    can hold, a requirement for all options before it. Counted together are the setup; the phases, each once as it is
    and for all its other runs with no choice that has an option; and a turn with the listing of all actions, what one of
    them does, all triggers and the ends.
    """
    yield from merged(_all(game), game)


def _all(game: Checked) -> Iterator[tuple[Bounds, Problem]]:
    for bounds in game.bounds:
        shares = [*shares_of(bounds)]
        found = total(shares)
        if found > MOST_WORK:
            where, _ = max(shares, key=lambda share: share[1])
            problem = TooMuchWork(
                bound=f"{MOST_WORK:,}", found=_rounded(found), span=where.span, path=where.path
            )
            yield bounds, problem


def shares_of(bounds: Bounds) -> Iterator[Share]:
    """Yield what can happen between two decisions, clause by clause."""
    effort = Effort(bounds=bounds)
    unasked = Effort(bounds=bounds, unasked=True)
    model = bounds.world.model
    yield from effort.shares(model.setup.steps)
    owed = MOST_OWED if any(isinstance(step, m.Again) for _, step in all_steps(model)) else 0
    for phase in model.phases:
        runs = _runs(bounds, phase, owed)
        if runs > 0:
            yield from effort.shares(phase.code.steps)
            for where, found in unasked.shares(phase.code.steps):
                yield where, (runs - 1) * found
    yield from _turn(effort, model)


def _runs(bounds: Bounds, phase: m.Phase, owed: int) -> int:
    """How often a phase runs at most, with the runs that may be owed before the game is given up."""
    runs = max(0, min(int(bounds.number(phase.rounds).high), MOST_ROUNDS)) * bounds.world.players
    return runs + owed if runs else 0


def _turn(effort: Effort, model: m.Model) -> Iterator[Share]:
    yield from effort.moment("start of round")
    yield from effort.moment("start of turn")
    yield from effort.shares(model.turn.steps)
    for end in model.ends:
        yield end.where, effort.of(end.value) + effort.of(end.more_rounds)
    yield from effort.moment("end of round")


def _rounded(number: int) -> str:
    """A number with its first two digits, rounded up: more of them would say more than is known."""
    zeros = len(str(number)) - 2
    return f"{-(-number // 10**zeros) * 10**zeros:,}" if zeros < MOST_ZEROS else f"10^{zeros + 1}"
