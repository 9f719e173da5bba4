"""Proofs that no move exceeds a limit without `at end of turn`, and the moves that may exceed one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import isinf
from typing import Final

from attrs import evolve, frozen

from splendor_dsl.checks.amounts import together
from splendor_dsl.checks.bounds import Bounds, bounds_by_players
from splendor_dsl.checks.certainty import after_move, pieces_to_move
from splendor_dsl.checks.context import Known
from splendor_dsl.checks.effects import reads
from splendor_dsl.checks.flow import Part, parts_of, refills
from splendor_dsl.checks.linear import at_most
from splendor_dsl.checks.turns import OWN, owed_actions
from splendor_dsl.checks.walk import walk
from splendor_dsl.checks.world import pieces_in
from splendor_dsl.diagnostics import Related, problem_kind
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.changes import caused, written
from splendor_dsl.semantics.effects import PieceFlow, TokenFlow
from splendor_dsl.semantics.problems import Doubt

MOST: Final = 1 << 62  # in the place of infinity
MOST_TIMES: Final = 4  # iterations, each without the limits that may be exceeded


@problem_kind
class NoRoom(Doubt):
    """Something enters a zone that has a limit, and nothing makes sure that there is room."""

    code = "SPL414"
    headline = (
        "expected room in {zone!r} for sure, but its limit {limit!r} may be exceeded here{players}"
    )

    zone: str
    limit: str
    what: str
    many: float = 1  # pieces or tokens that may come at once
    cut: str = ""  # the zone whose parts each give some
    tokens: bool = False
    least: float | None = None  # the least value of a limit that changes
    never: bool = False  # whether there never is room
    players: str = ""

    def help(self) -> str | None:
        """Return a requirement of room for all that comes at once."""
        limit = f"limit of {self.limit}" if self.least is None else f"{self.least:.0f}"
        changes = ""
        if self.least is not None:
            changes = f"the limit changes during the game, and may be as low as {limit}: "
            if self.least < self.many:
                return f"{changes}then there is no room"
        room = "<" if self.many <= 1 else f"+ {self.many:.0f} <="
        suggested = f"{self.what} in {self.zone} {room} {limit}"
        if isinf(self.many):
            suggested = f"{self.what} in {self.zone} = 0"
        each = f", as each part of {self.cut!r} gives its own" if self.cut else ""
        late = ", or write 'at end of turn' behind the limit" if self.tokens else ""
        return f"{changes}require room before the first effect: '{suggested}'{each}{late}"


@frozen(kw_only=True)
class Proven:
    """The bounds of a game for one number of players, which rely only on limits that no move exceeds.

    `doubts` are the moves that may exceed a limit while all others hold.
    """

    bounds: Bounds
    doubts: tuple[NoRoom, ...]


def proven(model: m.Model) -> Iterator[Proven]:
    """Yield the bounds of a game for each number of players, with the moves that may exceed a limit.

    Each limit is assumed to hold until a move may exceed it; then all moves are examined again without that limit, as the
    proofs of others may rely on it. The remaining limits hold by induction over the steps; after `MOST_TIMES` iterations
    none remain.
    """
    for bounds in bounds_by_players(model):
        doubts: list[NoRoom] = []
        now = bounds
        for time in range(MOST_TIMES):
            found = list(_exceeded(now))
            doubts += found
            if not found:
                break
            gone = set(model.limits) if time == MOST_TIMES - 1 else {each.limit for each in found}
            now = _without(now, gone)
        yield Proven(bounds=now, doubts=tuple(doubts))


def _without(bounds: Bounds, limits: set[str]) -> Bounds:
    """Return bounds that do not rely on some limits."""
    world = bounds.world
    caps = tuple(cap for cap in world.caps if cap.limit not in limits)
    return evolve(bounds, world=evolve(world, caps=caps, memory={}))


def kept_limits(every: Iterable[Proven], model: m.Model) -> dict[str, int]:
    """Return the limits that hold whenever a player is to act, in each number of players, with the most that each allows.

    A limit that changes during a game may fall below the content of its zone. One at the end of a turn holds if only the
    player's own action brings tokens, before the limit is kept.
    """
    owed = bool(owed_actions(model))
    kept = [
        {
            cap.limit: int(cap.high)
            for cap in each.bounds.world.caps
            if cap.fixed and (cap.always or (cap.at_actions and cap.tokens and not owed))
        }
        for each in every
    ]
    return {
        name: max(limits[name] for limits in kept)
        for name in model.limits
        if all(name in limits for limits in kept)
    }


def with_kept_limits(model: m.Model) -> m.Model:
    """Return a game with the limits that are proved to hold."""
    return evolve(model, kept_limits=kept_limits(tuple(proven(model)), model))


@frozen
class _Entry:
    """A flow of tokens or pieces to a zone, with its step and code."""

    step: m.Step
    flow: TokenFlow | PieceFlow
    part: Part


def _exceeded(bounds: Bounds) -> Iterator[NoRoom]:
    """Yield the moves that may exceed a limit that holds before each."""
    for part in parts_of(bounds.world.model):
        for visit in walk(bounds, part):
            for pieces in visit.step.effects.pieces:
                if pieces.fills:
                    yield from _places(visit.bounds, pieces.target.zone, visit.step.where)
                else:
                    yield from _pieces(visit.bounds, pieces, _Entry(visit.step, pieces, part))
            for tokens in visit.step.effects.tokens:
                yield from _tokens(visit.bounds, tokens, _Entry(visit.step, tokens, part))
    for _, zone in refills(bounds.world.model):
        yield from _places(bounds, zone, bounds.world.model.zones[zone].where)


def _has_room(bounds: Bounds, entry: _Entry, room: _Room) -> bool:
    """Return whether the content of a zone surely is no more than its limit after a step."""
    player = entry.flow.target.player
    value = _limit_of(bounds, room.limit, player)
    mine = bounds if player == OWN else evolve(bounds, known=Known())
    if bounds.number(room.then).high <= mine.number(room.limit.value).low:
        return True
    return (
        value is not None
        and not _changes_limit(bounds, (entry.step,), entry.part, room.limit)
        and at_most(bounds, room.then, value)
    )


@frozen(kw_only=True)
class _Room:
    """The content of a zone after a step at most, and a limit on it."""

    limit: m.Limit
    then: v.Expr


def _limit_of(bounds: Bounds, limit: m.Limit, player: v.Expr | None) -> v.Expr | None:
    """Return the number of a limit for a player in a variable."""
    if not isinstance(player, v.Local):
        return None
    return bounds.world.keys.renamed(limit.value, 0, player.slot)


def _changes_limit(bounds: Bounds, steps: Iterable[m.Step], part: Part, limit: m.Limit) -> bool:
    """Return whether some steps may change the number of a limit, by themselves or by what they cause."""
    model = bounds.world.model
    changed = written(model, steps, part.origins)
    return bool((changed | caused(model, changed)) & reads(bounds.world, limit.value))


def _limits(bounds: Bounds, zone: str) -> Iterator[m.Limit]:
    resting = {cap.limit for cap in bounds.world.caps if cap.always}
    for limit in bounds.world.model.limits.values():
        if limit.zone == zone and limit.name in resting:
            yield limit


def _pieces(bounds: Bounds, flow: PieceFlow, entry: _Entry) -> Iterator[NoRoom]:
    zone = flow.target.zone
    here, then = pieces_in(flow.target), after_move(bounds, flow)
    for limit in _limits(bounds, zone):
        enough = bounds.world.most_pieces(zone) <= bounds.number(limit.value).low
        if not (enough or _has_room(bounds, entry, _Room(limit=limit, then=then))):
            many = pieces_to_move(bounds, flow)
            found = _no_room(entry, limit, bounds.world.model.zones[zone].kind or "", bounds)
            never = bounds.number(here).low + many.low > bounds.number(limit.value).high
            yield found.but(many=many.high, cut=_cut(bounds, flow), never=never)


def _places(bounds: Bounds, zone: str, where: m.Where) -> Iterator[NoRoom]:
    """Yield a problem for each limit that filling the places of a zone may exceed."""
    world = bounds.world
    many = min(world.most_pieces(zone), world.places.get(zone, 0) * world.parts(zone))
    for limit in _limits(bounds, zone):
        if many > bounds.number(limit.value).low:
            what = world.model.zones[zone].kind or ""
            yield NoRoom(
                zone=zone,
                limit=limit.name,
                what=what,
                many=many,
                span=where.span,
                path=where.path,
                related=(Related(limit.where.span, "the limit stands here"),),
            )


def _cut(bounds: Bounds, flow: PieceFlow) -> str:
    """Return the zone if each of its parts gives some pieces."""
    if flow.source is None or flow.count is None:
        return ""
    zone = flow.source.zone
    return zone if bounds.world.parts(zone) > 1 else ""


def _tokens(bounds: Bounds, flow: TokenFlow, entry: _Entry) -> Iterator[NoRoom]:
    for limit in _limits(bounds, flow.target.zone):
        tokens = limit.tokens or ()
        named: v.Expr = v.TokenSet(tokens=tokens)
        if len(tokens) == 1:
            named = v.TokenConst(token=tokens[0])
        more = _together(bounds, flow, tokens)
        here = v.PileCount(pile=flow.target, tokens=named)
        parts = (here, v.Const(value=int(min(more, MOST))))
        then = v.Sum(signs=("+", "+"), parts=parts, type="number")
        there = sum(bounds.world.stock[token] for token in tokens)
        enough = more <= 0 or there <= bounds.number(limit.value).low
        if not (enough or _has_room(bounds, entry, _Room(limit=limit, then=then))):
            found = _no_room(entry, limit, _words(bounds.world.model, tokens), bounds)
            yield found.but(many=more, tokens=True)


def _together(bounds: Bounds, flow: TokenFlow, tokens: tuple[int, ...]) -> float:
    """Return the most tokens that come at once: no more than were chosen, or than the source can hold."""
    there = [bounds.world.pile_high(flow.source.zone, (token,)) for token in tokens]
    if flow.amounts is None:
        return sum(there)
    most, lanes = together(flow.amounts, frozenset(tokens), bounds), bounds.amounts(flow.amounts)
    if not flow.up_to:
        return most
    return min(most, sum(min(lanes[t].high, high) for t, high in zip(tokens, there, strict=True)))


def _words(model: m.Model, tokens: tuple[int, ...]) -> str:
    if len(tokens) == 1:
        return model.tokens[tokens[0]].name
    return next((name for name, members in model.groups.items() if members == tokens), "tokens")


def _no_room(entry: _Entry, limit: m.Limit, what: str, bounds: Bounds) -> NoRoom:
    value = evolve(bounds, known=Known()).number(limit.value)  # requirements aside
    related = (Related(limit.where.span, "the limit stands here"),)
    changes = _changes_limit(bounds, entry.part.code.steps, entry.part, limit)
    as_it_stands = entry.flow.target.player == OWN and not changes
    where = entry.step.where
    return NoRoom(
        zone=entry.flow.target.zone,
        limit=limit.name,
        what=what,
        least=None if value.low == value.high or as_it_stands else value.low,
        span=where.span,
        path=where.path,
        related=related,
    )
