"""The knowledge of a player at a step of some code: revealed zones, and pieces that variables hold (K6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import evolve, field, frozen

from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.changes import caused, written
from splendor_dsl.semantics.declarations import BOX

Place = tuple[v.ZoneRef, ...]  # the zones in which a piece may be


@frozen
class Sight:
    """The zones that the player in a variable sees; without a slot, the zones that all see."""

    model: m.Model
    shown: frozenset[v.ZoneRef]
    slot: int | None

    def sees(self, ref: v.ZoneRef) -> bool:
        """Return whether that player sees the content of a zone."""
        zone = self.model.zones[ref.zone]
        if ref in self.shown or (zone.face == m.Face.UP and zone.name != BOX):
            return True
        return zone.face == m.Face.OWNER and ref.player is not None and self._is(ref.player)

    def inside(self, player: v.Expr) -> Sight:
        """Return the sight within a value of a player, whose variables are its own."""
        shown = frozenset(ref for ref in self.shown if ref.player is None)
        return Sight(self.model, shown, 0 if self._is(player) else None)

    def _is(self, player: v.Expr) -> bool:
        return isinstance(player, v.Local) and player.slot == self.slot


@frozen(kw_only=True)
class Knowledge:
    """The knowledge of all players at a step.

    `shown` are the zones that have been revealed since anything in them changed. `places` are, for each variable that
    holds a piece, the places where it has been, one after the other: a player who could see one of them knows the piece.
    The places of the pieces in the variables `mixed` are unknown.
    """

    model: m.Model
    shown: frozenset[v.ZoneRef] = frozenset()
    places: Mapping[int, tuple[Place, ...]] = field(factory=dict)
    mixed: frozenset[int] = frozenset()

    def sight(self, by: int) -> Sight:
        """Return the sight of the player in a variable."""
        return Sight(self.model, self.shown, by)

    def unseen(self, by: int) -> dict[int, str]:
        """Return the variables with a piece that a player has never seen, with its zone."""
        sight = Sight(self.model, frozenset(), by)
        return {
            slot: next(ref.zone for ref in places[-1] if not sight.sees(ref))
            for slot, places in self.places.items()
            if not any(all(map(sight.sees, place)) for place in places)
        }

    def found(self, slot: int, place: Iterable[v.ZoneRef]) -> Knowledge:
        """Return the knowledge with a variable that holds a piece of one of some zones."""
        hidden = tuple(ref for ref in place if ref not in self.shown)
        return evolve(self, places={**self.places, slot: (hidden,)}, mixed=self.mixed - {slot})

    def after(self, step: m.FlatStep) -> Knowledge:
        """Return the knowledge after a step that is no choice."""
        found = self.without((step,))
        for flow in step.effects.pieces:
            if isinstance(flow.piece, v.Local):
                found = found.moved(flow.piece.slot, (flow.target,))
        for zone in step.effects.revealed:
            found = found.revealed(zone)
        return found

    def without(self, steps: Iterable[m.Step]) -> Knowledge:
        """Return the knowledge without anything that steps may make untrue."""
        zones_of = {
            slot: tuple(ref.zone for ref in places[-1]) for slot, places in self.places.items()
        }
        names = written(
            self.model, steps, {slot: zones for slot, zones in zones_of.items() if zones}
        )
        names |= caused(self.model, names)
        mixed = {slot for slot, zones in zones_of.items() if not names.isdisjoint(zones)}
        shown = frozenset(ref for ref in self.shown if ref.zone not in names)
        return evolve(self, shown=shown, mixed=self.mixed | mixed)

    def both(self, other: Knowledge) -> Knowledge:
        """Return the knowledge that two cases have in common."""
        places = {
            slot: tuple(place for place in self.places[slot] if place in other.places[slot])
            for slot in self.places.keys() & other.places.keys()
        }
        shown, mixed = self.shown & other.shown, self.mixed | other.mixed
        return evolve(self, shown=shown, places=places, mixed=mixed)

    def revealed(self, zone: v.ZoneRef) -> Knowledge:
        """Return the knowledge after a zone has been revealed."""
        places = {
            slot: (*before, tuple(ref for ref in before[-1] if ref != zone))
            for slot, before in self.places.items()
        }
        return evolve(self, shown=self.shown | {zone}, places=places)

    def moved(self, slot: int, place: Place) -> Knowledge:
        """Return the knowledge with the piece in a variable in another place."""
        before = self.places.get(slot)
        if before is None:
            return self
        return evolve(self, places={**self.places, slot: (*before, place)})
