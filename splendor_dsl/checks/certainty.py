"""Steps that surely do all that they say, and how much the others do (K11).

An uncertain step is a doubt (`Doubt`), which is a warning: the game can be played, and the doubt may come true. So nothing
outside the checks relies on their proofs, with one exception: `Model.kept_limits`, the limits that no move exceeds.
`lowering/memory_layout.py` reads them for the size of a zone, `compiler/module.py` for the module with that size, and
`interpreter/limits.py` for the positions that no `given` and no saved position can have. All else relies on what can
physically happen:

- lanes, and the bounds of numbers and options: the stock of tokens, the amounts in the rows, the pieces that there are,
  and the room of a zone (`lowering/sizes.py`, `bounds.py`, `magnitude.py`, `numbering.py`);
- exact amounts: only those that K13 requires are moved without a test (`ControlFlowEmitter._is_checked`); all others
  move what is there, as on the interpreter;
- payments: only one that K13 requires is made without trying it first (`from_semantics._Writer.covered`);
- places: a free place is found before a piece leaves its zone, and the triggers of a piece run only where it has entered
  (`lowering/moves.py`, `entering.py`);
- choices and requirements: each has an exit if there is no option (`Ask.exit`, `Guard.exit`);
- saved positions: tokens and pieces add up (`interpreter/conservation.py`), whatever the limits are.
"""

from __future__ import annotations

from math import inf

from splendor_dsl.checks.bounds import Bounds
from splendor_dsl.checks.intervals import ONE, Interval
from splendor_dsl.checks.linear import at_most
from splendor_dsl.checks.numbers import is_somebody, one_token
from splendor_dsl.checks.world import pieces_in
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.effects import PieceFlow, TokenFlow


# ---- tokens --------------------------------------------------------------------------------------
def all_moved(bounds: Bounds, flow: TokenFlow) -> bool:
    """Return whether an exact move surely moves its full amounts."""
    return is_somebody(flow.target.player, bounds) and all_there(bounds, flow)


def all_there(bounds: Bounds, flow: TokenFlow) -> bool:
    """Return whether a pile surely holds all that is to leave it."""
    amounts = flow.amounts
    if amounts is None:  # the player decides on what is there
        return True
    if isinstance(amounts, v.AmountOf) and isinstance(amounts.tokens, v.Local):
        return _chosen_there(bounds, flow, amounts)
    return _holds(bounds, flow.source, amounts)


def never_there(bounds: Bounds, flow: TokenFlow) -> bool:
    """Return whether a pile never holds all that is to leave it."""
    lanes = () if flow.amounts is None else bounds.amounts(flow.amounts)
    return any(
        lane.low > one_token(flow.source, token, bounds).high for token, lane in enumerate(lanes)
    )


def can_be_paid(bounds: Bounds, step: m.Pay) -> bool:
    """Return whether the pile surely holds the cost of a payment."""
    return _holds(bounds, step.pile, step.cost)


def _holds(bounds: Bounds, pile: v.ZoneRef, amounts: v.Expr) -> bool:
    all_of_it, key = v.PileAmounts(pile=pile), bounds.world.key
    if key(amounts) == key(all_of_it):
        return True
    if bounds.known.truths.get(key(v.Covers(left=all_of_it, right=amounts))):
        return True
    counts = _counts(bounds, amounts)
    return all(
        lane.high <= one_token(pile, token, bounds).low
        or (token in counts and at_most(bounds, counts[token], _count(pile, token)))
        for token, lane in enumerate(bounds.amounts(amounts))
        if lane.high > 0
    )


def _counts(bounds: Bounds, amounts: v.Expr) -> dict[int, v.Expr]:
    """Return the number of each token in amounts, if one expression gives it."""
    if isinstance(amounts, v.AmountOf):
        return dict.fromkeys(bounds.tokens(amounts.tokens).tokens, amounts.count)
    if isinstance(amounts, v.Sum) and set(amounts.signs) == {"+"}:
        parts = [_counts(bounds, part) for part in amounts.parts]
        if all(parts) and sum(map(len, parts)) == len({token for part in parts for token in part}):
            return {token: count for part in parts for token, count in part.items()}
    return {}


def _count(pile: v.ZoneRef, token: int) -> v.PileCount:
    return v.PileCount(pile=pile, tokens=v.TokenConst(token=token))


def _chosen_there(bounds: Bounds, flow: TokenFlow, amounts: v.AmountOf) -> bool:
    some, count = bounds.tokens(amounts.tokens), bounds.number(amounts.count)
    here = v.PileCount(pile=flow.source, tokens=amounts.tokens)
    if count.high <= 0 or (some.size.high <= 1 and at_most(bounds, amounts.count, here)):
        return True
    each = [one_token(flow.source, token, bounds).low for token in some.tokens]
    kinds = bounds.number(v.DifferentKinds(pile=flow.source, tokens=amounts.tokens))
    one_each = count.high <= 1 and kinds.low >= some.size.high
    return one_each or all(low >= count.high for low in each)


# ---- pieces --------------------------------------------------------------------------------------
def how_many(bounds: Bounds, flow: PieceFlow) -> Interval:
    """Return the range of pieces that a move moves: those for which there is a place, if their zone has places."""
    requested = pieces_to_move(bounds, flow)
    return requested if all_enter(bounds, flow) else Interval(0, requested.high)


def after_move(bounds: Bounds, flow: PieceFlow) -> v.Expr:
    """Return an expression for the most pieces that a zone holds after a move."""
    here = pieces_in(flow.target)
    if flow.source is not None and flow.count is None:
        moved: v.Expr = pieces_in(flow.source)
    else:
        moved = v.Const(value=int(pieces_to_move(bounds, flow).high))
    return v.Sum(signs=("+", "+"), parts=(here, moved), type="number")


def all_enter(bounds: Bounds, flow: PieceFlow) -> bool:
    """Return whether each piece that moves surely enters its target."""
    return is_somebody(flow.target.player, bounds) and find_places(bounds, flow)


def pieces_to_move(bounds: Bounds, flow: PieceFlow) -> Interval:
    """Return the range of pieces that a move is about, whether there is a place for them or not."""
    if flow.source is None:
        return ONE
    there = bounds.number(pieces_in(flow.source))
    if flow.count is None:
        return there
    requested, parts = bounds.number(flow.count).at_least(0), bounds.world.parts(flow.source.zone)
    least = min(requested.low, there.low) if parts == 1 else 0
    return Interval(least, min(requested.high * parts, there.high))


def never_enter(bounds: Bounds, flow: PieceFlow) -> bool:
    """Return whether some of the pieces that move never find a place, if their zone has places."""
    world, zone = bounds.world, flow.target.zone
    room = world.places.get(zone, inf) * world.parts(zone)
    return bounds.number(pieces_in(flow.target)).low + pieces_to_move(bounds, flow).low > room


def find_places(bounds: Bounds, flow: PieceFlow) -> bool:
    """Return whether there surely is a place for each piece that moves, if its zone has places."""
    world, zone = bounds.world, flow.target.zone
    places = world.places.get(zone)
    if places is None or world.most_pieces(zone) <= places:
        return True
    if max(world.per_part(zone).values(), default=0) <= places:
        return True
    count = bounds.number(pieces_in(flow.target))
    if at_most(bounds, after_move(bounds, flow), v.Const(value=int(places))):
        return True
    if count.high <= 0 and flow.source is not None:  # all parts are empty
        return (
            _most_in_a_part(bounds, flow.source, flow.count, world.model.zones[zone].by) <= places
        )
    return flow.piece is not None and _part_has_room(bounds, flow.piece, flow.target)


def _most_in_a_part(
    bounds: Bounds, source: v.ZoneRef, count: v.Expr | None, by: str | None
) -> float:
    """Return the most pieces of one part of a zone that a move is about."""
    zone = bounds.world.model.zones[source.zone]
    if zone.by != by:
        return inf
    many = inf if count is None else bounds.number(count).high
    return min(many, bounds.world.places.get(source.zone, inf))


def _part_has_room(bounds: Bounds, piece: v.Expr, target: v.ZoneRef) -> bool:
    """Return whether a requirement bounds the pieces in the part that a piece enters."""
    by, places = bounds.world.model.zones[target.zone].by, bounds.world.places[target.zone]
    return any(
        isinstance(key, v.PieceCount)
        and key.zone == target
        and found.high < places
        and isinstance(key.where, v.Compare)
        and key.where.operator == "="
        and {_field_of_piece(side, by) for side in (key.where.left, key.where.right)}
        == {_slot(piece), key.slot}
        for key, found in bounds.known.ranges.items()
    )


def _field_of_piece(expr: v.Expr, name: str | None) -> int | None:
    """Return the variable of the piece if an expression is its field of that name."""
    return _slot(expr.piece) if isinstance(expr, v.FieldOf) and expr.field == name else None


def _slot(expr: v.Expr) -> int | None:
    return expr.slot if isinstance(expr, v.Local) else None
