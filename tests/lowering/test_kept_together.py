"""A sum over several zones is kept once, however rules name its parts."""

from splendor_dsl.lowering.flat import Running, kept_together

OWN = Running((("own", (0, 1, 2)),), "worth in own")
SHELF = Running((("shelf", (0, 1, 2)),), "worth in shelf")


def test_the_order_of_the_parts_makes_no_other_sum() -> None:
    assert kept_together([OWN, SHELF]) == kept_together([SHELF, OWN])
    assert kept_together([SHELF, OWN, OWN]) == kept_together([OWN, SHELF, OWN])


def test_a_part_that_counts_twice_is_another_sum() -> None:
    assert kept_together([OWN, OWN, SHELF]) != kept_together([OWN, SHELF])
