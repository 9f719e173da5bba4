"""Plain data: what is a whole number as somebody types it, and what else data may hold."""

from typing import Any

import pytest

from splendor_dsl.position.plain_data import PositionError, plain_mapping, read_whole, text


@pytest.mark.parametrize(
    ("typed", "bounds", "number"),
    [
        ("5", (), 5),
        ("-5", (), -5),
        ("1", (1,), 1),
        ("9", (1,), 9),
        ("1", (1, 6), 1),
        ("6", (1, 6), 6),
    ],
)
def test_a_whole_number_within_its_bounds_is_read(
    typed: str, bounds: tuple[int, ...], number: int
) -> None:
    assert read_whole(typed, *bounds) == number


@pytest.mark.parametrize(
    ("typed", "bounds", "expected"),
    [
        ("x", (), "expected a whole number, found 'x'"),
        ("1.5", (1,), "expected a whole number of at least 1, found '1.5'"),
        ("0", (1,), "expected a whole number of at least 1, found '0'"),
        ("0", (1, 6), "expected a whole number from 1 to 6, found '0'"),
        ("7", (1, 6), "expected a whole number from 1 to 6, found '7'"),
    ],
)
def test_another_text_is_refused_with_the_bounds(
    typed: str, bounds: tuple[int, ...], expected: str
) -> None:
    with pytest.raises(ValueError, match=expected):
        read_whole(typed, *bounds)


def test_a_value_that_is_no_text_is_refused() -> None:
    assert text("Ann", "a name") == "Ann"
    with pytest.raises(PositionError, match="expected a text for a name, found 5"):
        text(5, "a name")


@pytest.mark.parametrize("odd", [{"a": {1: 2}}, {"a": 1.5}, {"a": 2**64}, {"a": "\u200b"}])
def test_only_plain_values_stand_in_a_mapping(odd: dict[str, Any]) -> None:
    assert plain_mapping({"a": [1, {"b": None}, "c"]}, "data") == {"a": (1, {"b": None}, "c")}
    with pytest.raises(PositionError, match="expected texts, numbers, lists and mappings"):
        plain_mapping(odd, "data")
