"""Two-sided tiles that are claimed like nobles."""

from collections.abc import Sequence
from pathlib import Path

from splendor_dsl.hookspecs import Mechanic, hookimpl


@hookimpl
def splendor_mechanics() -> Sequence[Mechanic]:
    """Return the mechanic `locations`."""
    rules = Path(__file__).with_suffix(".rules")
    return [Mechanic(name="locations", title="Locations", rules=rules)]
