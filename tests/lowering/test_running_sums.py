"""Sums over the pieces of a zone that generated code keeps as it goes: they come to what the rules say."""

from random import Random

import pytest
from kernel.small import PLAIN, moves, small

from splendor_dsl.game.game import game

SUMS = (
    "sum of worth in own where (size = 1)",
    "sum of worth in own where (size = 2)",
    "sum of worth in own where (not (size = 1))",
    "sum of worth in own where (iron in gives >= 1)",
    "sum of size in row where (worth >= 3)",
    "cards in own where (size = 1) + 2 * cards in own",
)


def asking(sums: str) -> str:
    """Actions that are possible by what a sum comes to."""
    asked = "\n".join(
        f'is_{n} as "is {n}" {{ require it: {sums} = {n}; gain up to 1 star }}' for n in range(9)
    )
    return f'{PLAIN["actions"]}\nfetch as "fetch {{card}}" {{ choose card: cards in row; move card to own }}\n{asked}'


@pytest.mark.parametrize("sums", SUMS)
def test_a_sum_that_is_kept_is_the_sum(sums: str) -> None:
    plain = small(actions=asking(sums))
    compiled = game(plain.model, backend="python")
    for seed in range(3):
        chance = Random(seed)
        one, other = plain.start(2, seed=seed), compiled.start(2, seed=seed)
        assert compiled.backend == "python"
        for _ in range(25):
            assert moves(one) == moves(other)
            if one.over:
                break
            fetching = [each for each in one.moves if each.path == "actions.fetch"]
            move = chance.choice(fetching or one.moves)
            one.push(move)
            other.push(move)
