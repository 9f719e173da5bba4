"""Whether amounts can ever be paid.

Stated bounds. Of each colour a player can spend what the pile can hold at that moment: the stock of the tokens that
can get there, within its limits (one that holds at the end of a turn counts where nothing but the player's own
actions brings tokens). What is missing must come from wild tokens, each at its greatest worth, of which there are as
many as the pile can hold and the payment allows. All tokens together, wild ones for the most they are worth, must fit
into the pile.
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
    """Wild tokens of one colour: how many can be spent, for which colours, and what one is worth."""

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
        """The colours that no token at all can pay."""
        helped = {
            token for wild in self.wilds if wild.count * wild.worth > 0 for token in wild.group
        }
        return tuple(t for t, have in enumerate(self.each) if have <= 0 and t not in helped)

    @cached_property
    def helped(self) -> frozenset[int]:
        """The colours that some wild token stands for."""
        return frozenset(token for wild in self.wilds for token in wild.group)

    @cached_property
    def by_wilds(self) -> float:
        """The most that wild tokens can pay, all together."""
        return sum(wild.count * wild.worth for wild in self.wilds)

    @cached_property
    def saved(self) -> float:
        """How many tokens fewer are needed with wild ones, as one of them may be worth several."""
        return sum(wild.count * max(0, wild.worth - 1) for wild in self.wilds)

    def unsupplied(self, cost: Sequence[float]) -> tuple[int, ...]:
        """The colours of a cost that no token at all can pay."""
        return tuple(token for token in self.missing if cost[token] > 0)

    def can_pay(self, cost: Sequence[float]) -> bool:
        """Whether these amounts are not out of reach."""
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
    """What a player can pay with, where a payment stands."""
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
