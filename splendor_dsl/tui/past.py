"""Earlier positions of a game: it is replayed from its beginning."""

from __future__ import annotations

from attrs import define, field

from splendor_dsl.game.game import Game
from splendor_dsl.game.state import State


@define
class Past:
    """The moves that are looked back over: `at` so many of them, or none while the present is shown."""

    game: Game = field(repr=False)
    at: int | None = None

    def back(self, state: State) -> bool:
        """Go one move back; return False at the beginning."""
        at = len(state.played) if self.at is None else self.at
        if at == 0:
            return False
        self.at = at - 1
        return True

    def forward(self, state: State) -> bool:
        """Go one move forward, and after the last back to the present; return False there."""
        if self.at is None:
            return False
        self.at = self.at + 1 if self.at + 1 < len(state.played) else None
        return True

    def state(self, now: State) -> State:
        """Return the position that is shown."""
        if self.at is None:
            return now
        origin, players = now.origin, now.players
        found = self.game.start(
            players, seed=origin.seed, game=origin.game, deal=origin.deal, names=origin.names
        )
        for move in now.played[: self.at]:
            found.push(move)
        return found
