"""Limits without `at end of turn` that a move may exceed, and those that no move does: the only ones to rest on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import isinf

from attrs import evolve, frozen

from splendor_dsl.diagnostics import Related, problem_kind
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.checks.amounts import together
from splendor_dsl.semantics.checks.bounds import Bounds, bounds_by_players
from splendor_dsl.semantics.checks.context import Known
from splendor_dsl.semantics.checks.flow import parts_of, refills
from splendor_dsl.semantics.checks.sure import asked_to_move
from splendor_dsl.semantics.checks.turns import owed_actions
from splendor_dsl.semantics.checks.walk import walk
from splendor_dsl.semantics.checks.world import pieces_in
from splendor_dsl.semantics.problems import Doubt


@problem_kind
class NoRoom(Doubt):
    """Something enters a zone that has a limit, and nothing makes sure that there is room.

    A limit without `at end of turn` is kept by the requirements of the actions. A move that exceeds it is made all the
    same, and nobody has to put anything back.

    Fails, as the hand may be full:

        limits { hand: cards in hand at most 3 }
        actions {
          reserve {
            choose card: cards in table
            move card to hand
          }
        }

    Passes:

        limits { hand: cards in hand at most 3 }
        actions {
          reserve {
            require room: cards in hand < limit of hand
            choose card: cards in table
            move card to hand
          }
        }
    """

    code = "SPL414"
    headline = (
        "expected room in {zone!r} for sure, but its limit {limit!r} may be exceeded here{players}"
    )

    zone: str
    limit: str
    what: str
    many: float = 1  # how many may come at once
    cut: str = ""  # the zone of parts that each give some
    tokens: bool = False
    least: float | None = None  # what a limit that changes may be at its lowest
    never: bool = False  # whether there never is room
    players: str = ""

    def help(self) -> str | None:
        """What to require: room for all that comes at once."""
        limit = f"limit of {self.limit}" if self.least is None else f"{self.least:.0f}"
        changes = ""
        if self.least is not None:
            changes = f"the limit changes during the game, and may be as low as {limit}: "
            if self.least < self.many:
                return f"{changes}then there is no room"
        room = "<" if self.many <= 1 else f"+ {self.many:.0f} <="
        asked = f"{self.what} in {self.zone} {room} {limit}"
        if isinf(self.many):
            asked = f"{self.what} in {self.zone} = 0"
        each = f", as each part of {self.cut!r} gives its own" if self.cut else ""
        late = ", or write 'at end of turn' behind the limit" if self.tokens else ""
        return f"{changes}require room before the first effect: '{asked}'{each}{late}"


@frozen(kw_only=True)
class Proven:
    """The bounds of a game for one number of players, in which no limit counts that some move may exceed.

    `doubts` say which move may exceed which limit while all others hold.
    """

    bounds: Bounds
    doubts: tuple[NoRoom, ...]


def proven(model: m.Model) -> Iterator[Proven]:
    """The bounds of a game for each number of players.

    A limit is taken to hold until a move is found that may exceed it; then all is asked again without that limit, as
    others may have rested on it. What is left holds from step to step, and so always.
    """
    for bounds in bounds_by_players(model):
        doubts: list[NoRoom] = []
        now = bounds
        while found := list(_exceeded(now)):
            doubts += found
            now = _without(now, {problem.limit for problem in found})
        yield Proven(bounds=now, doubts=tuple(doubts))


def _without(bounds: Bounds, limits: set[str]) -> Bounds:
    """The same, with nothing resting on some limits."""
    world = bounds.world
    caps = tuple(cap for cap in world.caps if cap.limit not in limits)
    return evolve(bounds, world=evolve(world, caps=caps, memory={}))


def kept_limits(every: Iterable[Proven], model: m.Model) -> dict[str, int]:
    """The limits that hold whenever a player is to act, in each number of players, with the most that each allows.

    One that changes during a game may be below what was there before. One at the end of a turn holds if nothing but the
    player's own action brings tokens, before it is kept.
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
    """A game with the limits that are shown to hold."""
    return evolve(model, kept_limits=kept_limits(tuple(proven(model)), model))


def _exceeded(bounds: Bounds) -> Iterator[NoRoom]:
    """The moves that may exceed a limit which is taken to hold before each."""
    for part in parts_of(bounds.world.model):
        for visit in walk(bounds, part):
            if isinstance(visit.step, m.MovePieces):
                yield from _pieces(visit.bounds, visit.step)
            elif isinstance(visit.step, m.MoveTokens):
                yield from _tokens(visit.bounds, visit.step)
            elif isinstance(visit.step, m.Fill):
                yield from _places(visit.bounds, visit.step.zone.zone, visit.step.where)
    for _, zone in refills(bounds.world.model):
        yield from _places(bounds, zone, bounds.world.model.zones[zone].where)


def _limits(bounds: Bounds, zone: str) -> Iterator[m.Limit]:
    resting = {cap.limit for cap in bounds.world.caps if cap.always}
    for limit in bounds.world.model.limits.values():
        if limit.zone == zone and limit.name in resting:
            yield limit


def _pieces(bounds: Bounds, step: m.MovePieces) -> Iterator[NoRoom]:
    zone = step.target.zone
    count = bounds.number(pieces_in(step.target))
    for limit in _limits(bounds, zone):
        most = bounds.number(limit.value).low
        everything, many = bounds.world.lying(zone), asked_to_move(bounds, step)
        if everything > most and count.high + many.high > most:
            what = bounds.world.model.zones[zone].kind or ""
            found = _no_room(step.where, zone, limit, what, bounds)
            never = count.low + many.low > bounds.number(limit.value).high
            yield found.but(many=many.high, cut=_cut(bounds, step), never=never)


def _places(bounds: Bounds, zone: str, where: m.Where) -> Iterator[NoRoom]:
    """Places that are filled without a question, more than a limit allows."""
    world = bounds.world
    many = min(world.lying(zone), world.places.get(zone, 0) * world.parts(zone))
    for limit in _limits(bounds, zone):
        if many > bounds.number(limit.value).low:
            what = world.model.zones[zone].kind or ""
            yield _no_room(where, zone, limit, what, bounds).but(many=many)


def _cut(bounds: Bounds, step: m.MovePieces) -> str:
    """The zone of whose parts each gives some of its own."""
    if step.source is None or step.count is None:
        return ""
    zone = step.source.zone
    return zone if bounds.world.parts(zone) > 1 else ""


def _tokens(bounds: Bounds, step: m.MoveTokens) -> Iterator[NoRoom]:
    zone = step.target.zone
    for limit in _limits(bounds, zone):
        tokens = limit.tokens or ()
        named: v.Expr = v.TokenSet(tokens=tokens)
        if len(tokens) == 1:
            named = v.TokenConst(token=tokens[0])
        count = bounds.number(v.PileCount(pile=step.target, tokens=named))
        more = _together(bounds, step, tokens)
        most = bounds.number(limit.value).low
        if more > 0 and sum(bounds.world.stock[t] for t in tokens) > most < count.high + more:
            found = _no_room(step.where, zone, limit, _words(bounds.world.model, tokens), bounds)
            yield found.but(many=more, tokens=True)


def _together(bounds: Bounds, step: m.MoveTokens, tokens: tuple[int, ...]) -> float:
    """The most that comes at once: of what was chosen, no more than was; `up to`, what the source can hold."""
    most, lanes = together(step.amounts, frozenset(tokens), bounds), bounds.amounts(step.amounts)
    if not step.up_to:
        return most
    there = (bounds.world.pile_high(step.source.zone, (t,)) for t in tokens)
    return min(most, sum(min(lanes[t].high, high) for t, high in zip(tokens, there, strict=True)))


def _words(model: m.Model, tokens: tuple[int, ...]) -> str:
    if len(tokens) == 1:
        return model.tokens[tokens[0]].name
    return next((name for name, members in model.groups.items() if members == tokens), "tokens")


def _no_room(where: m.Where, zone: str, limit: m.Limit, what: str, bounds: Bounds) -> NoRoom:
    value = evolve(bounds, known=Known()).number(limit.value)  # whatever is required now
    related = (Related(limit.where.span, "the limit stands here"),)
    return NoRoom(
        zone=zone,
        limit=limit.name,
        what=what,
        least=value.low if value.low < value.high else None,
        span=where.span,
        path=where.path,
        related=related,
    )
