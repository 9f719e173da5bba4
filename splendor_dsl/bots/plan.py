"""The strategic facts of a game, read from its rules: what can be bought, what scores, and what brings it.

No game is special here: a purchase is an action that pays for a piece that it moves, whatever the names are.
"""

from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from splendor_dsl.semantics.changes import steps_of
from splendor_dsl.semantics.effects import PieceFlow, TokenFlow
from splendor_dsl.semantics.model import Code, Model, Pay, RankOrder, Step
from splendor_dsl.semantics.parts import all_in
from splendor_dsl.semantics.values import (
    AmountOf,
    Const,
    Covers,
    FieldOf,
    Local,
    PieceCount,
    PieceSum,
    Sum,
    TokenConst,
    TokenSet,
    ValueOf,
)


@frozen(kw_only=True)
class Purchase:
    """A way to buy a piece: its sources, its cost, the discounts, and its target."""

    sources: tuple[str, ...]
    cost: str  # the field of the piece
    discounts: tuple[str, ...]  # values of the player
    pile: str
    wilds: Mapping[int, frozenset[int]]  # by wild token: the tokens that it may stand for
    target: str


@frozen(kw_only=True)
class ActionEffect:
    """The effect of an action or trigger for a bot: a purchase, a piece that moves, tokens gained."""

    purchase: Purchase | None
    target: str | None
    each: int  # the number gained of each chosen token
    fixed: Mapping[int, int]  # tokens gained with any choice


@frozen(kw_only=True)
class Plan:
    """The strategic facts of a game."""

    effects: Mapping[str, ActionEffect]  # by the path of an action or trigger
    purchases: tuple[Purchase, ...]
    scores: Mapping[tuple[str, str], float]  # by zone and field: the score of one unit there
    counts: Mapping[str, float]  # by zone: the score of a piece there
    reductions: Mapping[
        tuple[str, str], str
    ]  # by zone and field: the value that reduces prices by it
    covers: Mapping[str, frozenset[int]]  # values that must hold at least one of each of these


def plan(model: Model) -> Plan:
    """Return the plan of a game."""
    effects = {f"actions.{each.name}": _action_effect(each.code) for each in model.actions}
    effects |= {f"triggers.{each.name}": _action_effect(each.code) for each in model.triggers}
    purchases = tuple(effect.purchase for effect in effects.values() if effect.purchase)
    discounts = {name for purchase in purchases for name in purchase.discounts}
    return Plan(
        effects=effects,
        purchases=purchases,
        scores=_scores(model),
        counts=_counts(model),
        reductions={place: name for name in discounts for place in _summed(model, name)},
        covers=_covers(model),
    )


# ---- actions ---------------------------------------------------------------------------------
def _action_effect(code: Code) -> ActionEffect:
    steps = tuple(steps_of(code.steps))
    flows = [flow for step in steps for flow in step.effects.pieces]
    moved = [flow for flow in flows if isinstance(flow.piece, Local)]
    gained = [flow.amounts for step in steps for flow in step.effects.tokens if _is_gain(flow)]
    constant = [
        part for amounts in gained for part in all_in(amounts) if isinstance(part, AmountOf)
    ]
    return ActionEffect(
        purchase=_purchase(steps, moved),
        target=moved[0].target.zone if moved else None,
        each=max((_count(part) for part in constant if isinstance(part.tokens, Local)), default=0),
        fixed={token: _count(part) for part in constant for token in _named(part)},
    )


def _is_gain(flow: TokenFlow) -> bool:
    return flow.source.player is None and flow.target.player is not None


def _count(part: AmountOf) -> int:
    return part.count.value if isinstance(part.count, Const) else 1


def _named(part: AmountOf) -> tuple[int, ...]:
    return (part.tokens.token,) if isinstance(part.tokens, TokenConst) else ()


def _purchase(parts: Sequence[Step], moved: list[PieceFlow]) -> Purchase | None:
    pays = [part for part in parts if isinstance(part, Pay)]
    asking = (part.effects for part in parts if part.effects.asks)
    found = {each.slot: each.zones for effects in asking for each in effects.binds if each.zones}
    for pay in pays:
        for price in (part for part in all_in(pay.cost) if isinstance(part, FieldOf)):
            slot = price.piece.slot if isinstance(price.piece, Local) else None
            target = next((m.target.zone for m in moved if _slot(m) == slot), None)
            if slot in found and target is not None:
                return Purchase(
                    sources=tuple(zone.zone for zone in found[slot]),
                    cost=price.field,
                    discounts=tuple(_discounts(pay.cost)),
                    pile=pay.pile.zone,
                    wilds={wild.token: frozenset(wild.group) for wild in pay.wilds},
                    target=target,
                )
    return None


def _slot(flow: PieceFlow) -> int | None:
    return flow.piece.slot if isinstance(flow.piece, Local) else None


def _discounts(cost: object) -> Iterator[str]:
    for part in all_in(cost):
        if isinstance(part, Sum):
            for sign, each in zip(part.signs, part.parts, strict=True):
                if sign != "+" and isinstance(each, ValueOf) and each.type == "amounts":
                    yield each.value


# ---- what counts -----------------------------------------------------------------------------
def _goals(model: Model) -> Iterator[tuple[object, float]]:
    """Yield the expressions that decide the game with their weights: the ends, then the ranking with falling weights."""
    for end in model.ends:
        yield end.value, 1.0
    weight = 1.0
    for rank in model.ranking.ranks:
        yield rank.value, -weight if rank.which == RankOrder.FEWEST else weight
        weight /= 50


def _scores(model: Model) -> dict[tuple[str, str], float]:
    scores: dict[tuple[str, str], float] = {}
    for value, weight in _goals(model):
        for part in deep(model, value):
            if isinstance(part, PieceSum) and part.type == "number":
                scores.setdefault((part.zone.zone, part.field), weight)
    return scores


def _counts(model: Model) -> dict[str, float]:
    counts: dict[str, float] = {}
    for value, weight in _goals(model):
        for part in deep(model, value):
            if isinstance(part, PieceCount) and part.zone.player is not None:
                counts.setdefault(part.zone.zone, weight)
    return counts


def _summed(model: Model, name: str) -> Iterator[tuple[str, str]]:
    for part in deep(model, model.values[name]):
        if isinstance(part, PieceSum):
            yield part.zone.zone, part.field


def _covers(model: Model) -> dict[str, frozenset[int]]:
    covers: dict[str, frozenset[int]] = {}
    for value, _ in _goals(model):
        for part in deep(model, value):
            if isinstance(part, Covers) and isinstance(part.left, ValueOf):
                sets = (each for each in all_in(part.right) if isinstance(each, TokenSet))
                tokens = (token for each in sets for token in each.tokens)
                covers.setdefault(part.left.value, frozenset(tokens))
    return covers


# ---- walking ---------------------------------------------------------------------------------
def deep(model: Model, thing: object, seen: frozenset[str] = frozenset()) -> Iterator[object]:
    """Yield a part of the rules, all parts of it, and those of the values that it names."""
    for part in all_in(thing):
        yield part
        if isinstance(part, ValueOf) and part.value not in seen:
            yield from deep(model, model.values[part.value], seen | {part.value})
