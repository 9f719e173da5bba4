"""Every expression and every step counts as work."""

from typing import get_args

from splendor_dsl.semantics import model, values
from splendor_dsl.semantics.checks.effort import EXPRESSIONS, STEPS


def test_every_expression_and_step_is_counted() -> None:
    assert EXPRESSIONS.keys() == set(get_args(values.Expr))
    assert STEPS.keys() == set(get_args(model.Step))
