"""Expressions that read things which a player can't know (K6 to K8).

All players know the number of pieces or tokens in a zone, and the part of a zone that a piece is in; a field that is the
same for all pieces of a kind reveals nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol, TypeAlias

from attrs import frozen

from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.parts import parts_of
from splendor_dsl.semantics.scope import ANY_KIND

Unseen: TypeAlias = Mapping[
    int, str
]  # variables with a piece that the player does not know, and its zone


class Sight(Protocol):
    """The zones that a player sees."""

    def sees(self, ref: v.ZoneRef) -> bool:
        """Return whether the player knows the content of a zone."""

    def inside(self, player: v.Expr) -> Sight:
        """Return the sight within a value of a player, which calls that player `player`."""


@frozen
class Hidden:
    """Something that a player can't know: its zone, and the field that is read of a piece, if it is one."""

    zone: str
    field: str | None = None


@frozen
class _Reader:
    model: m.Model
    places: frozenset[int]

    def first(self, thing: object, sight: Sight, unseen: Unseen) -> Hidden | None:
        """Return the first hidden thing that a thing reads."""
        match thing:
            case v.FieldOf(piece=v.Local(slot=slot), field=field):
                return self._field(unseen.get(slot), field)
            case v.Local(slot=slot):
                return Hidden(unseen[slot]) if slot in unseen else None
            case v.ZoneRef():
                return None if sight.sees(thing) else Hidden(thing.zone)
            case v.PileCount() | v.Compare() if self._is_open(thing):
                return None
            case v.PieceCount() | v.PieceSum():
                return self._pieces(thing, sight, unseen)
            case v.Quantified(domain=v.Domain(of=v.ZoneRef() as zone)):
                return self.first(thing.body, sight, self._with(unseen, thing.slot, zone, sight))
            case v.ValueOf(player=player):
                within = sight.inside(player)
                terms = self.model.values[thing.value].terms
                return self._any((term.value for term in terms), within, {})
        return self._any(parts_of(thing), sight, unseen)

    def _any(self, things: Iterable[object], sight: Sight, unseen: Unseen) -> Hidden | None:
        found = (self.first(each, sight, unseen) for each in things)
        return next((each for each in found if each is not None), None)

    def _is_open(self, thing: v.PileCount | v.Compare) -> bool:
        """Return whether all know it: the number of tokens in a pile, or whether two places are the same."""
        match thing:
            case v.PileCount(tokens=v.TokenSet(tokens=tokens)):
                return len(tokens) == len(self.model.tokens)
            case v.Compare(left=v.Local(slot=left), right=v.Local(slot=right)):
                return {left, right} <= self.places
        return False

    def _with(self, unseen: Unseen, slot: int, zone: v.ZoneRef, sight: Sight) -> Unseen:
        """Return the unseen variables together with one over the pieces of a zone."""
        if sight.sees(zone):
            return {each: found for each, found in unseen.items() if each != slot}
        return {**unseen, slot: zone.zone}

    def _pieces(
        self, thing: v.PieceCount | v.PieceSum, sight: Sight, unseen: Unseen
    ) -> Hidden | None:
        """Return the first hidden thing that counting pieces, or adding up a field of them, reads."""
        zone = self.model.zones[thing.zone.zone]
        if not sight.sees(thing.zone):
            if isinstance(thing, v.PieceSum):
                found = self._field(zone.name, thing.field)
            else:
                found = None if thing.kind in {None, zone.kind} else Hidden(zone.name)
            if found is not None:
                return found
        within = self._with(unseen, thing.slot, thing.zone, sight)
        return None if thing.where is None else self.first(thing.where, sight, within)

    def _field(self, name: str | None, field: str) -> Hidden | None:
        """Return a field of a piece of a zone that the player can't see, if pieces differ in it."""
        if name is None:
            return None
        zone = self.model.zones[name]
        pieces = [
            piece
            for piece in self.model.pieces
            if zone.kind in {piece.kind, ANY_KIND} and field in piece.values
        ]
        differs = len({piece.values[field] for piece in pieces}) > 1
        return Hidden(name, field) if field != zone.by and differs else None


def hidden_in(
    thing: object,
    model: m.Model,
    sight: Sight,
    unseen: Unseen | None = None,
    places: frozenset[int] = frozenset(),
) -> Hidden | None:
    """Return the first thing that an expression, or something made of expressions, reads and a player can't know.

    The places of the pieces in the variables `places` are known, so whether two are the same is no secret.
    """
    return _Reader(model, places).first(thing, sight, unseen or {})
