"""How a game began: all that is needed to begin it again."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from splendor_dsl.play.chance import DEAL, stream_key

Deal = Mapping[str, tuple[str, ...]]


@frozen
class Origin:
    """The seed, the number of the game in a run, what was dealt by hand, and the players' names."""

    seed: int = 0
    game: int = 0
    deal: Deal | None = None
    names: tuple[str, ...] = ()

    @property
    def key(self) -> int:
        """The key of the stream of chance that deals."""
        return stream_key(self.seed, self.game, DEAL)
