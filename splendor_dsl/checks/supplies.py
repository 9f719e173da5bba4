"""Decks too small for their tables, parts and kinds without pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from attrs import frozen

from splendor_dsl.checks.bounds import Bounds
from splendor_dsl.checks.checked_game import CheckedGame, merged
from splendor_dsl.checks.flow import Part, home, parts_of, piece_edges
from splendor_dsl.checks.numbers import PLAYERS, players_of
from splendor_dsl.checks.walk import walk
from splendor_dsl.checks.world import pieces_in
from splendor_dsl.diagnostics import Problem, Related, problem_kind
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.changes import caused, regions_of
from splendor_dsl.semantics.effects import PieceFlow
from splendor_dsl.semantics.scope import ANY_KIND


@problem_kind
class DeckTooSmall(Problem):
    """The setup asks for more pieces than there are."""

    code = "SPL470"
    headline = "expected at least {wanted:.0f} {kind}{part}, found {found:.0f}{players}"
    hint = "add rows, or ask for fewer"

    wanted: float
    kind: str
    part: str
    found: float
    players: str = ""


@problem_kind
class KindWithoutPieces(Problem):
    """A kind of piece is declared, but no table has any."""

    code = "SPL471"
    headline = "expected pieces of the kind {kind!r}, found none"
    hint = "write 'rows {kind} {{ ... }}'"

    kind: str


@problem_kind
class PartWithoutPieces(Problem):
    """A zone is cut into parts by a field, and for one of its numbers there is no piece."""

    code = "SPL472"
    headline = (
        "expected {kind} for each {field} from {low} to {high}, found none with {field} {number}"
    )
    hint = "add rows for it, or narrow the range of {field!r}"

    kind: str
    field: str
    low: int
    high: int
    number: int


@problem_kind
class KindWithoutZone(Problem):
    """Pieces of a kind have no zone of the game to lie in at first, so they never leave the box."""

    code = "SPL473"
    headline = "expected a zone of the game without 'places' where the {kind} begin, found none"
    hint = "declare one, such as '{kind}_stack {kind} {{ face down }}'"

    kind: str


@problem_kind
class TokenWithoutStock(Problem):
    """A token is declared, but the game has none of it in any number of players."""

    code = "SPL475"
    severity = "warning"
    headline = "expected a number of {token} in 'supply', found none"
    hint = "give it a number there, or remove it"

    token: str


@problem_kind
class NeverLaidOut(Problem):
    """A zone refills when a piece leaves it, but no step ever puts the first ones there."""

    code = "SPL476"
    headline = "expected a step that first fills {zone!r}, found none"
    hint = "write 'fill {zone}' in the setup"

    zone: str


def stocks(game: CheckedGame) -> Iterator[Problem]:
    """Report tokens of which the game has none in any number of players."""
    tokens = game.model.tokens
    worlds = [bounds.world for bounds in game.bounds]
    without = [n for n in range(len(tokens)) if all(world.stock[n] <= 0 for world in worlds)]
    reported: set[str] = set()
    for number in without:
        token, name, where = tokens[number], tokens[number].name, tokens[number].where
        members = game.model.groups[token.group]
        if len(members) > 1 and set(members) <= set(without):  # one problem for the whole group
            where, name = game.model.places[f"tokens.{token.group}"], f"each {token.group}"
        if name not in reported:
            reported.add(name)
            yield TokenWithoutStock(token=name, span=where.span, path=where.path)


def kinds(game: CheckedGame) -> Iterator[Problem]:
    """Report kinds without pieces, parts of zones without pieces, and kinds without a zone to begin in."""
    model = game.model
    for kind in model.kinds.values():
        zones = [zone for zone in model.zones.values() if zone.kind == kind.name]
        if not zones:
            continue  # reported as unused
        if not any(True for _ in model.pieces_of(kind.name)):
            yield KindWithoutPieces(kind=kind.name, span=kind.where.span, path=kind.where.path)
            continue
        if home(model, kind.name) not in {zone.name for zone in zones}:
            where = zones[0].where
            yield KindWithoutZone(kind=kind.name, span=where.span, path=where.path)
        yield from _laid_out(game, kind, zones)
        for name in dict.fromkeys(zone.by for zone in zones if zone.by is not None):
            yield from _parts(model, kind, name)


def _laid_out(game: CheckedGame, kind: m.Kind, zones: list[m.Zone]) -> Iterator[Problem]:
    reached = game.bounds[0].world.reached[kind.name]
    named = regions_of(tuple(part.code.steps for part in parts_of(game.model)))
    for zone in zones:
        if zone.refill is not None and zone.name not in reached and zone.name in named:
            yield NeverLaidOut(zone=zone.name, span=zone.where.span, path=zone.where.path)


def _parts(model: m.Model, kind: m.Kind, name: str) -> Iterator[Problem]:
    field, there = kind.fields[name], _per_part(model, kind.name, name)
    for number in range(field.low, field.high + 1):
        if not there[number]:
            yield PartWithoutPieces(
                kind=kind.name,
                field=name,
                low=field.low,
                high=field.high,
                number=number,
                span=field.where.span,
                path=field.where.path,
            )
            return


def _per_part(model: m.Model, kind: str, by: str) -> Counter[int]:
    """Return the number of things in each part; one whose sides differ counts for each."""
    things = {
        (model.pieces[piece].thing, model.pieces[piece].values[by])
        for piece in model.pieces_of(kind)
    }
    return Counter(value for _, value in things if isinstance(value, int))


# ---- decks -----------------------------------------------------------------------------------------
def decks(game: CheckedGame) -> Iterator[Problem]:
    """Report steps of the setup that need more pieces than there are.

    Bounds, in each number of players: the pieces that `fill` and `move top (n)` need up to a step, in all and of each part,
    against all pieces that there are; and those of the step itself against the most that its source can hold. For a step
    under an `if`, or into a zone that the setup takes pieces from, only the second counts.
    """
    yield from merged(_all(game), game)


def _all(game: CheckedGame) -> Iterator[tuple[Bounds, Problem]]:
    setup = next(part for part in parts_of(game.model) if part.what == "setup")
    for bounds in game.bounds:
        for problem in (*_total_shortage(bounds, setup), *_zone_shortages(bounds, setup)):
            yield bounds, problem


ALL: Final = ("", None)  # in the place of a field and a number of it


@frozen
class _LaidOut:
    """Pieces that a step lays out, and how often it runs."""

    step: m.Step
    flow: PieceFlow
    times: int = 1


def _total_shortage(bounds: Bounds, setup: Part) -> Iterator[Problem]:
    """Yield the first step at which all pieces that steps need so far are more than there are."""
    world, sums = bounds.world, dict[tuple[str, str, int | None], float]()
    emptied, filled = _emptied(world.model, setup), set[str]()
    for laid in _laid_out_by(setup.code.steps, bounds):
        flow, kind = laid.flow, _kind(bounds, laid.flow)
        zone = world.model.zones[flow.target.zone]
        things = world.things.get(kind)
        if flow.fills:
            filled_before = zone.name in filled
            filled.add(zone.name)
        else:
            filled_before = zone.name in world.places  # lack of places is reported as such
        if filled_before or not things or zone.name in emptied:
            continue
        for (by, number), wanted in _wanted(bounds, flow, kind):
            total = sums[kind, by, number] = sums.get((kind, by, number), 0) + wanted * laid.times
            found = len(things) if number is None else _per_part(world.model, kind, by)[number]
            if wanted > 0 and total > found:
                part = "" if number is None else f" with {by} {number}"
                yield _too_small(bounds, laid, (total, found), part)
                return


def _emptied(model: m.Model, setup: Part) -> set[str]:
    """Return the zones that the setup takes pieces from, by itself and by the triggers that it causes."""
    entered = {zone for _, zone in piece_edges(model, setup)}
    entered |= caused(model, entered)
    parts = [part for part in parts_of(model) if part.trigger and part.trigger.zone in entered]
    return {source for part in (setup, *parts) for source, _ in piece_edges(model, part)}


def _laid_out_by(steps: Iterable[m.Step], bounds: Bounds, times: int = 1) -> Iterator[_LaidOut]:
    """Yield the pieces that steps always lay out, and how often each step runs."""
    for step in steps:
        if isinstance(step, m.ForEach) and step.domain.kind in PLAYERS:
            yield from _laid_out_by(step.body, bounds, times * players_of(step.domain, bounds))
        for flow in step.effects.pieces:
            owned = bounds.world.model.zones[flow.target.zone].owned
            if flow.fills or flow.count is not None:
                yield _LaidOut(step, flow, times if owned or not flow.fills else 1)


def _wanted(
    bounds: Bounds, flow: PieceFlow, kind: str
) -> Iterator[tuple[tuple[str, int | None], float]]:
    """Yield how many pieces a step needs: of each part, then in all."""
    world = bounds.world
    if flow.count is None:
        cut, each = flow.target.zone, world.places.get(flow.target.zone, 0)
    else:
        assert flow.source is not None
        cut, each = flow.source.zone, max(0, bounds.number(flow.count).low)
    by = world.model.zones[cut].by
    numbers = [] if by is None else sorted(_per_part(world.model, kind, by))
    yield from (((by or "", number), each) for number in numbers)
    yield ALL, each * (len(numbers) if by is not None else 1)


def _zone_shortages(bounds: Bounds, setup: Part) -> Iterator[Problem]:
    """Yield a problem for each step that takes more from a zone than it can hold."""
    for visit in walk(bounds, setup):
        for flow in visit.step.effects.pieces:
            source, wanted = flow.source, 0.0
            if source is not None and flow.fills:
                wanted = _empty_places(visit.bounds, flow.target)
            elif source is not None and flow.count is not None:
                wanted = visit.bounds.number(flow.count).low * bounds.world.parts(source.zone)
            there = wanted if source is None else _available(visit.bounds, source)
            if there < wanted and bounds.world.things.get(_kind(bounds, flow)):
                laid, part = (
                    _LaidOut(visit.step, flow),
                    "" if source is None else f" in {source.zone!r}",
                )
                yield _too_small(bounds, laid, (wanted, there), part)


def _available(bounds: Bounds, source: v.ZoneRef) -> float:
    """Return the most that can be taken out of a zone: its content, and what refills its places."""
    zones, there = bounds.world.model.zones, bounds.number(pieces_in(source)).high
    passed, refill = {source.zone}, zones[source.zone].refill
    while refill is not None and refill.source not in passed:
        passed.add(refill.source)
        there += bounds.number(pieces_in(v.ZoneRef(zone=refill.source, player=None))).high
        refill = zones[refill.source].refill
    return there


def _kind(bounds: Bounds, flow: PieceFlow) -> str:
    """Return the kind that is laid out: that of the target or, as the box takes any, of the source."""
    zones = bounds.world.model.zones
    kind = zones[flow.target.zone].kind or ""
    if kind != ANY_KIND or flow.source is None:
        return kind
    return zones[flow.source.zone].kind or ""


def _empty_places(bounds: Bounds, target: v.ZoneRef) -> float:
    """Return the number of places that a step surely finds empty."""
    world = bounds.world
    places = world.places.get(target.zone, 0) * len(world.per_part(target.zone))
    return places - bounds.number(pieces_in(target)).high


def _too_small(bounds: Bounds, laid: _LaidOut, counts: tuple[float, float], part: str) -> Problem:
    model, flow, where = bounds.world.model, laid.flow, laid.step.where
    zone = flow.target.zone
    if model.zones[zone].kind == ANY_KIND and flow.source is not None:
        zone = flow.source.zone  # the box is declared nowhere
    related = (Related(model.zones[zone].where.span, f"{zone!r} is declared here"),)
    return DeckTooSmall(
        wanted=counts[0],
        kind=_kind(bounds, flow),
        part=part,
        found=counts[1],
        span=where.span,
        path=where.path,
        related=related,
    )
