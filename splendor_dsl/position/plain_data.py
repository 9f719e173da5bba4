"""Data from outside, checked part by part, with a message for each fault."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeGuard

from splendor_dsl.hidden import HIDDEN
from splendor_dsl.identifiers import folded, look_alikes, normalised
from splendor_dsl.semantics.move_patterns import joined

MOST = 1 << 31
WORD = 1 << 64
_DEEPEST = 8  # in the data of an event


class PositionError(ValueError):
    """Data that is no position of this game."""


def get(data: Mapping[str, Any], key: str, what: str) -> Any:
    """Return the value of a key; raise PositionError if there is none."""
    if key not in data:
        message = f"expected {key!r} in {what}, found none"
        raise PositionError(message)
    return data[key]


def mapping(value: object, what: str) -> Mapping[str, Any]:
    """Return a mapping with texts for keys; raise PositionError for any other value."""
    if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
        message = f"expected a mapping for {what}, found {short(value)}"
        raise PositionError(message)
    return {normalised(key): each for key, each in value.items()}


def listing(value: object, what: str) -> list[Any]:
    """Return a list; raise PositionError for any other value."""
    if not isinstance(value, list):
        message = f"expected a list for {what}, found {short(value)}"
        raise PositionError(message)
    return value


def integer(value: object, what: str, low: int = 0, high: int = MOST) -> int:
    """Return a number within bounds; raise PositionError for any other value."""
    if not is_whole(value) or not low <= value < high:
        message = f"expected a number from {low} to {high - 1} for {what}, found {short(value)}"
        raise PositionError(message)
    return value


def require_kind(fine: bool, expected: str, found: object) -> None:  # noqa: FBT001  # reads as an assertion does
    """Raise TypeError unless `fine`, which the caller computes for the expected kind."""
    if not fine:
        message = f"expected {expected}, found {short(found)}"
        raise TypeError(message)


def require_number(found: object, expected: str, low: int, high: int | None = None) -> None:
    """Raise TypeError unless a value is a whole number, and ValueError if it is out of bounds."""
    require_kind(is_whole(found), expected, found)
    assert is_whole(found)  # require_kind has checked it
    if found < low or (high is not None and found > high):
        message = f"expected {expected}, found {short(found)}"
        raise ValueError(message)


def require_word(found: object, what: str) -> int:
    """Return a number that a record and a saved position can hold; raise an error for any other value."""
    require_kind(is_whole(found), f"a whole number for {what}", found)
    assert is_whole(found)  # require_kind has checked it
    if not -WORD < found < WORD:
        message = f"expected {what} of at most 64 bits, found {short(found)}"
        raise ValueError(message)
    return found


def read_whole(found: str | int, low: int | None = None, high: int | None = None) -> int:
    """Return a whole number within bounds as somebody typed it; raise ValueError for any other text."""
    bounds = "" if low is None else f" of at least {low}"
    if low is not None and high is not None:
        bounds = f" from {low} to {high}"
    message = f"expected a whole number{bounds}, found {short(found)}"
    try:
        number = int(found)
    except ValueError:
        raise ValueError(message) from None
    if (low is not None and number < low) or (high is not None and number > high):
        raise ValueError(message)
    return number


def require_seat(seat: object, players: int) -> None:
    """Raise an error unless a value is a seat of so many players."""
    require_number(seat, f"a seat from 0 to {players - 1}", 0, players - 1)


def is_listing(value: object) -> bool:
    """Return whether a value is a list, a tuple or the like; a text is none."""
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def names_from(found: Sequence[str], what: str) -> tuple[str, ...]:
    """Return a list of texts from Python as a tuple of names; raise TypeError for any other value."""
    fine = is_listing(found) and all(isinstance(each, str) for each in found)
    require_kind(fine, f"a list of {what}", found)
    return tuple(map(normalised, found))


def read_alike(names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield each name that moves can't tell from an earlier one, after that one: case and blanks don't matter."""
    known: dict[str, str] = {}
    for name in names:
        first = known.setdefault(" ".join(joined(folded(name)).split()) or name, name)
        if first is not name:
            yield first, name


def name_clash(names: Sequence[str]) -> str | None:
    """Return a message about players whose names can't be distinguished, if there are any."""
    if len(set(names)) < len(names):
        return f"expected different names, found {', '.join(names)}"
    for name, other in read_alike(names):
        return f"expected names that are read differently in moves, found {name!r} beside {other!r}"
    for name, other in look_alikes(names):
        return f"expected names that look different, found {name!r} beside {other!r}"
    return None


def is_whole(value: object) -> TypeGuard[int]:
    """Return whether a value is a whole number; true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def text(value: object, what: str) -> str:
    """Return a text without invisible characters; raise PositionError for any other value."""
    if not isinstance(value, str):
        message = f"expected a text for {what}, found {short(value)}"
        raise PositionError(message)
    if HIDDEN.search(value):
        message = f"expected text that can be seen for {what}, found {short(value)}"
        raise PositionError(message)
    return normalised(value)


def boolean(value: object, what: str) -> bool:
    """Return true or false; raise PositionError for any other value."""
    if not isinstance(value, bool):
        message = f"expected true or false for {what}, found {short(value)}"
        raise PositionError(message)
    return value


def short(value: object) -> str:
    """Return a value as messages show it."""
    try:
        shown = repr(value)
    except Exception:  # noqa: BLE001  # a number with too many digits, or a value nested too deeply
        shown = f"a value of type {type(value).__name__}"
    return shown if len(shown) <= 60 else shown[:57] + "..."


def expect(what: str, expected: object, found: object) -> None:
    """Raise PositionError unless a value is the expected one."""
    if expected != found or type(expected) is not type(found):
        message = f"expected {expected!r} for {what}, found {short(found)}"
        raise PositionError(message)


def plain_mapping(value: object, what: str) -> dict[str, Any]:
    """Return a mapping of JSON values, with lists as tuples and texts normalised; raise PositionError for any other."""
    found = mapping(value, what)
    if not _is_plain(found, _DEEPEST):
        message = f"expected texts, numbers, lists and mappings for {what}, found {short(value)}"
        raise PositionError(message)
    return {key: tupled(each) for key, each in found.items()}


def _is_plain(value: object, deepest: int) -> bool:
    if value is None or isinstance(value, bool):
        return True
    if isinstance(value, str):
        return HIDDEN.search(value) is None
    if isinstance(value, int):
        return -WORD < value < WORD
    if not deepest or not isinstance(value, list | dict):
        return False
    if isinstance(value, dict) and not all(isinstance(key, str) for key in value):
        return False
    parts = value.values() if isinstance(value, dict) else value
    return all(_is_plain(part, deepest - 1) for part in parts)


def tupled(value: Any) -> Any:
    """Return a value with lists as tuples and texts normalised, at every depth."""
    if isinstance(value, str):
        return normalised(value)
    if isinstance(value, list):
        return tuple(tupled(each) for each in value)
    if isinstance(value, dict):
        return {key: tupled(each) for key, each in value.items()}
    return value
