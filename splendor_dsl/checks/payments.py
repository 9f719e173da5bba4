"""Affordability of amounts.

Bounds: of each sort of token a player can spend as many as the pile can hold at that moment: the stock of the tokens that
can get there, within its limits (a limit at the end of a turn counts if only the player's own actions bring tokens).
Wild tokens must pay the rest, each at its greatest worth; there are as many as the pile can hold and the payment allows.
All tokens together, wild ones at their greatest worth, must fit into the pile.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from attrs import field, frozen

from splendor_dsl.checks.bounds import Bounds
from splendor_dsl.checks.numbers import one_token
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v


@frozen(kw_only=True)
class Wilds:
    """Wild tokens of one sort: how many can be spent, for which tokens, and the worth of one."""

    group: frozenset[int]
    count: float
    worth: float


@frozen(kw_only=True)
class OwnPile:
    """The most that a player can pay with at one moment."""

    each: tuple[float, ...]
    together: float
    wilds: tuple[Wilds, ...] = field(default=())

    @cached_property
    def missing(self) -> tuple[int, ...]:
        """The tokens that nothing at all can pay."""
        helped = {
            token for wild in self.wilds if wild.count * wild.worth > 0 for token in wild.group
        }
        return tuple(t for t, have in enumerate(self.each) if have <= 0 and t not in helped)

    @cached_property
    def helped(self) -> frozenset[int]:
        """The tokens that some wild token replaces."""
        return frozenset(token for wild in self.wilds for token in wild.group)

    @cached_property
    def by_wilds(self) -> float:
        """The most that wild tokens can pay, all together."""
        return sum(wild.count * wild.worth for wild in self.wilds)

    @cached_property
    def saved(self) -> float:
        """The number of tokens saved by wild ones, as one of them may be worth several."""
        return sum(wild.count * max(0, wild.worth - 1) for wild in self.wilds)

    def unsupplied(self, cost: Sequence[float]) -> tuple[int, ...]:
        """Return the tokens of a cost that nothing at all can pay."""
        return tuple(token for token in self.missing if cost[token] > 0)

    def can_pay(self, cost: Sequence[float]) -> bool:
        """Return whether these amounts are within reach."""
        lacking: float = 0
        for token, need in enumerate(cost):
            if need > self.each[token]:
                if token not in self.helped:
                    return False
                lacking += need - self.each[token]
        if lacking > self.by_wilds:
            return False
        return sum(need for need in cost if need > 0) - self.saved <= self.together


def own_pile_of(bounds: Bounds, step: m.Pay) -> OwnPile:
    """Return the most that a player can pay with at a payment."""
    count = range(len(bounds.world.stock))
    everything = v.PileCount(pile=step.pile, tokens=v.TokenSet(tokens=tuple(count)))
    return OwnPile(
        each=tuple(one_token(step.pile, token, bounds).high for token in count),
        together=bounds.number(everything).high,
        wilds=tuple(_wilds(bounds, step.pile, wild) for wild in step.wilds),
    )


def _wilds(bounds: Bounds, pile: v.ZoneRef, wild: m.Wild) -> Wilds:
    count = one_token(pile, wild.token, bounds).high
    if wild.most is not None:
        count = min(count, bounds.number(wild.most).high)
    worth = bounds.number(wild.worth).high
    return Wilds(group=frozenset(wild.group), count=max(0, count), worth=max(0, worth))
