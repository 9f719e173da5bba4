"""What the words for a position must keep from a seat: a number that rests on it would tell it (K7)."""

from __future__ import annotations

from attrs import field, frozen

from splendor_dsl.backends.evaluate import Cells, Env, Evaluator
from splendor_dsl.ir.layout import face
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.parts import parts_of


@frozen
class Eyes:
    """Those of a seat."""

    make: Evaluator = field(repr=False)
    seat: int
    unseen: frozenset[int] = frozenset()  # variables that hold a piece which the seat does not know

    def miss(self, thing: object, cells: Cells, env: Env) -> bool:
        """Whether something rests on what the seat may not know; how much lies in a place in all, everybody knows."""
        match thing:
            case v.Local(slot=slot):
                return slot in self.unseen
            case v.ZoneRef():
                return self._shut(thing, cells, env)
            case v.PileCount(tokens=v.TokenSet(tokens=tokens)) if self._all_of(tokens):
                return False
            case v.PieceCount(where=None, zone=zone, kind=kind) if self._is_all(zone, kind):
                return False
            case v.ValueOf(player=player):
                seat = self._known(player, cells, env)
                terms = self.make.model.values[thing.value].terms
                return any(self.miss(term.value, cells, [seat]) for term in terms)
        return any(self.miss(part, cells, env) for part in parts_of(thing))

    def _all_of(self, tokens: tuple[int, ...]) -> bool:
        return len(tokens) == len(self.make.model.tokens)

    def _is_all(self, ref: v.ZoneRef, kind: str | None) -> bool:
        return kind in {None, self.make.model.zones[ref.zone].kind}

    def _shut(self, ref: v.ZoneRef, cells: Cells, env: Env) -> bool:
        """Whether the seat may not look into a zone."""
        seen = face(self.make.model.zones[ref.zone])
        if seen != "owner" or ref.player is None:
            return seen != "up"
        return self._known(ref.player, cells, env) != self.seat

    def _known(self, player: v.Expr, cells: Cells, env: Env) -> int | None:
        """Who a player is; none while that is still to be bound."""
        if isinstance(player, v.Local):
            return env[player.slot] if player.slot < len(env) else None
        seat: int = self.make.compile(player)(cells, env)
        return seat
