"""Tokens from pile to pile."""

from __future__ import annotations

from operator import ge

from attrs import frozen

from splendor_dsl.interpreter.evaluation import Cells, Env, Evaluator, Fn
from splendor_dsl.semantics.model import MoveTokens

Way = tuple[int, int]


@frozen
class TokenMove:
    """A `gain` or `return`, compiled: how much of what, and the cells of its two piles (-1 for nobody's)."""

    amounts: Fn
    source: Fn
    target: Fn

    def way(self, cells: Cells, env: Env) -> Way:
        """From which pile to which."""
        return self.source(cells, env), self.target(cells, env)

    def possible(self, cells: Cells, env: Env) -> bool:
        """Whether all of it is there."""
        source = self.source(cells, env)
        wanted = self.amounts(cells, env)
        if source < 0:
            return not any(want > 0 for want in wanted)
        return all(map(ge, cells[source], wanted))

    def make(self, cells: Cells, env: Env) -> tuple[int, ...]:
        """Move what is there of it; what that was, if anything."""
        return carry(cells, self.way(cells, env), self.amounts(cells, env))


def token_move(make: Evaluator, step: MoveTokens) -> TokenMove:
    """A `gain` or `return`, compiled."""
    return TokenMove(
        make.compile(step.amounts), make.pile_at(step.source), make.pile_at(step.target)
    )


def carry(cells: Cells, way: Way, wanted: tuple[int, ...]) -> tuple[int, ...]:
    """Move what is there of some amounts from one pile to another; what that was, if anything."""
    source, target = way
    if source < 0 or target < 0 or source == target:
        return ()
    here, there = cells[source], cells[target]
    moved = tuple(
        [
            want if 0 <= want <= have else max(0, min(want, have))
            for want, have in zip(wanted, here, strict=True)
        ]
    )
    if not any(moved):
        return ()
    cells[source] = tuple([a - b for a, b in zip(here, moved, strict=True)])
    cells[target] = tuple([a + b for a, b in zip(there, moved, strict=True)])
    return moved
