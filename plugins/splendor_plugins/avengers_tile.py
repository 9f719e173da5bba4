"""A tile held while one has the most tags."""

from collections.abc import Sequence
from pathlib import Path

from splendor_dsl.hookspecs import Mechanic, hookimpl


@hookimpl
def splendor_mechanics() -> Sequence[Mechanic]:
    """Return the mechanic `avengers_tile`."""
    rules = Path(__file__).with_suffix(".rules")
    return [Mechanic(name="avengers_tile", title="Avengers Assemble", rules=rules)]
