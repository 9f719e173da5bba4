"""Tiles that come to whoever has the bonuses they ask for."""

from collections.abc import Sequence
from pathlib import Path

from splendor_dsl.hookspecs import Mechanic, hookimpl


@hookimpl
def splendor_mechanics() -> Sequence[Mechanic]:
    """Return the mechanic `nobles`."""
    rules = Path(__file__).with_suffix(".rules")
    return [Mechanic(name="nobles", title="Nobles", rules=rules)]
