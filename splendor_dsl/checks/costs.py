"""Costs that nobody can ever pay."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Final

from attrs import evolve, frozen

from splendor_dsl.checks.bounds import Bounds
from splendor_dsl.checks.checked_game import CheckedGame, merged
from splendor_dsl.checks.context import ANYTHING, Held
from splendor_dsl.checks.flow import Part, home, parts_of, refills
from splendor_dsl.checks.payments import OwnPile, own_pile_of
from splendor_dsl.checks.walk import walk
from splendor_dsl.checks.world import nodes_of
from splendor_dsl.diagnostics import Problem, Related, problem_kind
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.changes import read, steps_of
from splendor_dsl.semantics.scope import ANY_KIND

MOST_TIMES: Final = 30  # iterations; after them the rest counts as within reach


@problem_kind
class TokenUnsupplied(Problem):
    """A cost asks for a colour that no player can ever hold, no wild token stands for and no bonus takes off."""

    code = "SPL420"
    headline = (
        "expected a cost that can be paid, found {token}, which no player can ever hold{players}"
    )
    hint = "give {token} a number in 'supply' and an action that gains it, or a wild token that stands for it"

    token: str
    players: str = ""


@problem_kind
class PieceUnaffordable(Problem):
    """A piece costs more than any player could ever pay."""

    code = "SPL421"
    headline = "expected a cost within reach, found {cost}, which no player can ever pay{players}"
    hint = "at most {most} can be spent at once{less}"

    cost: str
    most: str
    less: str
    players: str = ""


@frozen(kw_only=True)
class _Price:
    """One payment of the game, for one number of players."""

    bounds: Bounds
    step: m.Pay
    own_pile: OwnPile
    slot: int | None  # of the piece that is paid for
    absent: bool  # whether the piece is surely in no zone whose fields are added up


def costs(game: CheckedGame) -> Iterator[Problem]:
    """Report pieces that nobody can ever pay for, in each number of players.

    Bounds: the bounds of `payments`, and for reductions by `less` the most that all other pieces could give together. If
    pieces of a kind come into the zones that a cost reads only after they were paid for themselves, these others are the
    ones that can be paid for: starting with none, those that can be paid with what the ones before give, until there are
    no more. If one may come there otherwise, all may. A piece is reported if no payment that it can be chosen for can be
    met, even if it can be obtained otherwise.
    """
    yield from merged(_all(game), game)


def _all(game: CheckedGame) -> Iterator[tuple[Bounds, Problem]]:
    for bounds in game.bounds:
        prices = list(_prices(bounds))
        least = with_payable_things(bounds, prices)
        found = [
            *_unsupplied_tokens(prices),
            *(p for kind in game.model.kinds for p in _pieces(kind, least)),
        ]
        yield from ((bounds, problem) for problem in found)


def _prices(bounds: Bounds) -> Iterator[_Price]:
    for part in parts_of(bounds.world.model):
        for visit in walk(bounds, part):
            if isinstance(visit.step, m.Pay):
                yield _price(visit.bounds, visit.step, part)


def _price(bounds: Bounds, step: m.Pay, part: Part) -> _Price:
    found = [
        node.piece.slot
        for node in nodes_of(step.cost)
        if isinstance(node, v.FieldOf) and isinstance(node.piece, v.Local)
    ]
    slot = found[0] if found and isinstance(bounds.slots.get(found[0]), Held) else None
    sources = set(part.origins.get(slot, ())) if slot is not None else set()
    absent = not sources & _added_up(bounds.world.model, step.cost)
    own_pile = own_pile_of(bounds, step)
    return _Price(bounds=bounds, step=step, own_pile=own_pile, slot=slot, absent=absent)


def _added_up(model: m.Model, cost: v.Expr) -> set[str]:
    """Return the zones over which fields are added up, in the values of the game and in a cost."""
    exprs = [cost, *(term.value for value in model.values.values() for term in value.terms)]
    return {node.zone.zone for e in exprs for node in nodes_of(e) if isinstance(node, v.PieceSum)}


# ---- costs, piece by piece -------------------------------------------------------------------------
Least = Callable[[int], tuple[float, ...]]


def _least(price: _Price, *, absent: int | None = None) -> Least:
    """Return a function to the least cost of each piece while a thing is absent; parts without the piece are read once."""
    slot, cost = price.slot, price.step.cost
    assert slot is not None
    bounds = evolve(price.bounds, absent=absent)
    signs, parts = (cost.signs, cost.parts) if isinstance(cost, v.Sum) else (("+",), (cost,))
    steps = [(sign, _part(part, slot, bounds)) for sign, part in zip(signs, parts, strict=True)]

    def least(piece: int) -> tuple[float, ...]:
        total: tuple[float, ...] = (0,) * len(bounds.world.stock)
        for sign, ends in steps:
            low, high = ends(piece)
            if sign == "less":
                total = tuple(max(0, a - b) for a, b in zip(total, high, strict=True))
            else:
                total = tuple(a + b for a, b in zip(total, low, strict=True))
        return total

    return least


@frozen(kw_only=True)
class _Cost:
    """Lower bounds of what pieces cost by one payment, with all reductions (`least`) and without the greatest (`most`)."""

    price: _Price

    @cached_property
    def least(self) -> Least:
        """The least that each piece costs."""
        return _least(self.price)

    @cached_property
    def most(self) -> Least:
        """The least that each piece costs while the thing that would reduce it most is absent."""
        return _least(self.price, absent=ANYTHING)

    def unaffordable(self, piece: int) -> tuple[float, ...] | None:
        """Return the least that a piece costs, if nobody can pay it."""
        own_pile, cost = self.price.own_pile, self.least(piece)
        if own_pile.unsupplied(cost):  # reported by the token
            return None
        if own_pile.can_pay(cost) and self.price.absent and not own_pile.can_pay(self.most(piece)):
            thing = self.price.bounds.world.model.pieces[piece].thing
            cost = _least(self.price, absent=thing)(piece)
        return None if own_pile.can_pay(cost) else cost


Ends = tuple[tuple[float, ...], tuple[float, ...]]


def _part(expr: v.Expr, slot: int, bounds: Bounds) -> Callable[[int], Ends]:
    if isinstance(expr, v.FieldOf) and expr.piece == v.Local(slot=slot, type=_type(expr)):
        lanes, name = bounds.world.lanes, expr.field
        return lambda piece: (lanes(piece, name), lanes(piece, name))
    if slot not in bounds.world.free(expr):
        known = _ends(bounds, expr)
        return lambda _: known
    kinds = bounds.world.model.pieces
    return lambda piece: _ends(bounds.bind(slot, Held(kind=kinds[piece].kind, piece=piece)), expr)


def _type(expr: v.FieldOf) -> str:
    return expr.piece.type if isinstance(expr.piece, v.Local) else ""


def _ends(bounds: Bounds, expr: v.Expr) -> Ends:
    found = bounds.amounts(expr)
    return tuple(lane.low for lane in found), tuple(lane.high for lane in found)


# ---- payable things, one after another ---------------------------------------------------------------
def with_payable_things(bounds: Bounds, prices: list[_Price]) -> list[_Price]:
    """Return the payments of a game in which only payable things are obtained, for kinds obtained only by paying."""
    kinds = _only_paid_for(bounds.world.model, prices)
    obtained: dict[str, dict[int, tuple[int, ...]]] = {kind: {} for kind in kinds}
    for _ in range(MOST_TIMES if kinds else 0):
        now = [_knowing(price, obtained) for price in prices]
        new = {kind: _payable(kind, now, obtained[kind]) for kind in kinds}
        if not any(new.values()):
            return now
        obtained = {kind: {**obtained[kind], **new[kind]} for kind in kinds}
    return prices


def _knowing(price: _Price, obtained: Mapping[str, Mapping[int, tuple[int, ...]]]) -> _Price:
    world = price.bounds.world
    less = evolve(world, things={**world.things, **obtained}, memory={})
    return evolve(price, bounds=evolve(price.bounds, world=less))


def _payable(
    kind: str, prices: list[_Price], obtained: Mapping[int, tuple[int, ...]]
) -> dict[int, tuple[int, ...]]:
    """Return the things of a kind, except those obtained already, of which one side can be paid for."""
    world = prices[0].bounds.world
    mine = _costs_of(kind, prices)
    found: dict[int, tuple[int, ...]] = {}
    for piece in world.model.pieces_of(kind):
        thing = world.model.pieces[piece].thing
        if thing not in obtained and any(each.unaffordable(piece) is None for each in mine):
            found[thing] = ()
    for piece in world.model.pieces_of(kind) if found else ():
        thing = world.model.pieces[piece].thing
        if thing in found:
            found[thing] = (*found[thing], piece)
    return found


def _only_paid_for(model: m.Model, prices: list[_Price]) -> set[str]:
    """Return the kinds of the zones that costs read, if only pieces that were paid for come there."""
    zones = {
        name for price in prices for name in read(model, price.step.cost) if name in model.zones
    }
    kinds = {kind for name in zones if (kind := model.zones[name].kind) is not None}
    if ANY_KIND in kinds or any(_reads_other_piece(price) for price in prices):
        return set()
    free = {home(model, kind) for kind in model.kinds} | _entered_unpaid(model, prices)
    return kinds - {model.zones[name].kind for name in zones & free}


def _reads_other_piece(price: _Price) -> bool:
    """Return whether a cost reads another chosen piece, which may be anywhere."""
    free = price.bounds.world.free(price.step.cost)
    held = {slot for slot, value in price.bounds.slots.items() if isinstance(value, Held)}
    return bool((free & held) - {price.slot})


def _entered_unpaid(model: m.Model, prices: list[_Price]) -> set[str]:
    """Return the zones into which some step moves a piece that was not paid for just before."""
    paid = {id(price.step) for price in prices if price.slot is not None}
    found = {zone for _, zone in refills(model)}
    for part in parts_of(model):
        steps = part.code.steps
        at = next((n for n, step in enumerate(steps) if id(step) in paid), len(steps))
        slots = {price.slot for price in prices if at < len(steps) and price.step is steps[at]}
        for number, step in enumerate(steps):
            for flow in (flow for inner in steps_of((step,)) for flow in inner.effects.pieces):
                held = flow.piece.slot if isinstance(flow.piece, v.Local) else None
                if number < at or held is None or held not in slots:
                    found.add(flow.target.zone)
    return found


# ---- tokens ----------------------------------------------------------------------------------------
def _unsupplied_tokens(prices: list[_Price]) -> Iterator[Problem]:
    reported: set[int] = set()
    for price in prices:
        model = price.bounds.world.model
        for where, cost in _all_costs(price) if price.own_pile.missing else ():
            for token in price.own_pile.unsupplied(cost):
                if token not in reported:
                    reported.add(token)
                    yield _unsupplied(model.tokens[token], where)


def _all_costs(price: _Price) -> Iterator[tuple[m.Where, tuple[float, ...]]]:
    model = price.bounds.world.model
    if price.slot is None:
        yield price.step.where, _ends(price.bounds, price.step.cost)[0]
        return
    least, held = _least(price), price.bounds.slots[price.slot]
    assert isinstance(held, Held)
    for piece in model.pieces_of(held.kind):
        yield model.pieces[piece].where, least(piece)


def _unsupplied(token: m.Token, where: m.Where) -> Problem:
    related = (Related(token.where.span, f"{token.name} is declared here"),)
    return TokenUnsupplied(
        token=token.name,
        span=where.span,
        path=where.path,
        related=related,
    )


# ---- pieces ----------------------------------------------------------------------------------------
def _pieces(kind: str, prices: list[_Price]) -> Iterator[Problem]:
    mine = _costs_of(kind, prices)
    for piece in prices[0].bounds.world.model.pieces_of(kind) if mine else ():
        cost = mine[0].unaffordable(piece)
        if cost is not None and None not in (each.unaffordable(piece) for each in mine[1:]):
            yield _unaffordable(mine[0].price, cost, piece)


def _costs_of(kind: str, prices: list[_Price]) -> list[_Cost]:
    return [_Cost(price=price) for price in prices if _pays_for(price, kind)]


def _pays_for(price: _Price, kind: str) -> bool:
    held = None if price.slot is None else price.bounds.slots[price.slot]
    return isinstance(held, Held) and held.kind == kind


def _unaffordable(price: _Price, cost: tuple[float, ...], number: int) -> Problem:
    own_pile, step, model = price.own_pile, price.step, price.bounds.world.model
    names, piece = model.token_names(), model.pieces[number]
    needed = [t for t, need in enumerate(cost) if need > 0]
    each = {names[t]: own_pile.each[t] for t in needed}
    wild = {names[w.token]: p.count for w, p in zip(step.wilds, own_pile.wilds, strict=True)}
    related = (Related(step.where.span, "it is paid here"),)
    together = sum(cost) > own_pile.together and all(
        have >= cost[t] for t, have in zip(needed, each.values(), strict=True)
    )
    return PieceUnaffordable(
        cost=_amounts({names[t]: cost[t] for t in needed}),
        most=_in_all(own_pile) if together else _amounts(each | wild),
        less="; the cost shown is after the most that other pieces can take off" * _reduced(step),
        span=piece.where.span,
        path=piece.where.path,
        related=related,
    )


def _in_all(own_pile: OwnPile) -> str:
    return f"{own_pile.together:.0f} token{'s' * (own_pile.together != 1)}"


def _reduced(step: m.Pay) -> bool:
    return isinstance(step.cost, v.Sum) and "less" in step.cost.signs


def _amounts(amounts: Mapping[str, float]) -> str:
    return (
        ", ".join(f"{count:.0f} {name}" for name, count in amounts.items() if count > 0)
        or "nothing"
    )
