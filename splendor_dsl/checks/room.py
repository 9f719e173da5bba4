"""Moves for which there may be no room: under a limit, or in places."""

from __future__ import annotations

from collections.abc import Iterator

from splendor_dsl.checks.bounds import Bounds
from splendor_dsl.checks.certainty import find_places, never_enter
from splendor_dsl.checks.checked_game import CheckedGame, merged, source_text
from splendor_dsl.checks.flow import parts_of
from splendor_dsl.checks.guards import NeverDone
from splendor_dsl.checks.limit_proofs import NoRoom
from splendor_dsl.checks.walk import walk
from splendor_dsl.diagnostics import Problem, Related, problem_kind
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics.effects import PieceFlow
from splendor_dsl.semantics.problems import Doubt


@problem_kind
class PlacesFull(Doubt):
    """A piece is moved into a zone whose places may all be taken; it would stay where it is."""

    code = "SPL415"
    headline = "expected a free place in {zone!r} for sure, but all may be taken here{players}"
    hint = "require one before the first effect, such as '{kind} in {zone} < {places}'"

    zone: str
    kind: str
    places: int
    players: str = ""


def room(game: CheckedGame) -> Iterator[Problem]:
    """Report moves into a zone with a limit or places that may find no room: an error if they never find any.

    A move that may find no room is a doubt. Bounds: the requirements on the content of the zone, the limit at its least,
    the most that may move, of chosen tokens no more than were chosen. In the setup a zone is empty until a step fills it.
    A zone that has room for all there is never is a problem.
    """
    yield from merged(_all(game), game)


def _all(game: CheckedGame) -> Iterator[tuple[Bounds, Problem]]:
    for each in game.proven:
        for problem in each.doubts:
            why = f"for which {problem.zone!r} never has room under its limit {problem.limit!r}"
            yield each.bounds, _never(game, problem, why) if problem.never else problem
    for bounds in game.bounds:
        for part in parts_of(game.model):
            for visit in walk(bounds, part):
                for flow in visit.step.effects.pieces:
                    if not (flow.fills or find_places(visit.bounds, flow)):
                        yield bounds, _places(game, visit.bounds, flow, visit.step.where)


def _places(game: CheckedGame, bounds: Bounds, flow: PieceFlow, where: m.Where) -> Problem:
    zone = bounds.world.model.zones[flow.target.zone]
    related = (Related(zone.where.span, "its places are declared here"),)
    found = PlacesFull(
        zone=zone.name,
        kind=zone.kind or "",
        places=int(bounds.world.places[zone.name]),
        span=where.span,
        path=where.path,
        related=related,
    )
    why = f"for which {zone.name!r} never has places enough"
    return _never(game, found, why) if never_enter(bounds, flow) else found


def _never(game: CheckedGame, doubt: NoRoom | PlacesFull, why: str) -> Problem:
    """Return the error of a move that never has room."""
    clause = game.model.places[doubt.path]
    return NeverDone(
        text=source_text(game, clause),
        why=why,
        span=doubt.span,
        path=doubt.path,
        related=doubt.related,
    )
