"""Games that are played on the interpreter and in generated Python at once.

`conformance.comparing.Table` compares more, in games of evenly random moves; here a test says which moves are of interest.
"""

from collections.abc import Callable, Iterable, Iterator
from random import Random

from kernel.small import moves

from splendor_dsl.game.game import Game, game
from splendor_dsl.game.state import State
from splendor_dsl.notation.moves import Move

Chooser = Callable[[tuple[Move, ...], Random], Move]


def at_random(some: tuple[Move, ...], chance: Random) -> Move:
    """Choose any move."""
    return chance.choice(some)


def preferring(*paths: str) -> Chooser:
    """Return a chooser of a move of these clauses, or of any where there is none."""
    return lambda some, chance: chance.choice([m for m in some if m.path in paths] or some)


def played_alike(
    plain: Game, choose: Chooser = at_random, *, seeds: Iterable[int] = (0,), most: int = 60
) -> Iterator[State]:
    """Play a game of each seed, of at most so many decisions; yield where it leads on the interpreter."""
    compiled = game(plain.model, backend="python")
    players = plain.players[0]
    for seed in seeds:
        chance = Random(seed)
        one, other = plain.start(players, seed=seed), compiled.start(players, seed=seed)
        assert compiled.backend == "python"
        assert moves(one) == moves(other)
        for _ in range(most):
            if one.over:
                break
            move = choose(one.moves, chance)
            one.push(move)
            other.push(move)
            assert moves(one) == moves(other)
            assert one.cells == other.cells
        yield one
