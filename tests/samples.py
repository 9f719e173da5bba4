"""Samples of what tests go through: some of the values in `make test`, all in `make fuzz`."""

from collections.abc import Sequence
from typing import Any

import pytest


def sampled(values: Sequence[Any], count: int) -> list[Any]:
    """Return the values as parameters, of which so many, evenly spread, are not left to `make fuzz`."""
    chosen = {at * len(values) // count for at in range(count)}
    return [each if at in chosen else _in_fuzz(each) for at, each in enumerate(values)]


def _in_fuzz(value: Any) -> Any:
    values = value if isinstance(value, tuple) else (value,)
    return pytest.param(*values, marks=pytest.mark.fuzz)
