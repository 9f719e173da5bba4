"""A token gained once, with the first card that shows its icon."""

from collections.abc import Sequence
from pathlib import Path

from splendor_dsl.hookspecs import Mechanic, hookimpl


@hookimpl
def splendor_mechanics() -> Sequence[Mechanic]:
    """Return the mechanic `time_stone`."""
    rules = Path(__file__).with_suffix(".rules")
    return [Mechanic(name="time_stone", title="Time Stone", rules=rules)]
