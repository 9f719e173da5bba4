"""Coverage of a game: what its examples, recorded games, invariants, and seeded games of bots reach."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from attrs import define, field, frozen

from splendor_dsl.bots.seated import seat_bot
from splendor_dsl.game.game import Game
from splendor_dsl.game.playouts import goes_on
from splendor_dsl.hookspecs import Bot
from splendor_dsl.testing.elements import KINDS, Element, Seen

SEED: Final = 1


@define
class Observer:
    """An observer of games that keeps all observations."""

    seen: set[Seen] = field(factory=set)

    def __call__(self, path: str, word: str) -> None:
        """Record an observation."""
        self.seen.add((path, word))


@frozen
class Count:
    """The number of elements, and of those that tests reach."""

    reached: int
    total: int

    @property
    def percent(self) -> int:
        """Return the reached share in percent, rounded down: 100 means all."""
        return self.reached * 100 // self.total if self.total else 100


@frozen(kw_only=True)
class Coverage:
    """The elements of a game, and the observations of its tests."""

    elements: tuple[Element, ...]
    seen: frozenset[Seen]

    def missed(self) -> tuple[Element, ...]:
        """Return the elements that no test reaches."""
        return tuple(each for each in self.elements if not each.reached(self.seen))

    def files(self) -> tuple[str, ...]:
        """Return the files whose clauses count."""
        return tuple(dict.fromkeys(each.span.source.name for each in self.elements))

    def count(self, *, kind: str | None = None, file: str | None = None) -> Count:
        """Return the count of a kind, or in a file."""
        wanted = [
            each
            for each in self.elements
            if kind in {None, each.kind} and file in {None, each.span.source.name}
        ]
        return Count(sum(each.reached(self.seen) for each in wanted), len(wanted))

    def kinds(self, file: str | None = None) -> Iterator[tuple[str, Count]]:
        """Yield the count of each kind."""
        return ((kind, self.count(kind=kind, file=file)) for kind in KINDS)


def play_bots(game: Game, bots: Iterable[Bot], *, games: int, seed: int = SEED) -> None:
    """Let each bot play some games with itself, for each number of players; not those that try out moves themselves.

    What such a bot tries would be observed too, and its games take long.
    """
    for bot in bots:
        if seat_bot(bot, game, 0, seed=seed).needs_log:
            continue
        for players in game.players:
            for number in range(games):
                _play(game, bot, players, seed, number)


def _play(game: Game, bot: Bot, players: int, seed: int, number: int) -> None:
    state = game.start(players, seed=seed, game=number, logging=False)
    seated = [seat_bot(bot, game, seat, seed=seed, number=number) for seat in range(players)]
    decisions = 0
    while goes_on(state, decisions):
        state.advance(seated[state.to_move or 0].choose(state))
        decisions += 1
    _ = state.outcome  # the ranking of the end is a part of the rules
