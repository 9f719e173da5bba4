"""Pairings of bots, their seatings, and single games, as data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from math import ceil
from typing import Final

from attrs import frozen

from splendor_dsl.game.playouts import UNFINISHED
from splendor_dsl.game.runs import FAILED, GameResult

OUTCOMES: Final = ("won", "shared", "nobody", UNFINISHED, FAILED)  # as they are shown


@frozen(kw_only=True)
class Pairing:
    """The bots of one table, by seat before these are rotated, and the name of the rules that they play by."""

    rules: str
    bots: tuple[str, ...]

    @property
    def seatings(self) -> tuple[tuple[str, ...], ...]:
        """The different orders of the bots around the table; a single one if all of them are the same bot."""
        turned = (self.bots[by:] + self.bots[:by] for by in range(len(self.bots)))
        return tuple(dict.fromkeys(turned))

    @property
    def other(self) -> str:
        """The bot that the first one plays against, in a pairing of a round robin."""
        return next(bot for bot in self.bots if bot != self.bots[0])

    def deals(self, games: int) -> int:
        """Return the number of deals for at least so many games."""
        return ceil(games / len(self.seatings))

    def match(self, number: int, seed: int) -> Match:
        """Return the game of a number, from 0."""
        deal, seating = divmod(number, len(self.seatings))
        return Match(pairing=self, seed=seed, deal=deal, seating=seating)


@frozen(kw_only=True)
class Match:
    """One game to be played: a deal of a seed, from one seating of a pairing."""

    pairing: Pairing
    seed: int
    deal: int
    seating: int

    @property
    def bots(self) -> tuple[str, ...]:
        """The bots by seat."""
        return self.pairing.seatings[self.seating]

    @property
    def number(self) -> int:
        """The number of the game among those of its pairing, from 0."""
        return self.deal * len(self.pairing.seatings) + self.seating


@frozen(kw_only=True)
class Failure:
    """The mistake of a bot that stopped a game: an exception, a move that is not legal, too long a time."""

    bot: str
    seat: int
    reason: str


@frozen(kw_only=True)
class Result:
    """A match and what came of it."""

    match: Match
    game: GameResult
    failure: Failure | None = None


def matches(pairings: Sequence[Pairing], *, games: int, seed: int) -> Iterator[Match]:
    """Yield at least so many games of each pairing, deal by deal: all pairings have played as much at any moment."""
    deals = [pairing.deals(games) for pairing in pairings]
    for deal in range(max(deals, default=0)):
        for pairing, most in zip(pairings, deals, strict=True):
            for seating in range(len(pairing.seatings) if deal < most else 0):
                yield Match(pairing=pairing, seed=seed, deal=deal, seating=seating)


def round_robin(
    rules: str, bots: Sequence[str], *, players: int, team_size: int = 1
) -> tuple[Pairing, ...]:
    """Return the pairings in which each bot meets each other one.

    Where there are two sides (two players or two teams), both bots take one. Where there are more, one bot takes a side
    and copies of the other take the rest, and the same with the two exchanged.
    """
    sides = players // team_size
    pairs = combinations(bots, 2) if sides == 2 else permutations(bots, 2)
    return tuple(
        Pairing(rules=rules, bots=tuple(other if seat % sides else one for seat in range(players)))
        for one, other in pairs
    )
