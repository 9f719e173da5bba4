"""What a value of the model is made of, for all that look through it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from attrs import fields, has

_NAMES: Final[
    dict[type, tuple[str, ...]]
] = {}  # what a value of a kind is made of; nothing, if it is none of attrs


def parts_of(thing: object) -> Iterable[Any]:
    """The values that an attrs value, a tuple or a mapping is made of; notes about it left out."""
    if isinstance(thing, tuple):
        return thing
    if isinstance(thing, Mapping):
        return thing.values()
    names = _NAMES.get(type(thing))
    if names is None:
        kind = type(thing)
        names = tuple(each.name for each in fields(kind) if each.eq) if has(kind) else ()
        _NAMES[kind] = names
    return [getattr(thing, name) for name in names]
