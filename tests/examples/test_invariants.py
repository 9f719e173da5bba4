"""Reports of an invariant that does not hold."""

import pytest
from kernel.small import small

from splendor_dsl.examples.runner import run_invariants


@pytest.mark.parametrize(
    ("invariant", "why"),
    [
        (
            "every one in row has (any two in row has (worth of one < worth of two))",
            "no two in row has (worth of one < worth of two)",
        ),
        (
            'every player has (tokens in purse = 0) because "nobody saves"',
            "nobody saves: tokens in purse of player 1 is 1, and must be 0",
        ),
    ],
)
def test_the_reason_of_an_invariant_and_the_names_in_it_are_told(invariant: str, why: str) -> None:
    (ran,) = run_invariants(small(invariants=f"it: {invariant}"), games=1)
    assert ran.problem is not None
    assert ran.problem.message().endswith(f": {why}")
