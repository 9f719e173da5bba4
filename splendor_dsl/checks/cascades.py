"""Triggers, owed actions and refills that could go on for ever."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, assert_never

from splendor_dsl.checks.bounds import Bounds
from splendor_dsl.checks.checked_game import CheckedGame
from splendor_dsl.checks.cycles import (
    causes_of,
    codes_of,
    cycles_of,
    moves_of,
    shortest_cycle,
)
from splendor_dsl.checks.flow import Part, parts_of, refills
from splendor_dsl.checks.numbers import PLAYERS, players_of
from splendor_dsl.checks.options import surely_has_option
from splendor_dsl.checks.walk import walk
from splendor_dsl.diagnostics import Problem, problem_kind
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics.changes import Edge

OF_EACH_TURN: Final = {m.Moment.START_OF_TURN, m.Moment.END_OF_TURN}


@problem_kind
class CascadeUnbounded(Problem):
    """A trigger or action can cause itself, and nothing bounds how often."""

    code = "SPL480"
    headline = "expected causes that come to an end, found a circle: {way}"
    hint = "conditions do not count here: let a piece move on to where it stays each time, or owe nothing that leads back"

    way: str


@problem_kind
class TurnsUnbounded(Problem):
    """`again` stands where every turn reaches it, so that no round ever ends."""

    code = "SPL481"
    headline = "expected a condition before 'again', found one that every turn reaches"
    hint = "write 'if ... {{ again }}', or let an action say it"


@problem_kind
class RefillsInCircle(Problem):
    """Zones refill from each other in a circle."""

    code = "SPL482"
    headline = (
        "expected a zone to refill from that does not depend on this one, found a circle: {way}"
    )
    hint = "let one of them refill from a zone that does not refill itself"

    way: str


def cascades(game: CheckedGame) -> Iterator[Problem]:
    """Report triggers and actions that cause themselves without bound.

    Conditions are left out: a cause is a step that may move a piece into the zone of a trigger, by itself, by `fill` or by
    a refill, or a `do`. A cycle is bounded if no piece that it moves can come back by anything that the cycle causes, and
    each action in it always moves a piece.
    """
    model = game.model
    yield from _refill_cycles(model)
    codes = codes_of(model)
    causes = causes_of(model, codes)
    moves = {path: [*moves_of(model, part)] for path, part in codes.items()}
    done: set[str] = set()
    for path, part in codes.items():
        cycle = causes.cycles[path]
        if path in done or not cycle:
            continue
        done |= cycle
        caused_moves = [edge for each in causes.caused_by(path) for edge in moves[each]]
        own = {edge for each in cycle for edge in moves[each]}
        moving = all(_moves_for_sure(codes[each]) for each in cycle)
        if not moving or _comes_back(own, caused_moves):
            yield _unbounded(part, [codes[each].name for each in causes.shortest_cycle(path)])
    yield from _turns(game)


def _unbounded(part: Part, cycle: list[str]) -> Problem:
    where = part.where
    return CascadeUnbounded(
        way=" -> ".join([*cycle, cycle[0]]),
        span=where.span if where else None,
        path=where.path if where else "",
    )


# ---- cycles ----------------------------------------------------------------------------------------
def _comes_back(own: Iterable[Edge], caused_moves: Iterable[Edge]) -> bool:
    """Return whether a cycle moves a piece that can come back by anything that it causes, its own moves included."""
    after: dict[str, list[str]] = {}
    for left, entered in caused_moves:
        after.setdefault(left, []).append(entered)
    number = {zone: at for at, cycle in enumerate(cycles_of(after)) for zone in cycle}
    return any(left in number and number[left] == number.get(entered) for left, entered in own)


def _moves_for_sure(part: Part) -> bool:
    """Return whether an action always moves a piece once it is chosen; a trigger is caused by one that moved."""
    if part.what == "trigger":
        return True
    for step in part.code.steps:
        if isinstance(step, m.Choose) and step.may:
            return False
        if any(not flow.fills for flow in step.effects.pieces):
            return True
    return False


# ---- turns and refills -----------------------------------------------------------------------------
def _turns(game: CheckedGame) -> Iterator[Problem]:
    """Yield a problem for each `again` that every turn reaches, in some number of players."""
    for part in parts_of(game.model):
        at = part.trigger.at if part.trigger is not None else None
        if part.what not in {"turn", "phase"} and at not in OF_EACH_TURN:
            continue
        found = (_reached(part.code.steps, _known(bounds, part)) for bounds in game.bounds)
        where = next(filter(None, found), None)
        if where is not None:
            yield TurnsUnbounded(span=where.span, path=where.path)


def _known(bounds: Bounds, part: Part) -> Mapping[int, Bounds]:
    """Return the bounds before each step of some code."""
    return {id(visit.step): visit.bounds for visit in walk(bounds, part)}


def _reached(steps: tuple[m.Step, ...], known: Mapping[int, Bounds]) -> m.Where | None:
    """Return the place of the `again` that some steps always reach."""
    for step in steps:
        bounds = known.get(id(step))
        if bounds is None or _may_stop(step, bounds):
            return None
        if step.effects.owes_turn:
            return step.where
        found = [_reached(block, known) for block in _run(step, bounds)]
        if found and None not in found:
            return found[0]
    return None


def _may_stop(step: m.Step, bounds: Bounds) -> bool:
    """Return whether the rest of a block may be left out at a step."""
    if isinstance(step, m.Choose):
        return step.may or not surely_has_option(bounds, step)
    return isinstance(step, m.Require) and bounds.condition(step.value) is not True


def _run(step: m.Step, bounds: Bounds) -> Iterator[tuple[m.Step, ...]]:
    """Yield the blocks of a step that may run, by its bounds."""
    if not isinstance(step, m.Block):
        return
    match step:
        case m.If(value=value, then=then, otherwise=otherwise):
            truth = bounds.condition(value)
            yield from [then] * (truth is not False) + [otherwise] * (truth is not True)
        case m.ForEach(domain=domain, body=body):
            if domain.kind in PLAYERS:
                yield from [body] * (players_of(domain, bounds) > 0)
        case _:
            assert_never(step)


def _refill_cycles(model: m.Model) -> Iterator[Problem]:
    sources = {zone: [source] for source, zone in refills(model)}
    causes = {name: sources.get(name, []) for name in model.zones}
    for cycle in cycles_of(causes):
        name = next(each for each in model.zones if each in cycle)
        zone = model.zones[name]
        way = " -> ".join([*shortest_cycle(name, causes), name])
        yield RefillsInCircle(way=way, span=zone.where.span, path=zone.where.path)
