"""Counterparts of two games: clauses of one game that replace those of the other under another path.

Counterparts are tokens that are wild in a payment, actions with the same steps, kinds of pieces with the same fields,
zones of the same make that hold such pieces, steps with these, and ends with the same condition. So a mechanic that is
used in place of another appears as a change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Protocol, TypeVar

from attrs import field, frozen

from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v

Paths = Iterator[tuple[str, str]]


class Placed(Protocol):
    """A part of the model with a place in the rules."""

    @property
    def where(self) -> m.Where:
        """Its place."""


P = TypeVar("P", bound=Placed)


@frozen(kw_only=True)
class Counterparts:
    """Two games, with the kinds and zones that replace each other."""

    old: m.Model
    new: m.Model
    kinds: Mapping[str, str] = field(init=False)
    zones: Mapping[str, str] = field(init=False)

    @kinds.default
    def _same_kinds(self) -> Mapping[str, str]:
        pairs = self._pairs(self.old.kinds.values(), self.new.kinds.values(), _same_fields)
        return {one.name: other.name for one, other in pairs}

    @zones.default
    def _same_zones(self) -> Mapping[str, str]:
        pairs = self._pairs(self.old.zones.values(), self.new.zones.values(), self._same_make)
        return {one.name: other.name for one, other in pairs}

    def paths(self) -> Paths:
        """Yield the path of each clause that only the old game has, with that of its counterpart in the new one."""
        old, new = self.old, self.new
        yield from _tokens(old, new)
        yield from _both(self._pairs(old.actions, new.actions, _same_labels))
        yield from ((f"kinds.{one}", f"kinds.{other}") for one, other in self.kinds.items())
        yield from ((f"zones.{one}", f"zones.{other}") for one, other in self.zones.items())
        for name in filter(new.values.__contains__, old.values):
            terms = old.values[name].terms, new.values[name].terms
            yield from _both(self._pairs(*terms, self._same_term))
        yield from _both(self._pairs(old.setup.steps, new.setup.steps, self._same_step))
        for one, other in self._pairs(old.triggers, new.triggers, self._same_trigger):
            yield one.where.path, other.where.path
            yield from _both(zip(one.code.steps, other.code.steps, strict=True))
        yield from _both(self._pairs(old.ends, new.ends, _same_end))

    def _pairs(
        self, gone: Iterable[P], come: Iterable[P], same: Callable[[P, P], bool]
    ) -> Iterator[tuple[P, P]]:
        """Yield each part only in the old game with the first equal, unused part only in the new game."""
        left = [each for each in come if each.where.path not in self.old.places]
        for one in gone:
            if one.where.path in self.new.places:
                continue
            found = next((other for other in left if same(one, other)), None)
            if found is not None:
                left.remove(found)
                yield one, found

    # ---- what is the same ----------------------------------------------------------------------
    def _same_make(self, one: m.Zone, other: m.Zone) -> bool:
        held = one.kind is not None and self.kinds.get(one.kind) == other.kind
        return held and _make(one) == _make(other)

    def _same_term(self, one: m.Term, other: m.Term) -> bool:
        match one.value, other.value:
            case v.PieceSum(zone=zone, field=name), v.PieceSum(zone=there, field=same):
                return name == same and self.zones.get(zone.zone) == there.zone
        return False

    def _same_step(self, one: m.Step, other: m.Step) -> bool:
        return self._same_steps((one,), (other,))

    def _same_trigger(self, one: m.Trigger, other: m.Trigger) -> bool:
        return one.at == other.at and self._same_steps(one.code.steps, other.code.steps)

    def _same_steps(self, steps: Sequence[m.Step], there: Sequence[m.Step]) -> bool:
        """Return whether both do the same, with zones of which some are counterparts."""
        if [type(step) for step in steps] != [type(step) for step in there]:
            return False
        zones, others = _touched(steps), _touched(there)
        stand_in = any(zone in self.zones for zone in zones)
        return stand_in and [self.zones.get(zone, zone) for zone in zones] == others


def _both(pairs: Iterable[tuple[P, P]]) -> Paths:
    return ((one.where.path, other.where.path) for one, other in pairs)


def _same_fields(one: m.Kind, other: m.Kind) -> bool:
    fields = ([(each.name, each.type) for each in kind.fields.values()] for kind in (one, other))
    return next(fields) == next(fields)


def _make(zone: m.Zone) -> tuple[object, ...]:
    refill = None if zone.refill is None else zone.refill.when
    return zone.owned, zone.face, zone.by, zone.places is None, refill


def _same_labels(one: m.Action, other: m.Action) -> bool:
    """Return whether two actions are available alike and have steps of the same kinds and labels."""
    if (one.last_resort, one.only_owed) != (other.last_resort, other.only_owed):
        return False
    steps = (
        [(type(step), step.where.path.rpartition(".")[2]) for step in action.code.steps]
        for action in (one, other)
    )
    return next(steps) == next(steps)


def _same_end(one: m.End, other: m.End) -> bool:
    return one.value == other.value


def _touched(steps: Iterable[m.Step]) -> list[str]:
    """Return the zones that pieces are chosen or moved from and to, step by step."""
    return [zone.zone for step in steps for zone in _zones(step) if zone is not None]


def _zones(step: m.Step) -> tuple[v.ZoneRef | None, ...]:
    effects = step.effects
    chosen_from = (ref for each in effects.binds for ref in each.zones if effects.asks)
    moved = (ref for flow in effects.pieces for ref in (flow.source, flow.target))
    return (*chosen_from, *effects.shuffled, *moved)


# ---- tokens --------------------------------------------------------------------------------------
def _tokens(old: m.Model, new: m.Model) -> Paths:
    """Yield wild tokens, the tokens they stand for, and the supply of both."""
    for one, other in zip(_wilds(old), _wilds(new), strict=False):
        for was, now in _of_wilds(old, new, one, other):
            yield was, now
            before, after = (f"supply.{path.rpartition('.')[2]}" for path in (was, now))
            if before not in new.places and after not in old.places and after in new.places:
                yield before, after


def _wilds(model: m.Model) -> list[m.Wild]:
    steps = (step for action in model.actions for step in action.code.steps)
    return [wild for step in steps if isinstance(step, m.Pay) for wild in step.wilds]


def _of_wilds(old: m.Model, new: m.Model, one: m.Wild, other: m.Wild) -> Paths:
    was, now = old.tokens[one.token], new.tokens[other.token]
    yield was.where.path, now.where.path
    yield f"tokens.{was.group}", f"tokens.{now.group}"
    groups = tuple(
        {model.tokens[token].group for token in wild.group}
        for model, wild in ((old, one), (new, other))
    )
    if all(len(group) == 1 for group in groups):
        yield f"tokens.{groups[0].pop()}", f"tokens.{groups[1].pop()}"
