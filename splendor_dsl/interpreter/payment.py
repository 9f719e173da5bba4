"""Payments: what can be paid, which wild tokens may stand in, and what is missing.

A payment is decided pair by pair: for each token of the cost in order, and each wild token that may stand for it in
order, how many wild tokens are spent. What was decided so far is a tuple of these numbers; nothing else is kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from operator import mul

from attrs import frozen

from splendor_dsl.interpreter.evaluation import Cells, Env, Evaluator, Fn
from splendor_dsl.interpreter.tokens import TokenMove, token_move
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


@frozen
class Way:
    """A payment under way: what is still to be paid (below 0: too much is), and the wild tokens spent.

    `least` is the least worth among those that were spent for the token at hand.
    """

    need: Amounts
    spent: Amounts
    least: float


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
        return self._feasible(self._begun(cells, env), 0, means)

    def options(self, cells: Cells, env: Env, decided: Amounts) -> list[int]:
        """How many wild tokens may be spent for the next pair, fewest first."""
        means = self.means(cells, env)
        way = self._decided(cells, env, means, decided)
        return [
            count
            for count in self._counts(way, len(decided), means)
            if self._feasible(self._spend(way, len(decided), count, means), len(decided) + 1, means)
        ]

    def paid(self, cells: Cells, env: Env, decided: Amounts) -> Amounts:
        """What goes to the supply, all being decided."""
        way = self._decided(cells, env, self.means(cells, env), decided)
        paid = [max(0, wanted) for wanted in way.need]
        for token, count in zip(self.tokens, way.spent, strict=True):
            paid[token] += count
        return tuple(paid)

    def needs_decisions(self, cells: Cells, env: Env) -> bool:
        """Whether the player holds a wild token that could stand in for something."""
        have = self.pile(cells, env)
        cost = self.cost(cells, env)
        return any(cost[pair.lane] and have[self.tokens[pair.wild]] for pair in self.pairs)

    def _begun(self, cells: Cells, env: Env) -> Way:
        return Way(self.cost(cells, env), (0,) * len(self.tokens), inf)

    def _decided(self, cells: Cells, env: Env, means: Means, decided: Amounts) -> Way:
        way = self._begun(cells, env)
        for at, count in enumerate(decided):
            way = self._spend(way, at, count, means)
        return way

    def _spend(self, way: Way, at: int, count: int, means: Means) -> Way:
        """The way after so many wild tokens for a pair."""
        lane, wild = self.pairs[at].lane, self.pairs[at].wild
        least = min(way.least, means.worth[wild]) if count else way.least
        if self._is_last(at):
            least = inf
        if not count:
            return Way(way.need, way.spent, least)
        need, spent = list(way.need), list(way.spent)
        need[lane] -= count * means.worth[wild]
        spent[wild] += count
        return Way(tuple(need), tuple(spent), least)

    def _counts(self, way: Way, at: int, means: Means, wanted: int | None = None) -> Iterator[int]:
        """How many wild tokens may be spent for a pair so that none was spent in vain, here or before."""
        lane, wild = self.pairs[at].lane, self.pairs[at].wild
        need, worth = way.need[lane], means.worth[wild]
        top = -(-(need if wanted is None else wanted) // worth) if worth > 0 else 0
        for count in range(max(0, min(means.most[wild] - way.spent[wild], top)) + 1):
            if count * worth - need < way.least:
                yield count

    def _feasible(self, way: Way, at: int, means: Means) -> bool:
        """Whether the rest can be paid with what the pairs from `at` on may still bring."""
        if at == len(self.pairs):
            return self._covered(way, means)
        lane = self.pairs[at].lane
        wanted = None  # A wild token that has its own price may be short later on, so its whole need is tried.
        if lane not in self.tokens:
            wanted = way.need[lane] - means.have[lane]
        for count in self._counts(way, at, means, wanted):
            after = self._spend(way, at, count, means)
            lacks = wanted is not None and self._is_last(at) and after.need[lane] > means.have[lane]
            if not lacks and self._feasible(after, at + 1, means):
                return True
        return False

    def _is_last(self, at: int) -> bool:
        """Whether no later pair is about the same token of the cost."""
        return at + 1 == len(self.pairs) or self.pairs[at + 1].lane != self.pairs[at].lane

    def _covered(self, way: Way, means: Means) -> bool:
        left = list(means.have)
        for token, count in zip(self.tokens, way.spent, strict=True):
            left[token] -= count
        return all(wanted <= max(0, have) for wanted, have in zip(way.need, left, strict=True))

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
