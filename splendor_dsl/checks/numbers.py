"""Bounds of numbers and amounts: one function for each form of expression."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from math import inf
from typing import Any, Final, TypeVar

from attrs import evolve

from splendor_dsl.checks.context import ANYTHING, Held, Lanes, Reader, Some, Value
from splendor_dsl.checks.intervals import (
    ANY,
    COUNT,
    ONE,
    ZERO,
    Interval,
    exactly,
    hull,
    total,
    up_to,
)
from splendor_dsl.checks.world import pieces_in
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.piece_conditions import NotFixedError, value_for

R = TypeVar("R", bound=Reader)
ME: Final = v.Local(slot=0, type="player")


def const(expr: v.Const, _: Reader) -> Interval:
    """Return the range of `4`."""
    return exactly(expr.value)


def by_players(expr: v.ByPlayers, reader: Reader) -> Interval:
    """Return the range of `4 | 5 | 7`."""
    return reader.number(expr.parts[reader.world.players - expr.low])


def fact(expr: v.Fact, reader: Reader) -> Interval:
    """Return the range of `players`, which is known, or of `round`, `turn` and `passes`, which have no upper bound."""
    return exactly(reader.world.players) if expr.which == "players" else COUNT


def local(expr: v.Local, reader: Reader) -> Interval:
    """Return the range of a chosen number."""
    held = reader.slots.get(expr.slot)
    return held if isinstance(held, Interval) else ANY


def counter(expr: v.CounterValue, reader: Reader) -> Interval:
    """Return the range of a counter: its first value if no step changes it; 0 is in it if its player may be nobody."""
    known = reader.world.model.counters[expr.counter]
    found = Interval(known.low, known.high)
    if expr.counter not in reader.world.counters:
        found = reader.number(known.start).meet(found)
    return found if is_somebody(expr.player, reader) else found.join(ZERO)


def is_somebody(player: v.Expr | None, reader: Reader) -> bool:
    """Return whether there surely is such a player: the holder of a marker may be nobody, unless that is excluded."""
    if not isinstance(player, v.Holder):
        return True
    truths, nobody = reader.known.truths, v.Nobody()
    return (
        truths.get(v.Compare(operator="!=", left=player, right=nobody)) is True
        or truths.get(v.Compare(operator="=", left=player, right=nobody)) is False
        or truths.get(v.Compare(operator="=", left=player, right=ME)) is True
    )


# ---- tokens ------------------------------------------------------------------------------------
def pile_count(expr: v.PileCount, reader: Reader) -> Interval:
    """Return the range of tokens in a pile, by their stock and the limits."""
    some = reader.tokens(expr.tokens)
    world, pile = reader.world, expr.pile.zone
    high = world.pile_high(pile, some.tokens)
    if reader.settled and expr.pile.player == ME:
        now = (cap for cap in world.caps if cap.zone == pile and (cap.always or cap.at_actions))
        caps = (cap for cap in now if cap.tokens and some.tokens <= cap.tokens)
        high = min([high, *(cap.high for cap in caps)])
    if some.every:
        return Interval(_pile_low(expr.pile, some, reader), high)
    if some.size.high <= 1:
        high = min(high, max((world.pile_high(pile, (t,)) for t in some.tokens), default=0))
    return Interval(0, high)


def _pile_low(pile: v.ZoneRef, some: Some, reader: Reader) -> float:
    low = reader.world.pile_low(pile.zone, some.tokens)
    if len(some.tokens) == 1 or not reader.known.ranges:
        return low
    return max(low, sum(each.low for each in _each_token(pile, some, reader)))


def _each_token(pile: v.ZoneRef, some: Some, reader: Reader) -> list[Interval]:
    """Return the range of each of some tokens in a pile."""
    return reader.once(
        ("each", pile, some.tokens),
        lambda: [one_token(pile, token, reader) for token in some.tokens],
    )


def one_token(pile: v.ZoneRef, token: int, reader: Reader) -> Interval:
    """Return the range of one token in a pile."""
    count = reader.world.once(
        ("one", pile, token), lambda: v.PileCount(pile=pile, tokens=v.TokenConst(token=token))
    )
    return reader.once(("one", id(count)), lambda: reader.number(count))


def different(expr: v.DifferentKinds, reader: Reader) -> Interval:
    """Return the range of the number of tokens among some of which a pile has at least one."""
    some = reader.tokens(expr.tokens)
    counts = _each_token(expr.pile, some, reader)
    high = min(sum(count.high > 0 for count in counts), some.size.high)
    if not some.every:
        return up_to(high)
    low = sum(count.low > 0 for count in counts)
    several = reader.number(v.PileCount(pile=expr.pile, tokens=expr.tokens))
    return Interval(max(low, several.low > 0), high)


def stock_of(expr: v.StockOf, reader: Reader) -> Interval:
    """Return the range of the game's stock of some tokens."""
    some = reader.tokens(expr.tokens)
    stocks = [reader.world.stock[token] for token in some.tokens]
    if some.every:
        return exactly(sum(stocks))
    return up_to(sum(stocks))


def amount_in(expr: v.AmountIn, reader: Reader) -> Interval:
    """Return the range of some tokens together in amounts."""
    lanes = reader.amounts(expr.amounts)
    some = reader.tokens(expr.tokens)
    chosen = [lanes[token] for token in some.tokens]
    if some.every or not chosen:
        return total(chosen)
    return hull(chosen) if some.size.high <= 1 else up_to(sum(max(0, lane.high) for lane in chosen))


# ---- pieces ------------------------------------------------------------------------------------
def piece_count(expr: v.PieceCount, reader: Reader) -> Interval:
    """Return the range of pieces in a zone, by those that can be there and may meet the condition."""
    world, zone = reader.world, expr.zone.zone
    if expr.kind is not None:
        there = zone in world.reached.get(expr.kind, ())
        return up_to(min(world.zone_high(zone), len(world.things.get(expr.kind, ())) * there))
    if expr.where is None:
        return Interval(world.zone_low(zone), world.zone_high(zone))
    if locals_only(expr.where, expr.slot, reader):
        return up_to(world.count(zone, _keeper(expr.where, expr.slot, reader), id(expr)))
    return up_to(world.zone_high(zone))


def piece_sum(expr: v.PieceSum, reader: Reader) -> Interval:
    """Return the range of a number added up over the pieces of a zone."""
    return sums(expr, reader)[0]


def sums(expr: v.PieceSum, reader: Reader) -> Lanes:
    """Return the ranges of a field added up over the pieces that a zone can hold, without the piece being chosen."""
    keep, key = None, None
    if expr.where is not None and locals_only(expr.where, expr.slot, reader):
        keep, key = _keeper(expr.where, expr.slot, reader), id(expr)
    lanes = reader.world.sums(expr.zone.zone, expr.field, keep, key)
    if reader.absent is None or expr.zone.player is None:
        return lanes
    return tuple(_without(lane, own) for lane, own in zip(lanes, _own(expr, reader), strict=True))


def _without(lane: Interval, own: int) -> Interval:
    return Interval(lane.low, lane.high - own)


def _own(expr: v.PieceSum, reader: Reader) -> tuple[int, ...]:
    """Return the amount that the absent thing adds to the greatest sum, if the zone has room for all."""
    world, absent = reader.world, reader.absent
    kind = world.model.zones[expr.zone.zone].kind or ""
    things = world.things_in(expr.zone.zone)
    extremes = world.extremes(kind, expr.field)
    width = len(extremes)
    if absent == ANYTHING:
        return tuple(int(max(0, lane.high)) for lane in extremes)
    sides = None if absent is None else things.get(absent)
    if sides is None or expr.where is not None or world.zone_high(expr.zone.zone) < len(things):
        return (0,) * width
    lanes = zip(*(world.lanes(side, expr.field) for side in sides), strict=True)
    return tuple(max(0, *lane) for lane in lanes)


def locals_only(where: v.Expr, slot: int, reader: Reader) -> bool:
    """Return whether a condition reads nothing but the piece under test."""
    return reader.world.free(where) <= {slot}


def _keeper(where: v.Expr, slot: int, reader: Reader) -> Callable[[int], bool]:
    world = reader.world
    pieces, tokens = world.model.pieces, len(world.stock)
    plain = evolve(reader, slots={}, known=type(reader.known)(), absent=None, settled=False)

    def keep(piece: int) -> bool:
        with suppress(NotFixedError):
            return bool(value_for(where, slot, pieces[piece], tokens))
        held = Held(kind=world.model.pieces[piece].kind, piece=piece)
        return plain.bind(slot, held).condition(where) is not False

    return keep


def field_of(expr: v.FieldOf, reader: Reader) -> Interval:
    """Return the range of a number of a piece."""
    return field_lanes(expr, reader)[0]


def field_lanes(expr: v.FieldOf, reader: Reader) -> Lanes:
    """Return the ranges of a field of a piece: its value, or the extremes of its kind."""
    held = reader.slots.get(expr.piece.slot) if isinstance(expr.piece, v.Local) else None
    if not isinstance(held, Held):
        return (ANY,) if expr.type == "number" else (COUNT,) * len(reader.world.stock)
    if held.piece is None:
        return reader.world.extremes(held.kind, expr.field)
    return tuple(exactly(lane) for lane in reader.world.lanes(held.piece, expr.field))


# ---- composites ----------------------------------------------------------------------------------
def sum_(expr: v.Sum, reader: Reader) -> Interval:
    """Return the range of numbers added and subtracted."""
    parts = [reader.number(part) for part in expr.parts]
    found = total(
        part if sign == "+" else -part for sign, part in zip(expr.signs, parts, strict=True)
    )
    return found.meet(Interval(-inf, _all_there_is(expr, reader)))


def _all_there_is(expr: v.Sum, reader: Reader) -> float:
    """Return the most that zones of one kind can hold together: all pieces of it."""
    zones = {part.zone.zone for part in expr.parts if isinstance(part, v.PieceCount)}
    kinds = {reader.world.model.zones[zone].kind for zone in zones}
    if len(zones) < len(expr.parts) or set(expr.signs) != {"+"} or len(kinds) != 1:
        return inf
    return len(reader.world.things.get(kinds.pop() or "", ())) or inf


def product(expr: v.Product, reader: Reader) -> Interval:
    """Return the range of numbers and conditions multiplied."""
    found = ONE
    for part in expr.parts:
        found *= reader.number(part)
    return found


def min_max(expr: v.MinMax, reader: Reader) -> Interval:
    """Return the range of the least or greatest of several."""
    parts = [reader.number(part) for part in expr.parts]
    pick = min if expr.which == "min" else max
    return Interval(pick(part.low for part in parts), pick(part.high for part in parts))


def quantified(expr: v.Quantified, reader: Reader) -> Interval:
    """Return the range of `sum over`, `most over` or `least over`."""
    readers, size = domain_readers(expr, reader)
    bodies = [each.number(expr.body) for each in readers]
    if expr.which == "sum":
        if bodies and size == exactly(len(bodies)):
            return total(bodies)
        return hull([ZERO, *(body * size for body in bodies)])
    return hull([*bodies, *([ZERO] if size.low < 1 or not bodies else [])])


def domain_readers(expr: v.Quantified, reader: R) -> tuple[list[R], Interval]:
    """Return readers of the body for the elements of a domain, and the number of elements."""
    held, size = domain_values(expr.domain, reader)
    inner = reader if len(held) == 1 else evolve(reader, ways=reader.ways * max(1, len(held)))
    return [inner.bind(expr.slot, each) for each in held], size


MOST_WAYS: Final = (
    64  # combinations of tokens around a body: beyond them, one value represents all inner tokens
)


def domain_values(domain: v.Domain, reader: Reader) -> tuple[list[Value | None], Interval]:
    """Return the values of a domain's variable: one for each token, or one for all players or pieces.

    In nested domains of tokens a body is read no more than `MOST_WAYS` times: beyond that one value represents all tokens
    of the inner domain, so that the work does not grow with each of them.
    """
    players = reader.world.players
    if domain.kind in PLAYERS:
        team = reader.world.model.team_size
        return [None], exactly(
            {"players": players, "others": players - 1}.get(domain.kind, team - 1)
        )
    if domain.kind == "tokens" and domain.of is not None:
        some = reader.tokens(domain.of)
        if reader.ways > 1 and reader.ways * len(some.tokens) > MOST_WAYS:
            return [Some(tokens=some.tokens, size=ONE)], some.size
        each = [Some(tokens=frozenset((t,)), size=ONE, every=True) for t in sorted(some.tokens)]
        return list(each), exactly(len(each)) if some.every else some.size
    assert isinstance(domain.of, v.ZoneRef)
    zone = reader.world.model.zones[domain.of.zone]
    count = reader.number(pieces_in(domain.of))
    return [Held(kind=zone.kind or "")], count


PLAYERS: Final = ("players", "others", "partners")


def players_of(domain: v.Domain, reader: Reader) -> int:
    """Return how many players a domain holds: all, all but one, or the rest of a team."""
    if domain.kind == "partners":
        return reader.world.model.team_size - 1
    return reader.world.players - (domain.kind == "others")


def value_of(expr: v.ValueOf, reader: Reader) -> Interval:
    """Return the range of a total of numbers; nobody has 0."""
    value, inner = reader.world.model.values[expr.value], reader.about(expr.player)
    found = inner.once(
        (expr.value, "number"), lambda: total(inner.number(term.value) for term in value.terms)
    )
    return found if is_somebody(expr.player, reader) else found.join(ZERO)


NUMBERS: Final[dict[type, Callable[[Any, Reader], Interval]]] = {
    v.Const: const,
    v.ByPlayers: by_players,
    v.Fact: fact,
    v.Local: local,
    v.CounterValue: counter,
    v.PileCount: pile_count,
    v.DifferentKinds: different,
    v.StockOf: stock_of,
    v.AmountIn: amount_in,
    v.PieceCount: piece_count,
    v.PieceSum: piece_sum,
    v.FieldOf: field_of,
    v.Sum: sum_,
    v.Product: product,
    v.MinMax: min_max,
    v.Quantified: quantified,
    v.ValueOf: value_of,
}
