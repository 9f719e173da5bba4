"""The cells that a value depends on, so that it is computed again only when one of them has changed."""

from __future__ import annotations

from typing import Any

from attrs import evolve, frozen

from splendor_dsl.ir.layout import Layout
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.model import Model
from splendor_dsl.semantics.parts import parts_of


@frozen(kw_only=True)
class Region:
    """Cells by their contents: of the game, of the player in question, of every player."""

    shared: frozenset[tuple[str, str]] = frozenset()
    own: frozenset[tuple[str, str]] = frozenset()
    everyones: frozenset[tuple[str, str]] = frozenset()

    def __or__(self, other: Region) -> Region:
        """Return the union of both."""
        return Region(
            shared=self.shared | other.shared,
            own=self.own | other.own,
            everyones=self.everyones | other.everyones,
        )

    def of_all(self) -> Region:
        """Return the region for any player."""
        return evolve(self, own=frozenset(), everyones=self.everyones | self.own)

    def cells(self, layout: Layout, seat: int) -> tuple[int, ...]:
        """Return the cells, where the player in question has a seat."""
        wanted = {
            at
            for at, cell in enumerate(layout.cells)
            if (cell.kind, cell.name) in self.everyones
            or ((cell.kind, cell.name) in self.shared and cell.seat is None)
            or ((cell.kind, cell.name) in self.own and cell.seat == seat)
        }
        return tuple(sorted(wanted))


def region(expr: Any, model: Model) -> Region:
    """Return the region of an expression about the player in variable 0."""
    found = _here(expr, model)
    for part in parts_of(expr):
        found |= region(part, model)
    return found


def _here(expr: Any, model: Model) -> Region:
    match expr:
        case v.Fact(which=which) if which != "players":
            return _shared("register", which)
        case v.Mover():
            return _shared("register", "mover")
        case v.Holder(marker=marker):
            return _shared("marker", marker)
        case v.CounterValue(counter=counter, player=player):
            return _of_owner("counter", counter, player)
        case v.ZoneRef(zone=zone, player=player):
            kind = "pile" if model.zones[zone].kind is None else "zone"
            return _of_owner(kind, zone, player)
        case v.ValueOf(value=value, player=player):
            return _of_value(value, player, model)
    return Region()


def _of_value(value: str, player: v.Expr, model: Model) -> Region:
    found = Region()
    for term in model.values[value].terms:
        found |= region(term.value, model)
    return found if _is_own(player) else found.of_all()


def _shared(kind: str, name: str) -> Region:
    return Region(shared=frozenset({(kind, name)}))


def _of_owner(kind: str, name: str, player: v.Expr | None) -> Region:
    here = frozenset({(kind, name)})
    if player is None:
        return Region(shared=here)
    return Region(own=here) if _is_own(player) else Region(everyones=here)


def _is_own(player: v.Expr) -> bool:
    return isinstance(player, v.Local) and player.slot == 0
