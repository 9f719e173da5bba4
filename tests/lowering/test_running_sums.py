"""Sums over the pieces of a zone that generated code keeps as it goes: they come to what the rules say."""

import pytest
from kernel.small import PLAIN, small
from lowering.alike import played_alike, preferring

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
    played = played_alike(plain, preferring("actions.fetch"), seeds=range(3), most=25)
    assert all(state.played for state in played)
