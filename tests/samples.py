"""Samples of what tests go through: some of the values in `make test`, the rest in `make fuzz`.

`make test PART=n` takes another sample for each n; `.ci/run` takes that of the day.
"""

import os
from collections.abc import Sequence
from typing import Any

import pytest

from splendor_dsl.bundled import bundled_games, editions

PART = int(os.environ.get("SAMPLE_PART") or 0)


def sampled(values: Sequence[Any], count: int) -> list[Any]:
    """Return the values as parameters; all but `count` of them, evenly spread, are marked for `make fuzz`.

    A tuple stands for several parameters.
    """
    assert count <= len(values)
    chosen = {(at * len(values) // count + PART) % len(values) for at in range(count)}
    return [each if at in chosen else in_fuzz(each) for at, each in enumerate(values)]


def editions_and_some_others(count: int = 12) -> list[Any]:
    """Return the names of the bundled games as parameters: each edition, and some of the house rules."""
    others = [each for each in bundled_games() if each not in editions()]
    return [*editions(), *sampled(others, count)]


def in_fuzz(value: Any) -> Any:
    """Return a value as a parameter that only `make fuzz` takes."""
    values = value if isinstance(value, tuple) else (value,)
    return pytest.param(*values, marks=pytest.mark.fuzz)
