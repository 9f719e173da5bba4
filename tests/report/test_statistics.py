"""What many games come to, in words."""

import pytest
from kernel.small import small

from splendor_dsl.report.statistics import summary_lines
from splendor_dsl.report.words import Words


@pytest.mark.parametrize(
    ("median", "low", "high", "told"),
    [
        (3, 1, 12, "median 3, 1 to 12"),
        (2.5, 2, 3, "median 2.5, 2 to 3"),
        (2000000.5, -1000000, 999999999, "median 2000000.5, -1000000 to 999999999"),
    ],
)
def test_whole_numbers_are_told_whole(median: float, low: int, high: int, told: str) -> None:
    words = Words(rules=small().notation, language="en", names={})
    turns = {"mean": 7.25, "median": median, "low": low, "high": high}
    summary = {
        "players": 2,
        "games": 2,
        "outcomes": {"won": 2},
        "unfinished": [],
        "rounds": None,
        "seats": [],
    }
    lines = list(summary_lines(words, {**summary, "turns": turns}, "splendor play"))
    assert lines[1] == f"turns: mean 7.2, {told}"
