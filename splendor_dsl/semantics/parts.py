"""Generic traversal of the model: the parts of any value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import attrgetter, is_, methodcaller
from typing import Any, Final

from attrs import fields, has

Take = Callable[[Any], Iterable[Any]]

_TAKES: Final[dict[type, Take]] = {}  # how the parts of a value of each kind are found
_NAMES: Final[dict[type, tuple[str, ...]]] = {}


def parts_of(thing: object) -> Iterable[Any]:
    """Return the parts of an attrs value, a tuple or a mapping, without notes."""
    kind = type(thing)
    take = _TAKES.get(kind)
    if take is None:
        take = _TAKES[kind] = _take(kind)
    return take(thing)


def all_in(thing: object) -> Iterator[Any]:
    """Yield a value, its parts, theirs, and so on, from left to right."""
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


def rebuilt(expr: Any, change: Callable[[object], object]) -> Any:
    """Return an expression with each of its parts changed."""
    names = _names(type(expr))
    old = [getattr(expr, name) for name in names]
    new = [_each(value, change) for value in old]
    if all(one is other for one, other in zip(old, new, strict=True)):
        return expr
    return type(expr)(**dict(zip(names, new, strict=True)))


def _each(value: object, change: Callable[[object], object]) -> object:
    """Return the content of a field, with each expression in it changed."""
    if isinstance(value, tuple):
        parts = tuple(_each(part, change) for part in value)
        return value if all(map(is_, parts, value)) else parts
    return change(value) if _names(type(value)) else value


def _names(kind: type) -> tuple[str, ...]:
    """Return the fields of a class of expressions; none for any other class."""
    names = _NAMES.get(kind)
    if names is None:
        names = _NAMES[kind] = tuple(each.name for each in fields(kind)) if has(kind) else ()
    return names
