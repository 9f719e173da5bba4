"""Limits and places that a move may exceed."""

from __future__ import annotations

from collections.abc import Iterator
from math import isinf

from attrs import evolve

from splendor_dsl.diagnostics import Problem, Related, problem_kind
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.checks.amounts import together
from splendor_dsl.semantics.checks.bounds import Bounds
from splendor_dsl.semantics.checks.checked import Checked, merged
from splendor_dsl.semantics.checks.context import Known
from splendor_dsl.semantics.checks.effects import how_many
from splendor_dsl.semantics.checks.flow import parts_of
from splendor_dsl.semantics.checks.walk import walk
from splendor_dsl.semantics.checks.world import pieces_in


@problem_kind
class NoRoom(Problem):
    """Something enters a zone that has a limit, and nothing makes sure that there is room.

    A limit without `at end of turn` is kept by the requirements of the actions.

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


@problem_kind
class PlacesFull(Problem):
    """A piece is moved into a zone whose places may all be taken; it would stay where it is.

    The step would do nothing, and the steps around it would go on as if the piece had moved.

    Fails, as the row may be full:

        zones { row cards { face up; places 4 } }
        actions {
          show {
            choose card: cards in hand
            move card to row
          }
        }

    Passes:

        zones { row cards { face up; places 4 } }
        actions {
          show {
            require gap: cards in row < 4
            choose card: cards in hand
            move card to row
          }
        }
    """

    code = "SPL415"
    headline = "expected a free place in {zone!r} for sure, but all may be taken here{players}"
    hint = "require one before the first effect, such as '{kind} in {zone} < {places}'"

    zone: str
    kind: str
    places: int
    players: str = ""


def room(game: Checked) -> Iterator[Problem]:
    """What enters a zone with a limit or places must find room, by what is required before.

    Bounds: the count of the zone as required, the limit at its least, what is moved at its most, of what was chosen no
    more than was. In the setup nothing lies in a zone that no earlier step has filled. Silent where all there is could
    lie there at once.
    """
    yield from merged(_all(game), game)


def _all(game: Checked) -> Iterator[tuple[Bounds, Problem]]:
    for bounds in game.bounds:
        for part in parts_of(game.model):
            for visit in walk(bounds, part):
                for problem in _problems(visit.bounds, visit.step):
                    yield bounds, problem


def _problems(bounds: Bounds, step: m.Step) -> Iterator[Problem]:
    if isinstance(step, m.MovePieces):
        yield from _pieces(bounds, step)
        yield from _places(bounds, step)
    elif isinstance(step, m.MoveTokens):
        yield from _tokens(bounds, step)


def _limits(bounds: Bounds, zone: str) -> Iterator[m.Limit]:
    for limit in bounds.world.model.limits.values():
        if limit.zone == zone and not limit.at_end_of_turn:
            yield limit


def _pieces(bounds: Bounds, step: m.MovePieces) -> Iterator[Problem]:
    zone = step.target.zone
    count = bounds.number(pieces_in(step.target))
    for limit in _limits(bounds, zone):
        most = bounds.number(limit.value).low
        everything, many = bounds.world.lying(zone), how_many(bounds, step).high
        if everything > most and count.high + many > most:
            what = bounds.world.model.zones[zone].kind or ""
            found = _no_room(step.where, zone, limit, what, bounds)
            yield found.but(many=many, cut=_cut(bounds, step))


def _cut(bounds: Bounds, step: m.MovePieces) -> str:
    """The zone of whose parts each gives some of its own."""
    if step.source is None or step.count is None:
        return ""
    zone = step.source.zone
    return zone if bounds.world.parts(zone) > 1 else ""


def _tokens(bounds: Bounds, step: m.MoveTokens) -> Iterator[Problem]:
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


# ---- places --------------------------------------------------------------------------------------
def _places(bounds: Bounds, step: m.MovePieces) -> Iterator[Problem]:
    world, zone = bounds.world, step.target.zone
    places = world.places.get(zone)
    if places is None or world.lying(zone) <= places or _fits(bounds, step, places):
        return
    known = world.model.zones[zone]
    related = (Related(known.where.span, "its places are declared here"),)
    where = step.where
    yield PlacesFull(
        zone=zone,
        kind=known.kind or "",
        places=int(places),
        span=where.span,
        path=where.path,
        related=related,
    )


def _fits(bounds: Bounds, step: m.MovePieces, places: float) -> bool:
    count = bounds.number(pieces_in(step.target))
    if count.high + how_many(bounds, step).high <= places:
        return True
    if count.high <= 0 and step.count is not None:  # so many to each part, and all are empty
        return bounds.number(step.count).high <= places
    return step.piece is not None and _part_has_room(bounds, step.target, places)


def _part_has_room(bounds: Bounds, target: v.ZoneRef, places: float) -> bool:
    """Whether a requirement bounds some of the pieces there, such as those of one part."""
    return any(
        isinstance(key, v.PieceCount)
        and key.zone == target
        and key.where is not None
        and found.high < places
        for key, found in bounds.known.ranges.items()
    )
