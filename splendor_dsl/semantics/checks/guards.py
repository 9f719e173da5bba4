"""Choices, requirements, gains and payments that come too late to be refused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from splendor_dsl.diagnostics import Problem, problem_kind
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.checks.bounds import Bounds
from splendor_dsl.semantics.checks.checked import Checked, merged
from splendor_dsl.semantics.checks.flow import parts_of
from splendor_dsl.semantics.checks.intervals import Interval
from splendor_dsl.semantics.checks.numbers import one_token
from splendor_dsl.semantics.checks.options import surely_has_option
from splendor_dsl.semantics.checks.walk import EFFECT, LATE, Visit, walk


@problem_kind
class ChoiceUnguarded(Problem):
    """A choice that comes after something was done may turn out to have no option, and the rest would be left out.

    Choices and requirements that lead an action are made together, so that no move leads to a dead end. A later
    choice must have an option for sure, by what was required or by what the steps before it did, or be a
    `may choose`.

    Fails, as no card may be left on the table:

        actions {
          look {
            gain up to 1 gold
            choose card: cards in table
            move card to hand
          }
        }

    Passes, with the choice first:

        actions {
          look {
            choose card: cards in table
            gain up to 1 gold
            move card to hand
          }
        }
    """

    code = "SPL410"
    headline = (
        "expected an option for sure, found a choice {name!r} that may have none here{players}"
    )
    hint = "let it come first, require an option before the first effect, or write 'may choose'"

    name: str
    players: str = ""


@problem_kind
class RequirementTooLate(Problem):
    """A requirement after something was done can't refuse the action any more; it would cut it short in silence.

    At the head of an action a requirement decides whether the action is offered. Later it can't take back
    what was done before it, and the player would get half of an action.

    Fails, as the gold is already gained:

        actions {
          cheer {
            gain up to 1 gold
            require poor: tokens in purse < 3
            gain up to 2 white
          }
        }

    Passes, as a condition:

        actions {
          cheer {
            gain up to 1 gold
            if tokens in purse < 3 {
              gain up to 2 white
            }
          }
        }
    """

    code = "SPL411"
    headline = (
        "expected a requirement before the first effect, found one that may fail after it{players}"
    )
    hint = "let it come first, or write 'if {text} {{ ... }}'"

    text: str
    players: str = ""


@problem_kind
class MayFallShort(Problem):
    """An exact amount that comes too late to be required may not be there.

    Exact amounts right after the leading choices of an action are required before it is offered. Anywhere else they
    must be there for sure, or say `up to`.

    Fails, as the supply may have no gold:

        actions {
          reserve {
            choose card: cards in table
            move card to hand
            gain 1 gold
          }
        }

    Passes:

        actions {
          reserve {
            choose card: cards in table
            move card to hand
            gain up to 1 gold
          }
        }
    """

    code = "SPL412"
    headline = "expected {text} in {pile!r} for sure, but there may be less{players}"
    hint = "write 'up to {text}', or let it follow the leading choices at once"

    text: str
    pile: str
    players: str = ""


@problem_kind
class PaymentTooLate(Problem):
    """A payment that comes too late to be required may be more than the player has.

    The first payment of an action is required before the action is offered, unless a step before it may change what it
    costs or is paid with: so let it come before such a step. A second one, one after a later choice, and one in a
    trigger or in a block must be covered for sure, or follow a `may choose` at once.

    Fails, as only the first payment is required:

        actions {
          buy {
            choose card: cards in table
            pay cost of card
            pay 1 gold
            move card to bought
          }
        }

    Passes, with both in one payment:

        actions {
          buy {
            choose card: cards in table
            pay cost of card + 1 gold
            move card to bought
          }
        }
    """

    code = "SPL413"
    headline = "expected a payment that can be met for sure, found {text!r}, for which there may be too little{players}"
    hint = "let it come first, join it with the first payment of the action, or let it follow 'may choose' at once"

    text: str
    players: str = ""


def guards(game: Checked) -> Iterator[Problem]:
    """A later choice needs an option, a later requirement must hold, later amounts must be there: for sure.

    Bounds: what is required before, the options that choices had, what the steps before moved, the stock, limits and
    places, the ranges of counters; after a block that may not run, what holds either way. Silent where a choice is
    at the head of a trigger that does nothing else, as nothing then is cut short.
    """
    yield from merged(_all(game), game)


def _all(game: Checked) -> Iterator[tuple[Bounds, Problem]]:
    for bounds in game.bounds:
        for part in parts_of(game.model):
            for problem in _problems(walk(bounds, part)):
                yield bounds, problem


def _problems(visits: Iterable[Visit]) -> Iterator[Problem]:
    told: list[tuple[m.Step, ...]] = []  # a run is one decision: its first fault is told
    for visit in visits:
        problem = _problem(visit)
        if problem is None or any(visit.run is run for run in told if run):
            continue
        told.append(visit.run)
        yield problem


def _problem(visit: Visit) -> Problem | None:
    step, bounds = visit.step, visit.bounds
    if visit.how == LATE and not visit.declinable:
        return _late(step, bounds)
    if visit.how == EFFECT and isinstance(step, m.MoveTokens):
        return _amounts(step, bounds)
    if visit.how == EFFECT and isinstance(step, m.Pay) and not _covered(step, bounds):
        return PaymentTooLate(text=step.text, span=step.where.span, path=step.where.path)
    return None


def _late(step: m.Step, bounds: Bounds) -> Problem | None:
    if isinstance(step, m.Choose) and not surely_has_option(bounds, step):
        return ChoiceUnguarded(name=step.name, span=step.where.span, path=step.where.path)
    if isinstance(step, m.Require) and bounds.condition(step.value) is not True:
        return RequirementTooLate(text=step.text, span=step.where.span, path=step.where.path)
    return None


def _amounts(step: m.MoveTokens, bounds: Bounds) -> Problem | None:
    if step.up_to or _there(step, bounds):
        return None
    pile, where = step.source.zone, step.where
    return MayFallShort(text=step.text, pile=pile, span=where.span, path=where.path)


def _there(step: m.MoveTokens, bounds: Bounds) -> bool:
    """Whether a pile surely holds all that is to leave it."""
    amounts = step.amounts
    if isinstance(amounts, v.AmountOf) and isinstance(amounts.tokens, v.Local):
        return _chosen_there(step, amounts, bounds)
    lanes = bounds.amounts(amounts)
    return all(
        lane.high <= one_token(step.source, token, bounds).low
        for token, lane in enumerate(lanes)
        if lane.high > 0
    )


def _chosen_there(step: m.MoveTokens, amounts: v.AmountOf, bounds: Bounds) -> bool:
    some, count = bounds.tokens(amounts.tokens), bounds.number(amounts.count)
    here = bounds.number(v.PileCount(pile=step.source, tokens=amounts.tokens))
    if count.high <= 0 or (some.size.high <= 1 and count.high <= here.low):
        return True
    each = [one_token(step.source, token, bounds).low for token in some.tokens]
    kinds = bounds.number(v.DifferentKinds(pile=step.source, tokens=amounts.tokens))
    one_each = count.high <= 1 and kinds.low >= some.size.high
    return one_each or all(low >= count.high for low in each)


def _covered(step: m.Pay, bounds: Bounds) -> bool:
    """Whether the pile surely holds all that a payment asks for."""
    lanes: tuple[Interval, ...] = bounds.amounts(step.cost)
    return all(
        lane.high <= one_token(step.pile, token, bounds).low
        for token, lane in enumerate(lanes)
        if lane.high > 0
    )
