"""Circles of causes are found whole, and found once."""

from random import Random

import pytest

from splendor_dsl.checks.cycles import cycles_of
from splendor_dsl.semantics.changes import reachable


@pytest.mark.parametrize("seed", range(50))
def test_circles_are_all_that_lead_to_each_other(seed: int) -> None:
    chance = Random(seed)
    names = "abcdefghi"[: chance.randint(1, 9)]
    after = {
        name: chance.choices(names, k=chance.randint(0, 3))
        for name in names
        if chance.random() < 0.9
    }
    edges = [(name, other) for name, others in after.items() for other in others]
    reached = {name: reachable({*after.get(name, ())}, edges) for name in names}
    wanted = {
        frozenset(other for other in reached[name] if name in reached[other])
        for name in names
        if name in reached[name]
    }
    found = cycles_of(after)
    assert {frozenset(circle) for circle in found} == wanted
    assert len(found) == len(wanted)
