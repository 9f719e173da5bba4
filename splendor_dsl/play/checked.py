"""Data from outside, checked part by part: what is not as it must be is refused in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeGuard

MOST = 1 << 31
WORD = 1 << 64


class PositionError(ValueError):
    """Data that is no position of this game."""


def get(data: Mapping[str, Any], key: str, what: str) -> Any:
    """What a mapping holds under a key."""
    if key not in data:
        message = f"expected {key!r} in {what}, found none"
        raise PositionError(message)
    return data[key]


def mapping(value: object, what: str) -> Mapping[str, Any]:
    """A mapping with texts for keys."""
    if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
        message = f"expected a mapping for {what}, found {short(value)}"
        raise PositionError(message)
    return value


def listing(value: object, what: str) -> list[Any]:
    """A list."""
    if not isinstance(value, list):
        message = f"expected a list for {what}, found {short(value)}"
        raise PositionError(message)
    return value


def integer(value: object, what: str, low: int = 0, high: int = MOST) -> int:
    """A number within bounds."""
    if not is_whole(value) or not low <= value < high:
        message = f"expected a number from {low} to {high - 1} for {what}, found {short(value)}"
        raise PositionError(message)
    return value


def is_whole(value: object) -> TypeGuard[int]:
    """Whether it is a whole number; true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def text(value: object, what: str) -> str:
    """A text."""
    if not isinstance(value, str):
        message = f"expected a text for {what}, found {short(value)}"
        raise PositionError(message)
    return value


def boolean(value: object, what: str) -> bool:
    """Yes or no."""
    if not isinstance(value, bool):
        message = f"expected true or false for {what}, found {short(value)}"
        raise PositionError(message)
    return value


def short(value: object) -> str:
    """A value as a message shows it."""
    shown = repr(value)
    return shown if len(shown) <= 60 else shown[:57] + "..."


def expect(what: str, expected: object, found: object) -> None:
    """One value and no other."""
    if expected != found or type(expected) is not type(found):
        message = f"expected {expected!r} for {what}, found {short(found)}"
        raise PositionError(message)


def tupled(value: Any) -> Any:
    """Lists as tuples, all the way down."""
    if isinstance(value, list):
        return tuple(tupled(each) for each in value)
    if isinstance(value, dict):
        return {key: tupled(each) for key, each in value.items()}
    return value
