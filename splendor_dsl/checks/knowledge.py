"""What a player knows at a step of some code: zones that have been revealed, and pieces that variables hold (K6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import evolve, field, frozen

from splendor_dsl.checks.flow import BOX
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.changes import caused, written

Place = tuple[v.ZoneRef, ...]  # where a piece may lie


@frozen
class Sight:
    """The zones into which whoever a variable holds can look; with none, nobody who is known."""

    model: m.Model
    shown: frozenset[v.ZoneRef]
    slot: int | None

    def sees(self, ref: v.ZoneRef) -> bool:
        """Whether that player sees what lies in a zone."""
        zone = self.model.zones[ref.zone]
        if ref in self.shown or (zone.face == m.Face.UP and zone.name != BOX):
            return True
        return zone.face == m.Face.OWNER and ref.player is not None and self._is(ref.player)

    def inside(self, player: v.Expr) -> Sight:
        """The same in a value of a player, whose variables are its own."""
        shown = frozenset(ref for ref in self.shown if ref.player is None)
        return Sight(self.model, shown, 0 if self._is(player) else None)

    def _is(self, player: v.Expr) -> bool:
        return isinstance(player, v.Local) and player.slot == self.slot


@frozen(kw_only=True)
class Knowledge:
    """What is known at a step.

    `shown` are the zones that have been revealed since anything in them changed. `places` are, for each variable that
    holds a piece, the places where it has lain one after the other: who has seen it in one of them knows it. Of the
    variables in `mixed` nobody can say where their pieces lie.
    """

    model: m.Model
    shown: frozenset[v.ZoneRef] = frozenset()
    places: Mapping[int, tuple[Place, ...]] = field(factory=dict)
    mixed: frozenset[int] = frozenset()

    def sight(self, by: int) -> Sight:
        """What the player in a variable sees."""
        return Sight(self.model, self.shown, by)

    def unseen(self, by: int) -> dict[int, str]:
        """The variables that hold a piece which a player has never seen, with the zone where it lies."""
        sight = Sight(self.model, frozenset(), by)
        return {
            slot: next(ref.zone for ref in places[-1] if not sight.sees(ref))
            for slot, places in self.places.items()
            if not any(all(map(sight.sees, place)) for place in places)
        }

    def found(self, slot: int, place: Iterable[v.ZoneRef]) -> Knowledge:
        """The same with a variable that holds a piece of one of some zones."""
        hidden = tuple(ref for ref in place if ref not in self.shown)
        return evolve(self, places={**self.places, slot: (hidden,)}, mixed=self.mixed - {slot})

    def after(self, step: m.Step) -> Knowledge:
        """The same once a step that is no choice has been done."""
        found = self.without((step,))
        for flow in step.effects.pieces:
            if isinstance(flow.piece, v.Local):
                found = found.moved(flow.piece.slot, (flow.target,))
        for zone in step.effects.revealed:
            found = found.revealed(zone)
        return found

    def without(self, steps: Iterable[m.Step]) -> Knowledge:
        """The same without what steps may make untrue."""
        lie = {slot: tuple(ref.zone for ref in places[-1]) for slot, places in self.places.items()}
        names = written(self.model, steps, {slot: zones for slot, zones in lie.items() if zones})
        names |= caused(self.model, names)
        mixed = {slot for slot, zones in lie.items() if not names.isdisjoint(zones)}
        shown = frozenset(ref for ref in self.shown if ref.zone not in names)
        return evolve(self, shown=shown, mixed=self.mixed | mixed)

    def both(self, other: Knowledge) -> Knowledge:
        """What is known in this case and in another."""
        places = {
            slot: tuple(place for place in self.places[slot] if place in other.places[slot])
            for slot in self.places.keys() & other.places.keys()
        }
        shown, mixed = self.shown & other.shown, self.mixed | other.mixed
        return evolve(self, shown=shown, places=places, mixed=mixed)

    def revealed(self, zone: v.ZoneRef) -> Knowledge:
        """The same once a zone has been revealed."""
        places = {
            slot: (*before, tuple(ref for ref in before[-1] if ref != zone))
            for slot, before in self.places.items()
        }
        return evolve(self, shown=self.shown | {zone}, places=places)

    def moved(self, slot: int, place: Place) -> Knowledge:
        """The same with the piece in a variable in another place."""
        before = self.places.get(slot)
        if before is None:
            return self
        return evolve(self, places={**self.places, slot: (*before, place)})
