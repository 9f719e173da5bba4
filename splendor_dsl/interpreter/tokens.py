"""Moves of tokens between piles."""

from __future__ import annotations

from operator import ge

from attrs import frozen

from splendor_dsl.interpreter.evaluation import Cells, Env, Evaluator, Fn
from splendor_dsl.semantics.model import MoveTokens

PilePair = tuple[int, int]


@frozen
class TokenMove:
    """A compiled `gain` or `return`: amounts, and the cells of its two piles (-1 for nobody's)."""

    amounts: Fn
    source: Fn
    target: Fn

    def piles(self, cells: Cells, env: Env) -> PilePair:
        """Return the source and target piles."""
        return self.source(cells, env), self.target(cells, env)

    def possible(self, cells: Cells, env: Env) -> bool:
        """Return whether the source holds the amounts."""
        source = self.source(cells, env)
        wanted = self.amounts(cells, env)
        if source < 0:
            return not any(want > 0 for want in wanted)
        return all(map(ge, cells[source], wanted))

    def make(self, cells: Cells, env: Env) -> tuple[int, ...]:
        """Move as much of the amounts as is there; return the tokens moved, if any."""
        return transfer(cells, self.piles(cells, env), self.amounts(cells, env))


def token_move(make: Evaluator, step: MoveTokens) -> TokenMove:
    """Compile a `gain` or `return`."""
    return TokenMove(
        make.compile(step.amounts), make.pile_at(step.source), make.pile_at(step.target)
    )


def transfer(cells: Cells, piles: PilePair, wanted: tuple[int, ...]) -> tuple[int, ...]:
    """Move as much of some amounts as is there from one pile to another; return the tokens moved, if any."""
    source, target = piles
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
