"""What the words for a position must keep from a seat: a number that rests on it would tell it (K7)."""

from __future__ import annotations

from attrs import evolve, field, frozen

from splendor_dsl.interpreter.evaluation import Cells, Env, Evaluator
from splendor_dsl.ir.layout import face
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.hidden_information import Unseen, hidden_in


@frozen
class Viewer:
    """Those of a seat."""

    make: Evaluator = field(repr=False)
    seat: int
    unseen: Unseen = field(factory=dict)  # variables that hold a piece which the seat does not know

    def miss(self, thing: object, cells: Cells, env: Env) -> bool:
        """Whether something rests on what the seat may not know; how much lies in a place in all, everybody knows."""
        sight = _Seated(self.make, self.seat, cells, env)
        return hidden_in(thing, self.make.model, sight, self.unseen) is not None


@frozen
class _Seated:
    """The sight of a seat in a position."""

    make: Evaluator
    seat: int
    cells: Cells
    env: Env

    def sees(self, ref: v.ZoneRef) -> bool:
        """Whether the seat may look into a zone."""
        seen = face(self.make.model.zones[ref.zone])
        if seen != "owner" or ref.player is None:
            return seen == "up"
        return self._known(ref.player) == self.seat

    def inside(self, player: v.Expr) -> _Seated:
        """The same in a value of a player."""
        return evolve(self, env=[self._known(player)])

    def _known(self, player: v.Expr) -> int | None:
        """Who a player is; none while that is still to be bound."""
        if isinstance(player, v.Local):
            return self.env[player.slot] if player.slot < len(self.env) else None
        seat: int = self.make.compile(player)(self.cells, self.env)
        return seat
