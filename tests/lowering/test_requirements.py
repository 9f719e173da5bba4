"""Piles that can't be one and the same, as far as generated code relies on it."""

import pytest

from splendor_dsl.lowering.requirements import _are_distinct
from splendor_dsl.semantics.values import Local, Mover, ZoneRef

OWN, RIVAL, ANYBODY = (Local(slot=slot, type="player") for slot in (0, 1, 2))


def purse(player: Local | Mover | None) -> ZoneRef:
    return ZoneRef(zone="purse", player=player)


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        (OWN, RIVAL, True),
        (RIVAL, OWN, True),
        (OWN, ANYBODY, False),
        (ANYBODY, RIVAL, False),
        (RIVAL, RIVAL, False),
        (OWN, OWN, False),
        (OWN, Mover(), False),
        (OWN, None, False),
    ],
)
def test_a_pile_of_ones_own_is_none_of_a_rival(
    one: Local | None, other: Local | Mover | None, *, found: bool
) -> None:
    assert _are_distinct(purse(one), purse(other), frozenset({1})) is found
