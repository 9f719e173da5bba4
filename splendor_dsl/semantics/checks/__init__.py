"""The static checks, in the order in which they run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from splendor_dsl.diagnostics import Problem
from splendor_dsl.semantics.layers import Resolved
from splendor_dsl.semantics.model import Model
from splendor_dsl.semantics.scope import Names

CHECKS: tuple[Callable[[Model, Resolved, Names], Iterator[Problem]], ...] = ()


def check(model: Model, resolved: Resolved, names: Names, plugins: Any) -> tuple[Problem, ...]:
    """What all checks find, those of plugins last."""
    own = [problem for each in CHECKS for problem in each(model, resolved, names)]
    others = [problem for each in plugins.checks.values() for problem in each.value.function(model)]
    return (*own, *others)
