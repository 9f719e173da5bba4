"""A sum over several zones is kept once, however rules name its parts."""

from splendor_dsl.lowering.memory_layout import RunningSum, merge_sums

OWN = RunningSum((("own", (0, 1, 2)),), "worth in own")
SHELF = RunningSum((("shelf", (0, 1, 2)),), "worth in shelf")


def together(*sums: RunningSum) -> RunningSum:
    return merge_sums(sums, ("shelf", "own"))


def test_the_order_of_the_parts_makes_no_other_sum() -> None:
    assert together(OWN, SHELF) == together(SHELF, OWN)
    assert together(SHELF, OWN, OWN) == together(OWN, SHELF, OWN)
    assert [zone for zone, _ in together(OWN, SHELF).tables] == ["shelf", "own"]


def test_a_part_that_counts_twice_is_another_sum() -> None:
    assert together(OWN, OWN, SHELF) != together(OWN, SHELF)
