"""All that chance can do in a small game: each shuffle in each order, with the odds of it."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from fractions import Fraction
from typing import Any

import pytest

from splendor_dsl.chance import Stream
from splendor_dsl.game.game import Game
from splendor_dsl.game.state import State
from splendor_dsl.interpreter import zones
from splendor_dsl.position.view import EVERYTHING, view


class Script(Stream):
    """A stream whose numbers are written down: those that it is asked beyond them are 0."""

    numbers: list[int] = []
    bounds: list[int] = []

    def below(self, bound: int) -> int:
        self.drawn += 1
        at = len(Script.bounds)
        Script.bounds.append(bound)
        if at == len(Script.numbers):
            Script.numbers.append(0)
        return Script.numbers[at]


def outcomes(played: Callable[[], State | None]) -> Iterator[tuple[State, Fraction]]:
    """Play as often as chance can do something else; each end that there is, with its odds."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(zones, "Stream", Script)
        yield from _ends(played)


def _ends(played: Callable[[], State | None]) -> Iterator[tuple[State, Fraction]]:
    Script.numbers = []
    while True:
        Script.bounds = []
        state = played()
        odds = Fraction(1)
        for bound in Script.bounds:
            odds /= bound
        if state is not None:
            yield state, odds
        bounds, numbers = Script.bounds, Script.numbers[: len(Script.bounds)]
        while numbers and numbers[-1] == bounds[len(numbers) - 1] - 1:
            numbers.pop()
        if not numbers:
            return
        numbers[-1] += 1
        Script.numbers = numbers


def replayed(game: Game, moves: list[str], seed: int = 0) -> State | None:
    """The end of some moves of two players; none if chance made them impossible."""
    state = game.start(2, seed=seed)
    for text in moves:
        found = {str(each): each for each in state.moves}
        if text not in found:
            return None
        state.push(found[text])
    return state


def lying(state: State) -> Hashable:
    """Where everything lies, hidden or not, but for what has no order."""
    whole = view(state.for_players, state._now, EVERYTHING)  # nobody at the table sees it
    cells = state.for_players.layout.cells
    zones_ = tuple(
        state._now[at]  # as above
        for at, cell in enumerate(cells)
        if cell.kind == "zone"
    )
    return zones_, repr([each["piles"] for each in whole["players"]])


def odds_of_fitting(
    ends: Iterable[tuple[State, Fraction]], state: State, seat: int
) -> dict[Hashable, float]:
    """The odds of each position among those that fit what a seat knows."""
    found: Counter[Hashable] = Counter()
    known = told(state, seat)
    for end, odds in ends:
        if told(end, seat) == known:
            found[lying(end)] += odds  # type: ignore[assignment]
    whole = sum(found.values())
    return {each: float(odds / whole) for each, odds in found.items()}


def told(state: State, seat: int) -> tuple[Any, ...]:
    """The view and the log of a seat, and the moves that it is offered."""
    offered = state.moves if state.to_move == seat else ()
    return state.view(seat), state.log_for(seat), tuple(offered)
