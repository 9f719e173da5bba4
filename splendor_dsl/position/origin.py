"""The origin of a game: all that is needed to start it again."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from splendor_dsl.chance import DEAL, stream_key

Deal = Mapping[str, tuple[str, ...]]
Dealt = tuple[tuple[str, tuple[str, ...]], ...]


def _as_dealt(deal: Deal | None) -> Dealt | None:
    return None if deal is None else tuple(deal.items())


@frozen
class Origin:
    """The origin of a game: its seed, its number in a run, its deal by hand, and the players' names."""

    seed: int = 0
    game: int = 0
    _deal: Dealt | None = field(default=None, converter=_as_dealt, repr=False)
    names: tuple[str, ...] = ()

    @property
    def deal(self) -> Deal | None:
        """The labels that were dealt by hand, zone by zone."""
        return None if self._deal is None else dict(self._deal)

    @property
    def key(self) -> int:
        """The key of the random stream that deals."""
        return stream_key(self.seed, self.game, DEAL)
