"""Interval analysis of typed expressions: the ranges of numbers, amounts and conditions in any game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from attrs import evolve, frozen

from splendor_dsl.checks.amounts import AMOUNTS, tokens, unknown
from splendor_dsl.checks.conditions import CONDITIONS
from splendor_dsl.checks.context import Lanes, Reader, Some
from splendor_dsl.checks.flow import (
    Part,
    given_markers,
    parts_of,
    set_counters,
    zones_reached,
)
from splendor_dsl.checks.intervals import ANY, Interval
from splendor_dsl.checks.keys import Keys
from splendor_dsl.checks.numbers import NUMBERS
from splendor_dsl.checks.turns import limits_kept_once, own_gains_only
from splendor_dsl.checks.world import Cap, World
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.changes import reachable, steps_of
from splendor_dsl.semantics.effects import TokenFlow
from splendor_dsl.semantics.payments import SUPPLY


@frozen(kw_only=True)
class Bounds(Reader):
    """A reader of typed expressions as bounds."""

    def number(self, expr: v.Expr) -> Interval:
        """Return the range of a number; a condition counts as 1 or 0."""
        read = NUMBERS.get(type(expr))
        if read is None or (isinstance(expr, v.Quantified) and expr.which in {"any", "every"}):
            return _counted(self.condition(expr)) if type(expr) in CONDITIONS else ANY
        if isinstance(expr, v.ValueOf) and expr.type == "condition":
            return _counted(self.condition(expr))
        found = read(expr, self)
        if self.known.ranges:
            required = self.known.ranges.get(self.world.key(expr))
            found = found if required is None else found.meet(required)
        return found

    def amounts(self, expr: v.Expr) -> Lanes:
        """Return the ranges of amounts, token by token."""
        read = AMOUNTS.get(type(expr))
        return unknown(self) if read is None else read(expr, self)

    def condition(self, expr: v.Expr) -> bool | None:
        """Return whether a condition always or never holds; None if that is not known."""
        if self.known.truths:
            known = self.known.truths.get(self.world.key(expr))
            if known is not None:
                return known
        read = CONDITIONS.get(type(expr))
        return None if read is None else read(expr, self)

    def tokens(self, expr: v.Expr) -> Some:
        """Return the tokens that an expression can mean."""
        return tokens(expr, self)


def _counted(truth: bool | None) -> Interval:  # noqa: FBT001  a truth is what it counts
    return Interval(truth is True, truth is not False)


# ---- making worlds -------------------------------------------------------------------------------
def bounds_by_players(model: m.Model) -> Iterator[Bounds]:
    """Yield the bounds of a game for each number of players."""
    reached, things = zones_reached(model), _things(model)
    markers, counters, keys = given_markers(model), set_counters(model), Keys()
    shared: dict[object, object] = {}
    for players in range(model.low_players, model.high_players + 1):
        empty = World(
            model=model,
            players=players,
            stock=(0,) * len(model.tokens),
            places={},
            reached=reached,
            supplied={},
            markers=markers,
            counters=counters,
            things=things,
            keys=keys,
            shared=shared,
        )
        yield Bounds(world=_filled(empty))


def _things(model: m.Model) -> dict[str, dict[int, tuple[int, ...]]]:
    things: dict[str, dict[int, tuple[int, ...]]] = {kind: {} for kind in model.kinds}
    for number, piece in enumerate(model.pieces):
        sides = things[piece.kind].get(piece.thing, ())
        things[piece.kind][piece.thing] = (*sides, number)
    return things


def _filled(world: World) -> World:
    """Return the world with its stock, places, supplied tokens and caps, each computed with the ones before."""
    model = world.model
    plain = Bounds(world=world)
    stock = tuple(plain.number(each).high for each in model.stock)
    places = {
        zone.name: plain.number(zone.places).high
        for zone in model.zones.values()
        if zone.places is not None
    }
    everywhere = {zone: frozenset(range(len(stock))) for zone in model.zones}
    world = _new(world, stock=stock, places=places, supplied=everywhere)
    world = _new(world, supplied=_supplied(model, Bounds(world=world)))
    return _new(world, caps=tuple(_caps(model, Bounds(world=world))))


def _new(world: World, **changes: Any) -> World:
    """Return a changed world, without the results that were computed with less knowledge."""
    return evolve(world, memory={}, **changes)


def _supplied(model: m.Model, bounds: Bounds) -> dict[str, frozenset[int]]:
    """Return, for each pile, the tokens that can ever get there from the supply by steps that may move them."""
    count = len(model.tokens)
    edges: list[list[tuple[str, str]]] = [[] for _ in range(count)]
    for part in parts_of(model):
        bound = _with_chosen_tokens(bounds, part)
        for step in steps_of(part.code.steps):
            for flow in step.effects.tokens:
                edge = flow.source.zone, flow.target.zone
                for token in _tokens_moved(bound, flow):
                    edges[token].append(edge)
    stocked = [{SUPPLY} if stock > 0 else set[str]() for stock in bounds.world.stock]
    reached = [reachable(*each) for each in zip(stocked, edges, strict=True)]
    return {
        zone: frozenset(token for token in range(count) if zone in reached[token])
        for zone in model.zones
    }


def _tokens_moved(bounds: Bounds, flow: TokenFlow) -> Iterable[int]:
    """Return the tokens that may move."""
    if flow.amounts is None:
        return range(len(bounds.world.stock))
    return (token for token, lane in enumerate(bounds.amounts(flow.amounts)) if lane.high > 0)


def _with_chosen_tokens(bounds: Bounds, part: Part) -> Bounds:
    """Return bounds with the tokens that the choices and loops of some code may mean, anywhere in it."""
    for step in steps_of(part.code.steps):
        for binding in step.effects.binds:
            if binding.tokens is not None:
                members = bounds.tokens(binding.tokens).tokens
                some = Some(tokens=members, size=Interval(0, len(members)))
                bounds = bounds.bind(binding.slot, some)
    return bounds


def _caps(model: m.Model, bounds: Bounds) -> Iterator[Cap]:
    for limit in model.limits.values():
        number = bounds.number(limit.value)
        yield Cap(
            limit=limit.name,
            zone=limit.zone,
            tokens=None if limit.tokens is None else frozenset(limit.tokens),
            high=max(0, number.high),
            always=not limit.at_end_of_turn,
            at_actions=limit.at_end_of_turn and holds_at_actions(bounds, limit),
            fixed=number.low == number.high,
        )


def holds_at_actions(bounds: Bounds, limit: m.Limit) -> bool:
    """Return whether a limit at the end of a turn still holds when its player chooses the next action.

    It does if it can be kept, each turn keeps it after its one action, and only the player's own action, with all that it
    causes, ever brings tokens.
    """
    model, kept = bounds.world.model, can_be_kept(bounds, limit)
    return kept and limits_kept_once(model) and own_gains_only(model, limit.zone)


def can_be_kept(bounds: Bounds, limit: m.Limit) -> bool:
    """Return whether the tokens of `keep` are no more than the limit, so that returning the others always keeps it."""
    kept = sum(bounds.world.stock[token] for token in limit.keeps)
    return kept <= bounds.number(limit.value).low


# ---- knowledge -------------------------------------------------------------------------------------
def with_range(bounds: Bounds, expr: v.Expr, found: Interval) -> Bounds:
    """Return bounds with the range of a number."""
    key = bounds.world.key(expr)
    now = bounds.known.ranges.get(key, ANY).meet(found)
    return evolve(bounds, known=bounds.known.with_range(key, now, bounds.world.free))
