"""Expressions as keys of knowledge: equal ones are one object, whatever their bound variables are called.

A bound variable is numbered by the depth of variables bound within its scope, from -1 down, so that the key of a whole is
made of the keys of its parts, and the key of a key is itself. Each expression is visited once, and again for each variable
bound around it.
"""

from __future__ import annotations

from typing import Any, Final, cast

from attrs import evolve, field, frozen

from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.parts import rebuilt
from splendor_dsl.semantics.slots import BINDERS

NO_SLOTS: Final[frozenset[int]] = frozenset()


@frozen
class _Entry:
    """A key, the variables in it that are bound outside, and the depth of nested bound variables in it.

    It keeps its expression alive, so that no other gets the same id.
    """

    expr: object
    key: Any
    free: frozenset[int]
    depth: int
    of_code: frozenset[int] = field(init=False)  # the free ones that no expression binds

    @of_code.default
    def _of_code(self) -> frozenset[int]:
        return frozenset(slot for slot in self.free if slot >= 0)


@frozen
class Keys:
    """The keys of the expressions of one game."""

    _entries: dict[int, _Entry] = field(factory=dict, init=False, repr=False)  # by id
    _same: dict[object, _Entry] = field(factory=dict, init=False, repr=False)  # by key

    def key(self, expr: v.Expr) -> v.Expr:
        """Return the expression with its bound variables numbered by depth, so that equals are equal."""
        return cast("v.Expr", self._of(expr).key)

    def free(self, expr: v.Expr) -> frozenset[int]:
        """Return the variables of the code that an expression reads."""
        return self._of(expr).of_code

    def renamed(self, expr: v.Expr, slot: int, to: int) -> v.Expr:
        """Return the key of an expression with another variable in the place of one."""
        return cast("v.Expr", self._renamed(self._of(expr).key, slot, to))

    def _of(self, expr: object) -> _Entry:
        found = self._entries.get(id(expr))
        if found is None:
            found = self._entries[id(expr)] = self._made(expr)
        return found

    def _made(self, expr: object) -> _Entry:
        """Return the entry of an expression that is new."""
        inner: list[_Entry] = []

        def part(thing: object) -> object:
            inner.append(self._of(thing))
            return inner[-1].key

        key: Any = rebuilt(expr, part)
        free = NO_SLOTS.union(*(each.free for each in inner))
        depth = max((each.depth for each in inner), default=0)
        if isinstance(key, v.Local):
            key, free = v.Local(slot=key.slot, type=key.type), frozenset({key.slot})
        if isinstance(key, BINDERS):
            depth += 1
            key, free = self._bound(key, -depth), free - {key.slot}
        same = self._same.setdefault(key, _Entry(key, key, free, depth))
        self._entries[id(same.key)] = same
        return _Entry(expr, same.key, free, depth)

    def _bound(self, key: Any, slot: int) -> object:
        """Return a key with its own variable renamed."""
        old = key.slot
        if old == slot:
            return key
        return evolve(rebuilt(key, lambda part: self._renamed(part, old, slot)), slot=slot)

    def _renamed(self, key: object, slot: int, to: int) -> object:
        if slot == to or slot not in self._of(key).free:
            return key
        if isinstance(key, v.Local):
            return self._of(v.Local(slot=to, type=key.type)).key
        return self._of(rebuilt(key, lambda part: self._renamed(part, slot, to))).key
