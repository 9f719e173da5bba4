"""What is typed at the prompt besides moves."""

from splendor_dsl.cli.orders import ORDERS
from splendor_dsl.semantics import move_patterns


def test_the_check_of_patterns_knows_every_order() -> None:
    assert tuple(ORDERS) == move_patterns.ORDERS
