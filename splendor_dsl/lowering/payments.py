"""Payments with at most one wild token: the condition that a cost can be paid, and the use of wild tokens."""

from __future__ import annotations

from typing import assert_never

from attrs import evolve, frozen

from splendor_dsl.lowering.bounds import bounds
from splendor_dsl.lowering.numbering import tokens_of
from splendor_dsl.lowering.scope import Scope, Val, is_amounts
from splendor_dsl.lowering.token_moves import asked_amounts
from splendor_dsl.lowering.unsupported import SEVERAL_WILDS, NotLowered
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.model import Model, MoveTokens, Pay
from splendor_dsl.semantics.slots import free_slots

_BYTE = 8


@frozen
class WildToken:
    """The wild token of a payment, and the lanes that it may stand for.

    `priced` if the cost may ask for the token itself; it then pays that part first.
    """

    token: int
    lanes: tuple[int, ...]
    worth: Val
    most: Val | None
    priced: bool


@frozen
class PaymentTest:
    """A payment, evaluated as far as possible before its last variables are bound."""

    step: Pay
    before: tuple[MoveTokens, ...]
    wild: WildToken | None
    have: Val | None  # none if it depends on variables still to be bound
    spare: Val | None  # the player's tokens plus the tails of the cost, if a lane has room
    rest: v.Expr  # the cost without the tails in `spare`
    held: Val | None  # the wild tokens that may be spent

    def excludes_none(self, scope: Scope, slot: int) -> bool:
        """Return whether the entry for no piece is too dear to be paid, as guarded amounts make it."""
        match self.rest:
            case v.FieldOf(piece=v.Local(slot=found)) if found == slot:
                pass
            case _:
                return False
        if self.spare is None or self.held is None:
            return False
        return scope.memory.lanes.most - (self.spare.high or 0) > (self.held.high or 0)

    def field_alone(self, scope: Scope, slot: int) -> str | None:
        """Return the field that alone is the cost of the piece in a variable, beside the spare tokens.

        None where wild tokens do not stand for all of it one by one, or where lanes are no bytes.
        """
        wild, lanes = self.wild, scope.memory.lanes
        if wild is None or wild.worth.const != 1 or lanes.bits != _BYTE or lanes.count > _BYTE:
            return None
        if used_lanes(scope, self.step.cost) - set(wild.lanes) or not self.excludes_none(
            scope, slot
        ):
            return None
        return self.rest.field if isinstance(self.rest, v.FieldOf) else None

    def payable(self, scope: Scope) -> str:
        """Return the condition that the whole cost can be paid."""
        lanes = scope.memory.lanes
        have = self.have or _have(scope, self.step, self.before)
        cost = scope.lower(self.rest)
        short = scope.less(cost, self.spare or have)
        if self.wild is None:
            return f"({short.text} == 0)"
        held = self.held or wild_held(scope, self.wild, have, cost)
        used = used_lanes(scope, self.step.cost)
        beside = sorted(used - set(self.wild.lanes))
        word = short.text if short.text.isidentifier() else scope.out.temp(short.text)
        total = _stand_ins(scope, self.wild, evolve(short, text=word))
        if not beside:
            return f"({total} <= {held.text})"
        full = lanes.word(
            [((1 << lanes.bits) - 1) * (lane in beside) for lane in range(lanes.count)]
        )
        return f"(({total} <= {held.text}) & ({word} & {full} == 0))"


def payment_test(
    scope: Scope, step: Pay, before: tuple[MoveTokens, ...], bound: frozenset[int]
) -> PaymentTest:
    """Return a payment, with all evaluated that does not depend on the variables `bound` later."""
    wild = wild_token(scope, step)
    if wild is not None and wild.priced:
        return PaymentTest(step, before, wild, None, None, step.cost, None)
    if any(free_slots(move.amounts) & bound for move in before) or free_slots(step.pile) & bound:
        return PaymentTest(step, before, wild, None, None, step.cost, None)
    have = scope.temp(_have(scope, step, before))
    rest, tails = _split(step.cost, bound)
    spare: Val | None = have
    for tail in tails:
        more = scope.lower(tail)
        total = (spare.high or 0) + (more.high or 0) if spare is not None else 0
        spare = (
            Val(f"({spare.text} + {more.text})", 0, total)
            if spare is not None and total <= scope.memory.lanes.most
            else None
        )
    if spare is None:
        rest, spare = step.cost, have
    spare = spare if spare.text.isidentifier() else scope.temp(spare)
    held = None if wild is None else scope.temp(wild_held(scope, wild, have))
    return PaymentTest(step, before, wild, have, spare, rest, held)


def payable_with(scope: Scope, step: Pay, have: Val) -> str:
    """Return the condition that a payment can be met with the tokens `have`."""
    wild = wild_token(scope, step)
    return PaymentTest(step, (), wild, have, None, step.cost, None).payable(scope)


def _split(cost: v.Expr, bound: frozenset[int]) -> tuple[v.Expr, list[v.Expr]]:
    """Return a cost without the tails it is taken `less` that depend on no variable of `bound`, and these tails."""
    if not isinstance(cost, v.Sum) or "less" not in cost.signs:
        return cost, []
    first = cost.signs.index("less")
    if set(cost.signs[first:]) != {"less"}:
        return cost, []
    tails = [part for part in cost.parts[first:] if not free_slots(part) & bound]
    kept = [
        (sign, part)
        for sign, part in zip(cost.signs, cost.parts, strict=True)
        if not any(part is tail for tail in tails)
    ]
    if len(kept) == 1:
        return kept[0][1], tails
    return evolve(cost, signs=tuple(s for s, _ in kept), parts=tuple(p for _, p in kept)), tails


def wild_token(scope: Scope, step: Pay) -> WildToken | None:
    """Return the wild token of a payment."""
    if not step.wilds:
        return None
    if len(step.wilds) > 1:
        raise NotLowered(SEVERAL_WILDS, step.where)
    (wild,) = step.wilds
    lanes = tuple(lane for lane in wild.group if lane != wild.token)
    worth, most = scope.lower(wild.worth), None if wild.most is None else scope.lower(wild.most)
    low, high = bounds(scope.memory, wild.worth)
    if low is None or low < 1:
        # A wild token worth nothing stands for nothing; worth 1, division by it stays defined.
        stock = max(each.stock[wild.token] for each in scope.memory.layouts.values())
        text = str(stock) if most is None else most.text
        most = scope.temp(Val(f"({text} if {worth.text} > 0 else 0)"))
        worth = scope.temp(Val(f"max(1, {worth.text})", 1, high))
    priced = wild.token in used_lanes(scope, step.cost)
    return WildToken(wild.token, tuple(sorted(lanes)), worth, most, priced)


def _have(scope: Scope, step: Pay, before: tuple[MoveTokens, ...]) -> Val:
    """Return the tokens that the pile will hold when the payment is made."""
    have = scope.pile(step.pile)
    for move in before:
        if step.pile == move.target:
            have = scope.plus(have, asked_amounts(scope, move))
    return have


def wild_held(scope: Scope, wild: WildToken, have: Val, cost: Val | None = None) -> Val:
    """Return the number of wild tokens that may be spent, without those that the cost itself asks for."""
    if wild.priced and cost is not None:
        have = scope.less(have, cost)
    text = scope.memory.lanes.lane(have.text, wild.token)
    if wild.most is None:
        return Val(text, 0, have.high)
    return Val(f"max(0, min({text}, {wild.most.text}))", 0, have.high)


def _stand_ins(scope: Scope, wild: WildToken, short: Val) -> str:
    """Return the number of wild tokens that missing tokens take."""
    lanes = scope.memory.lanes
    if wild.worth.const == 1:
        full = lanes.word(
            [((1 << lanes.bits) - 1) * (lane in wild.lanes) for lane in range(lanes.count)]
        )
        word = short.text if len(wild.lanes) >= lanes.count - 1 else f"({short.text} & {full})"
        return lanes.total(word, short.high or lanes.most)
    parts = (stand_in(lanes.lane(short.text, lane), wild) for lane in wild.lanes)
    return "(" + " + ".join(parts) + ")"


def stand_in(need: str, wild: WildToken) -> str:
    """Return the number of wild tokens that stand for a need of one token."""
    if wild.worth.const == 1:
        return need
    return f"(({need} + {wild.worth.text} - 1) // {wild.worth.text})"


def used_lanes(scope: Scope, amounts: v.Expr) -> set[int]:
    """Return the tokens of which amounts can hold any; raise AssertionError for any other expression."""
    model, everything = scope.memory.program.model, set(range(scope.memory.lanes.count))
    match amounts:
        case v.FieldOf(field=name) | v.PieceSum(field=name):
            return _lanes_of_field(model, name)
        case v.AmountOf(tokens=tokens):
            known = tokens_of(tokens)
            return everything if known is None else set(known)
        case v.Sum(signs=signs, parts=parts):
            added = [part for sign, part in zip(signs, parts, strict=True) if sign == "+"]
            return set().union(*(used_lanes(scope, part) for part in added))
        case v.ValueOf(value=name):
            terms = model.values[name].terms
            return set().union(*(used_lanes(scope, term.value) for term in terms))
        case v.Product(parts=parts):
            (factor,) = (part for part in parts if is_amounts(part))
            return used_lanes(scope, factor)
        case v.PileAmounts() | v.Local():
            return everything
        case (
            v.Const()
            | v.ByPlayers()
            | v.Fact()
            | v.Mover()
            | v.Nobody()
            | v.TokenConst()
            | v.TokenSet()
            | v.CounterValue()
            | v.Holder()
            | v.ZoneRef()
            | v.PileCount()
            | v.DifferentKinds()
            | v.PieceCount()
            | v.AmountIn()
            | v.MinMax()
            | v.Compare()
            | v.Covers()
            | v.Not()
            | v.All()
            | v.Any()
            | v.Domain()
            | v.Quantified()
            | v.StockOf()
        ):
            message = f"{amounts} is no amounts"
            raise AssertionError(message)
    assert_never(amounts)


def _lanes_of_field(model: Model, name: str) -> set[int]:
    """Return the tokens of which any piece has some in a field."""
    held = (piece.values.get(name) for piece in model.pieces)
    amounts = (each for each in held if isinstance(each, tuple))
    return {lane for each in amounts for lane, amount in enumerate(each) if amount}
