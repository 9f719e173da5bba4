"""Actions and triggers that can never happen, and pieces that none of them can ever reach."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from splendor_dsl.checks.assumptions import switched_off
from splendor_dsl.checks.bounds import Bounds
from splendor_dsl.checks.certainty import never_there
from splendor_dsl.checks.checked_game import CheckedGame, merged, source_text
from splendor_dsl.checks.context import Held
from splendor_dsl.checks.flow import Part, parts_of, zones_entered
from splendor_dsl.checks.options import surely_has_none
from splendor_dsl.checks.payments import own_pile_of
from splendor_dsl.checks.walk import HEAD, IMPLIED, LEAD, Visit, walk
from splendor_dsl.checks.world import nodes_of
from splendor_dsl.diagnostics import Problem, problem_kind
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.effects import TokenFlow


@problem_kind
class NeverLegal(Problem):
    """An action or trigger asks for something that can't be, whatever is played."""

    code = "SPL430"
    headline = "expected something that can come about, found {text!r}: the {what} {name!r} can never happen"

    text: str
    what: str
    name: str


@problem_kind
class PieceOutOfReach(Problem):
    """A piece asks for more than any player could ever have."""

    code = "SPL431"
    headline = "expected one of the {kind} that somebody can reach, found one that never meets {text!r}{players}"

    kind: str
    text: str
    players: str = ""


CALM = ("action", "trigger")


def legality(game: CheckedGame) -> Iterator[Problem]:
    """Report actions and triggers that can happen in no number of players.

    Bounds: all requirements together, the stock, the most that piles and zones can ever hold, limits, the ranges of fields
    and counters, the zones that some piece can enter. A requirement that reads nothing but parameters is a switch and
    never reported, nor is one that has such a switch as a part.
    """
    model = game.model
    entered = {None, *zones_entered(model)}
    for part in parts_of(model):
        if part.trigger is not None and part.trigger.zone not in entered:
            yield _never(part.trigger, part, game)
        elif part.what in CALM:
            dead = [_dead(bounds, part) for bounds in game.bounds]
            if dead and None not in dead and dead[0] is not None:
                yield _never(dead[0].step, part, game)


def _never(cause: m.Step | m.Trigger, part: Part, game: CheckedGame) -> Problem:
    where = cause.where
    text = getattr(cause, "text", "") or source_text(game, where)
    return NeverLegal(
        text=text,
        what=part.what,
        name=part.name,
        span=where.span,
        path=where.path,
    )


def _dead(bounds: Bounds, part: Part) -> Visit | None:
    """Return the first step at which some code must fail."""
    for visit in walk(bounds, part):
        if (visit.how in {LEAD, HEAD, IMPLIED} or visit.declinable) and _fails(visit):
            return visit
    return None


def _fails(visit: Visit) -> bool:
    step, bounds = visit.step, visit.bounds
    if isinstance(step, m.Choose):
        return surely_has_none(bounds, step)
    match step:
        case m.Require():
            return not visit.can_be and not switched_off(bounds, step.value)
        case m.Pay():
            return _never_paid(step, bounds)
        case _:
            return any(_never_there(flow, bounds) for flow in step.effects.tokens)


def _never_there(flow: TokenFlow, bounds: Bounds) -> bool:
    amounts = flow.amounts
    if isinstance(amounts, v.AmountOf) and isinstance(amounts.tokens, v.Local):
        there = bounds.number(v.PileCount(pile=flow.source, tokens=amounts.tokens))
        return bounds.number(amounts.count).low > there.high
    return never_there(bounds, flow)


def _never_paid(step: m.Pay, bounds: Bounds) -> bool:
    """Return whether a payment can never be met; costs of pieces and tokens without supply have checks of their own."""
    if any(isinstance(node, v.FieldOf) for node in nodes_of(step.cost)):
        return False
    cost, own_pile = [lane.low for lane in bounds.amounts(step.cost)], own_pile_of(bounds, step)
    return not own_pile.unsupplied(cost) and not own_pile.can_pay(cost)


# ---- pieces ----------------------------------------------------------------------------------------
@frozen(kw_only=True)
class _Test:
    """A requirement on a chosen piece in the first decision of some code."""

    bounds: Bounds
    slot: int
    step: m.Require


def reach(game: CheckedGame) -> Iterator[Problem]:
    """Report pieces that can never meet the requirements of the code that chooses them.

    Bounds: as for actions, and the fields of the piece itself. Only requirements that read something of a player count,
    and only if no code that chooses pieces of the kind accepts the piece.
    """
    yield from merged(_all(game), game)


def _all(game: CheckedGame) -> Iterator[tuple[Bounds, Problem]]:
    for kind in game.model.kinds:
        for bounds in game.bounds:
            codes = [_tests(bounds, part, kind) for part in parts_of(game.model)]
            choosing = [tests for tests in codes if tests is not None]
            if choosing and all(choosing):
                yield from ((bounds, problem) for problem in _unreached(choosing, kind))


def _tests(bounds: Bounds, part: Part, kind: str) -> list[_Test] | None:
    """Return the requirements on a piece of a kind in the code that chooses one; None if it chooses none."""
    tests: list[_Test] | None = None
    for visit in walk(bounds, part):
        step = visit.step
        if isinstance(step, m.Choose) and _chooses(step, kind, bounds):
            tests = tests if tests is not None else []
        elif isinstance(step, m.Require) and tests is not None:
            held = {s for s, each in visit.bounds.slots.items() if each == Held(kind=kind)}
            read = held & bounds.world.free(step.value)
            tests += [_Test(bounds=visit.bounds, slot=slot, step=step) for slot in read]
    return tests


def _chooses(step: m.Choose, kind: str, bounds: Bounds) -> bool:
    zones = bounds.world.model.zones
    found = (zone for binding in step.effects.binds for zone in binding.zones)
    return any(zones[zone.zone].kind == kind for zone in found)


def _unreached(codes: list[list[_Test]], kind: str) -> Iterator[Problem]:
    codes = [[test for test in tests if _may_fail(test)] for tests in codes]
    if not all(codes):
        return
    model = codes[0][0].bounds.world.model
    for piece in model.pieces_of(kind):
        failing = [_first_failing(tests, piece) for tests in codes]
        first = failing[0]
        if first is not None and None not in failing:
            yield _out_of_reach(first, model.pieces[piece])


def _may_fail(test: _Test) -> bool:
    """Return whether a requirement reads something of a player, and some piece may fail it."""
    reading = (v.ValueOf, v.PieceSum, v.PileAmounts, v.PileCount, v.PieceCount, v.CounterValue)
    of_player = any(isinstance(node, reading) for node in nodes_of(test.step.value))
    return of_player and test.bounds.condition(test.step.value) is not True


def _first_failing(tests: list[_Test], piece: int) -> _Test | None:
    for test in tests:
        kind = test.bounds.world.model.pieces[piece].kind
        bounds = test.bounds.bind(test.slot, Held(kind=kind, piece=piece))
        if bounds.condition(test.step.value) is False:
            return test
    return None


def _out_of_reach(test: _Test, piece: m.Piece) -> Problem:
    where = piece.where
    return PieceOutOfReach(kind=piece.kind, text=test.step.text, span=where.span, path=where.path)
