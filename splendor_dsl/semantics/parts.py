"""What a value of the model is made of, for all that look through it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import attrgetter, methodcaller
from typing import Any, Final

from attrs import fields, has

Take = Callable[[Any], Iterable[Any]]

_TAKES: Final[dict[type, Take]] = {}  # how the parts of a value of each kind are found


def parts_of(thing: object) -> Iterable[Any]:
    """The values that an attrs value, a tuple or a mapping is made of; notes about it left out."""
    kind = type(thing)
    take = _TAKES.get(kind)
    if take is None:
        take = _TAKES[kind] = _take(kind)
    return take(thing)


def all_in(thing: object) -> Iterator[Any]:
    """A value, its parts, theirs, and so on, from left to right."""
    waiting = [thing]
    while waiting:
        each = waiting.pop()
        yield each
        waiting += reversed(tuple(parts_of(each)))


def _take(kind: type) -> Take:
    if issubclass(kind, tuple):
        return iter
    if issubclass(kind, Mapping):
        return methodcaller("values")
    names = [each.name for each in fields(kind) if each.eq] if has(kind) else []
    if len(names) == 1:
        only = attrgetter(names[0])
        return lambda thing: (only(thing),)
    return attrgetter(*names) if names else _nothing


def _nothing(_: object) -> tuple[()]:
    return ()
