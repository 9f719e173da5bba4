"""Secrets in explanations: a number that depends on something hidden would give it away (K7)."""

from __future__ import annotations

from attrs import evolve, field, frozen

from splendor_dsl.interpreter.evaluation import Cells, Env, Evaluator
from splendor_dsl.ir.layout import face
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.hidden_information import Unseen, hidden_in


@frozen
class Viewer:
    """A seat as the reader of an explanation."""

    make: Evaluator = field(repr=False)
    seat: int
    unseen: Unseen = field(factory=dict)  # variables that hold a piece the seat does not know

    def cannot_know(self, thing: object, cells: Cells, env: Env) -> bool:
        """Return whether a thing depends on something the seat can't know; how many lie in a place is public."""
        sight = _Seated(self.make, self.seat, cells, env)
        return hidden_in(thing, self.make.model, sight, self.unseen) is not None


@frozen
class _Seated:
    """The view of a seat in one position, as `hidden_in` needs it."""

    make: Evaluator
    seat: int
    cells: Cells
    env: Env

    def sees(self, ref: v.ZoneRef) -> bool:
        """Return whether the seat may look into a zone."""
        seen = face(self.make.model.zones[ref.zone])
        if seen != "owner" or ref.player is None:
            return seen == "up"
        return self._seat_of(ref.player) == self.seat

    def inside(self, player: v.Expr) -> _Seated:
        """Return the same view inside a value of a player."""
        return evolve(self, env=[self._seat_of(player)])

    def _seat_of(self, player: v.Expr) -> int | None:
        """Return the seat of a player; none while the variable is still unbound."""
        if isinstance(player, v.Local):
            return self.env[player.slot] if player.slot < len(self.env) else None
        seat: int = self.make.compile(player)(self.cells, self.env)
        return seat
