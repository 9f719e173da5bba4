"""Payments: what can be paid, which wild tokens may stand in, and what is missing.

A payment is decided pair by pair: for each token of the cost in order, and each wild token that may stand for it in
order, how many wild tokens are spent. What was decided so far is a tuple of these numbers; nothing else is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul

from attrs import frozen

from splendor_dsl.backends.evaluate import Cells, Env, Evaluator, Fn
from splendor_dsl.backends.tokens import TokenMove, token_move
from splendor_dsl.semantics.model import MoveTokens, Pay

Amounts = tuple[int, ...]


@frozen
class Pair:
    """A token of the cost and a wild token that may stand for it, by its number among the wilds."""

    lane: int
    wild: int


@frozen
class Means:
    """What a player has, and what each wild token is worth and how many of it may still be spent."""

    have: Amounts
    worth: Amounts
    most: Amounts


@frozen(kw_only=True)
class Paying:
    """One `pay` step, compiled."""

    cost: Fn
    pile: Fn
    pairs: tuple[Pair, ...]
    tokens: Amounts  # the token of each wild
    worth: tuple[Fn, ...]
    most: tuple[Fn | None, ...]

    def means(self, cells: Cells, env: Env) -> Means:
        """What the player can pay with."""
        have = self.pile(cells, env)
        most = (
            have[token] if limit is None else min(have[token], limit(cells, env))
            for token, limit in zip(self.tokens, self.most, strict=True)
        )
        return Means(have, tuple(worth(cells, env) for worth in self.worth), tuple(most))

    def payable(self, cells: Cells, env: Env) -> bool:
        """Whether the whole cost can be paid."""
        need = self.cost(cells, env)
        have = self.pile(cells, env)
        short = 0
        for wanted, held in zip(need, have, strict=True):
            if wanted > held:
                short += wanted - held
        if not short:
            return True
        means = self.means(cells, env)
        if short > sum(map(mul, means.most, means.worth)):
            return False
        return self._feasible(0, list(need), means, [0] * len(self.tokens))

    def options(self, cells: Cells, env: Env, decided: Amounts) -> list[int]:
        """How many wild tokens may be spent for the next pair, fewest first."""
        at = len(decided)
        means = self.means(cells, env)
        need, spent = self._after(cells, env, means, decided)
        pair = self.pairs[at]
        worth = means.worth[pair.wild]
        wanted = -(-need[pair.lane] // worth) if worth > 0 else 0
        found = []
        for count in range(min(means.most[pair.wild] - spent[pair.wild], wanted) + 1):
            left, used = list(need), list(spent)
            left[pair.lane] = max(0, left[pair.lane] - count * worth)
            used[pair.wild] += count
            if self._feasible(at + 1, left, means, used):
                found.append(count)
        return found

    def paid(self, cells: Cells, env: Env, decided: Amounts) -> Amounts:
        """What goes to the supply, all being decided."""
        need, spent = self._after(cells, env, self.means(cells, env), decided)
        for token, count in zip(self.tokens, spent, strict=True):
            need[token] += count
        return tuple(need)

    def needs_decisions(self, cells: Cells, env: Env) -> bool:
        """Whether the player holds a wild token that could stand in for something."""
        have = self.pile(cells, env)
        cost = self.cost(cells, env)
        return any(cost[pair.lane] and have[self.tokens[pair.wild]] for pair in self.pairs)

    def _after(
        self, cells: Cells, env: Env, means: Means, decided: Amounts
    ) -> tuple[list[int], list[int]]:
        """What is still to be paid, and the wild tokens spent, after some decisions."""
        need = list(self.cost(cells, env))
        spent = [0] * len(self.tokens)
        for pair, count in zip(self.pairs, decided, strict=False):
            need[pair.lane] = max(0, need[pair.lane] - count * means.worth[pair.wild])
            spent[pair.wild] += count
        return need, spent

    def _feasible(self, at: int, need: list[int], means: Means, spent: list[int]) -> bool:
        """Whether the rest can be paid with what the pairs from `at` on may still bring."""
        if at == len(self.pairs):
            return self._covered(need, means, spent)
        pair = self.pairs[at]
        lane, wild = pair.lane, pair.wild
        short = need[lane] - means.have[lane] + self._spent_of(lane, spent)
        if short <= 0 and lane not in self.tokens:
            return self._feasible(at + 1, need, means, spent)
        worth = means.worth[wild]
        # A wild token that has its own price may be short later on, so its whole need is tried.
        wanted = need[lane] if lane in self.tokens else short
        top = min(means.most[wild] - spent[wild], -(-wanted // worth) if worth > 0 else 0)
        for count in range(max(top, 0) + 1):
            left, used = list(need), list(spent)
            left[lane] = max(0, left[lane] - count * worth)
            used[wild] += count
            if self._feasible(at + 1, left, means, used):
                return True
        return False

    def _spent_of(self, lane: int, spent: Sequence[int]) -> int:
        return sum(n for token, n in zip(self.tokens, spent, strict=True) if token == lane)

    def _covered(self, need: Sequence[int], means: Means, spent: Sequence[int]) -> bool:
        return all(
            wanted + self._spent_of(lane, spent) <= means.have[lane]
            for lane, wanted in enumerate(need)
        )

    def missing(self, cells: Cells, env: Env) -> tuple[Amounts, int]:
        """What the player lacks token by token, and how much of it no wild token can stand in for.

        The second is exact for one wild token, and a lower bound for several.
        """
        need, means = self.cost(cells, env), self.means(cells, env)
        short = [max(0, want - have) for want, have in zip(need, means.have, strict=True)]
        total = sum(short)
        covered = 0
        for wild, token in enumerate(self.tokens):
            lanes = {pair.lane for pair in self.pairs if pair.wild == wild}
            spare = max(0, min(means.most[wild], means.have[token] - need[token]))
            could = sum(short[lane] for lane in lanes)
            covered += min(could, spare * means.worth[wild])
        return tuple(short), max(1, total - covered)


def compile_payment(make: Evaluator, step: Pay, *, after: Sequence[MoveTokens] = ()) -> Paying:
    """A `pay` step, compiled; what the exact moves right after it take from its pile is set aside."""
    tokens = tuple(wild.token for wild in step.wilds)
    pairs = (
        Pair(lane, number)
        for lane in range(make.tokens)
        for number, wild in enumerate(step.wilds)
        if lane in wild.group and lane != wild.token
    )
    moves = [token_move(make, each) for each in after]
    return Paying(
        cost=make.compile(step.cost),
        pile=_left_over(make, step, moves)
        if moves
        else make.cell("pile", step.pile.zone, step.pile.player),
        pairs=tuple(pairs),
        tokens=tokens,
        worth=tuple(make.compile(wild.worth) for wild in step.wilds),
        most=tuple(None if w.most is None else make.compile(w.most) for w in step.wilds),
    )


def _left_over(make: Evaluator, step: Pay, moves: Sequence[TokenMove]) -> Fn:
    """What the pile holds at the least while these moves are made."""
    at = make.pile_at(step.pile)

    def least(cells: Cells, env: Env) -> Amounts:
        now, pile = cells.copy(), at(cells, env)
        found: Amounts = now[pile]
        for each in moves:
            each.make(now, env)
            found = tuple(map(min, found, now[pile]))
        return found

    return least
