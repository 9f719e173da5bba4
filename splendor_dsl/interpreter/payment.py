"""Payments: the condition to pay, the use of wild tokens, and the missing tokens.

A payment is decided pair by pair: for each token of the cost in order, and each wild token that may stand for it in
order, the number of wild tokens spent. The tuple of these numbers so far is the whole state of a payment.
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
    """The means of a player: tokens, the worth of each wild token, and how many of it may still be spent."""

    have: Amounts
    worth: Amounts
    most: Amounts


@frozen
class PartialPayment:
    """A partial payment: the tokens still to be paid (below 0 if overpaid), and the wild tokens spent.

    `least` is the least worth among wild tokens spent for the current token.
    """

    need: Amounts
    spent: Amounts
    least: float


@frozen(kw_only=True)
class CompiledPayment:
    """A compiled `pay` step."""

    cost: Fn
    pile: Fn
    pairs: tuple[Pair, ...]
    tokens: Amounts  # of each wild token
    worth: tuple[Fn, ...]
    most: tuple[Fn | None, ...]

    def means(self, cells: Cells, env: Env) -> Means:
        """Return the means of the player."""
        have = self.pile(cells, env)
        most = (
            have[token] if limit is None else min(have[token], limit(cells, env))
            for token, limit in zip(self.tokens, self.most, strict=True)
        )
        return Means(have, tuple(worth(cells, env) for worth in self.worth), tuple(most))

    def payable(self, cells: Cells, env: Env) -> bool:
        """Return whether the whole cost can be paid."""
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
        return self._feasible(self._start(cells, env), 0, means)

    def options(self, cells: Cells, env: Env, decided: Amounts) -> list[int]:
        """Return the numbers of wild tokens that may be spent for the next pair, fewest first."""
        means = self.means(cells, env)
        partial = self._after(cells, env, means, decided)
        return [
            count
            for count in self._counts(partial, len(decided), means)
            if self._feasible(
                self._spend(partial, len(decided), count, means), len(decided) + 1, means
            )
        ]

    def paid(self, cells: Cells, env: Env, decided: Amounts) -> Amounts:
        """Return the tokens that go to the supply, once all is decided."""
        partial = self._after(cells, env, self.means(cells, env), decided)
        paid = [max(0, wanted) for wanted in partial.need]
        for token, count in zip(self.tokens, partial.spent, strict=True):
            paid[token] += count
        return tuple(paid)

    def needs_decisions(self, cells: Cells, env: Env) -> bool:
        """Return whether the player holds a wild token that could stand for a token of the cost."""
        have = self.pile(cells, env)
        cost = self.cost(cells, env)
        return any(cost[pair.lane] and have[self.tokens[pair.wild]] for pair in self.pairs)

    def _start(self, cells: Cells, env: Env) -> PartialPayment:
        return PartialPayment(self.cost(cells, env), (0,) * len(self.tokens), inf)

    def _after(self, cells: Cells, env: Env, means: Means, decided: Amounts) -> PartialPayment:
        partial = self._start(cells, env)
        for at, count in enumerate(decided):
            partial = self._spend(partial, at, count, means)
        return partial

    def _spend(self, partial: PartialPayment, at: int, count: int, means: Means) -> PartialPayment:
        """Return the partial payment after spending wild tokens for a pair."""
        lane, wild = self.pairs[at].lane, self.pairs[at].wild
        least = min(partial.least, means.worth[wild]) if count else partial.least
        if self._is_last(at):
            least = inf
        if not count:
            return PartialPayment(partial.need, partial.spent, least)
        need, spent = list(partial.need), list(partial.spent)
        need[lane] -= count * means.worth[wild]
        spent[wild] += count
        return PartialPayment(tuple(need), tuple(spent), least)

    def _counts(
        self, partial: PartialPayment, at: int, means: Means, wanted: int | None = None
    ) -> Iterator[int]:
        """Yield the numbers of wild tokens for a pair such that none is wasted, here or before."""
        lane, wild = self.pairs[at].lane, self.pairs[at].wild
        need, worth = partial.need[lane], means.worth[wild]
        top = -(-(need if wanted is None else wanted) // worth) if worth > 0 else 0
        for count in range(max(0, min(means.most[wild] - partial.spent[wild], top)) + 1):
            if count * worth - need < partial.least:
                yield count

    def _feasible(self, partial: PartialPayment, at: int, means: Means) -> bool:
        """Return whether the pairs from `at` on can complete the payment."""
        if at == len(self.pairs):
            return self._covered(partial, means)
        lane = self.pairs[at].lane
        wanted = None  # A wild token with its own price may be short later on, so its whole need is tried.
        if lane not in self.tokens:
            wanted = partial.need[lane] - means.have[lane]
        for count in self._counts(partial, at, means, wanted):
            after = self._spend(partial, at, count, means)
            lacks = wanted is not None and self._is_last(at) and after.need[lane] > means.have[lane]
            if not lacks and self._feasible(after, at + 1, means):
                return True
        return False

    def _is_last(self, at: int) -> bool:
        """Return whether no later pair is about the same token of the cost."""
        return at + 1 == len(self.pairs) or self.pairs[at + 1].lane != self.pairs[at].lane

    def _covered(self, partial: PartialPayment, means: Means) -> bool:
        left = list(means.have)
        for token, count in zip(self.tokens, partial.spent, strict=True):
            left[token] -= count
        return all(wanted <= have for wanted, have in zip(partial.need, left, strict=True))

    def missing(self, cells: Cells, env: Env) -> tuple[Amounts, int]:
        """Return the tokens that the player lacks, and how many of them no wild token can replace.

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


def compile_payment(
    make: Evaluator, step: Pay, *, after: Sequence[MoveTokens] = ()
) -> CompiledPayment:
    """Compile a `pay` step; the tokens that exact moves right after it take from its pile are set aside."""
    tokens = tuple(wild.token for wild in step.wilds)
    pairs = (
        Pair(lane, number)
        for lane in range(make.tokens)
        for number, wild in enumerate(step.wilds)
        if lane in wild.group and lane != wild.token
    )
    moves = [token_move(make, each) for each in after]
    return CompiledPayment(
        cost=make.compile(step.cost),
        pile=_least_held(make, step, moves)
        if moves
        else make.cell("pile", step.pile.zone, step.pile.player),
        pairs=tuple(pairs),
        tokens=tokens,
        worth=tuple(make.compile(wild.worth) for wild in step.wilds),
        most=tuple(None if w.most is None else make.compile(w.most) for w in step.wilds),
    )


def _least_held(make: Evaluator, step: Pay, moves: Sequence[TokenMove]) -> Fn:
    """Return the closure of the least that the pile holds while some moves are made."""
    at = make.pile_at(step.pile)

    def least(cells: Cells, env: Env) -> Amounts:
        now, pile = cells.copy(), at(cells, env)
        found: Amounts = now[pile]
        for each in moves:
            each.make(now, env)
            found = tuple(map(min, found, now[pile]))
        return found

    return least
