"""Many games of one pairing, and their summary as plain data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, compress
from typing import Any, Final

from attrs import evolve, frozen

from splendor_dsl.arena.matches import OUTCOMES, Match, Pairing, Result, matches
from splendor_dsl.arena.runner import Arena, Run, results
from splendor_dsl.arena.statistics import spread, wilson
from splendor_dsl.bots.seated import weights_of
from splendor_dsl.game.playouts import UNFINISHED
from splendor_dsl.game.runs import FAILED, KINDS, WINNING, Column, GamesPlayed, Recorder
from splendor_dsl.game.weights import Weights

MOST_NAMED: Final = 20  # numbers of unfinished games in a summary
_STOPPED: Final = frozenset({KINDS.index(UNFINISHED), KINDS.index(FAILED)})
_WINNING: Final = frozenset(map(KINDS.index, WINNING))


@frozen(kw_only=True)
class FailedGames:
    """The games that a bot has failed in: how many, and the first with its mistake."""

    games: int
    first: Match
    reason: str


@frozen(kw_only=True)
class Simulation:
    """Games of a pairing: their results by seating, and the bots that failed."""

    pairing: Pairing
    played: tuple[GamesPlayed, ...]
    failed: Mapping[str, FailedGames]


def failed_games(played: Iterable[Result]) -> dict[str, FailedGames]:
    """Return the games that each bot has failed in, by its name."""
    found: dict[str, FailedGames] = {}
    for result in played:
        failure = result.failure
        if failure is not None:
            new = FailedGames(games=0, first=result.match, reason=failure.reason)
            held = found.get(failure.bot, new)
            found[failure.bot] = evolve(held, games=held.games + 1)
    return found


def simulate(
    arena: Arena,
    pairing: Pairing,
    run: Run,
    *,
    threads: int = 1,
    tell: Callable[[int], None] | None = None,
) -> Simulation:
    """Return at least so many games of a pairing; native code plays them if all bots are weights."""
    game, players = arena.games[pairing.rules], len(pairing.bots)
    weights = _weights(arena, pairing) if game.choose().backend == "native" else None
    if weights is not None:
        native = tuple(
            game.played_games(
                [weights[bot] for bot in seating],
                pairing.deals(run.games),
                seed=run.seed,
                threads=threads,
                tell=tell,
            )
            for seating in pairing.seatings
        )
        return Simulation(pairing=pairing, played=native, failed={})
    recorders = [Recorder(game.for_players(players)) for _ in pairing.seatings]
    failures = []
    asked = matches([pairing], games=run.games, seed=run.seed)
    for result in results(arena, asked, run):
        recorders[result.match.seating].add(result.game)
        if result.failure is not None:
            failures.append(result)
        if tell is not None:
            tell(1)
    by_seating = tuple(recorder.done() for recorder in recorders)
    return Simulation(pairing=pairing, played=by_seating, failed=failed_games(failures))


def _weights(arena: Arena, pairing: Pairing) -> Mapping[str, Weights] | None:
    """Return the weights of the bots; none unless all bots are weights."""
    game, names = arena.games[pairing.rules], dict.fromkeys(pairing.bots)
    found = {name: weights_of(arena.bots[pairing.rules][name], game) for name in names}
    known = {name: weights for name, weights in found.items() if weights is not None}
    return known if len(known) == len(found) else None


# ---- the summary -------------------------------------------------------------------------------
def summary_of(simulation: Simulation) -> dict[str, Any]:
    """Return the statistics as plain data.

    A shared win counts for each of its winners; a game that was not finished was won by nobody, and counts as well.
    """
    played, bots = simulation.played, simulation.pairing.bots
    kinds = [each.each.kinds for each in played]
    counts = Counter(chain.from_iterable(kinds))
    finished = [[kind not in _STOPPED for kind in column] for column in kinds]
    rotated = len(played) > 1
    return {
        "players": len(bots),
        "seatings": [list(seating) for seating in simulation.pairing.seatings],
        "deals": len(kinds[0]),
        "games": sum(map(len, kinds)),
        "finished": sum(map(sum, finished)),
        "outcomes": {kind: counts[KINDS.index(kind)] for kind in OUTCOMES},
        UNFINISHED: _unfinished(kinds),
        FAILED: [
            {"bot": bot, "games": each.games, "first": each.first.number, "reason": each.reason}
            for bot, each in simulation.failed.items()
        ],
        "turns": _spread_of((each.each.turns for each in played), finished),
        "rounds": _spread_of((each.each.rounds for each in played), finished),
        "bots": [_bot(bot, simulation, finished) for bot in dict.fromkeys(bots) if rotated],
        "seats": [_seat(seat, simulation, finished) for seat in range(len(bots))],
    }


def _unfinished(kinds: Sequence[Column]) -> list[int]:
    """Return the numbers of the first games that were not finished."""
    unfinished, seatings = KINDS.index(UNFINISHED), len(kinds)
    found = (
        deal * seatings + seating
        for deal, of_deal in enumerate(zip(*kinds, strict=True))
        for seating, kind in enumerate(of_deal)
        if kind == unfinished
    )
    return [number for number, _ in zip(found, range(MOST_NAMED), strict=False)]


def _spread_of(
    columns: Iterable[Column], finished: Sequence[Sequence[bool]]
) -> dict[str, float] | None:
    pairs = zip(columns, finished, strict=True)
    return spread([*chain.from_iterable(compress(column, kept) for column, kept in pairs)])


def _won(wins: int, shared: int, games: int) -> dict[str, Any]:
    return {
        "wins": wins,
        "shared": shared,
        "share": wins / games,
        "interval": list(wilson(wins, games)),
    }


def _seat(seat: int, simulation: Simulation, finished: Sequence[Sequence[bool]]) -> dict[str, Any]:
    played, bots = simulation.played, simulation.pairing.bots
    names = played[0].each.values if any(map(any, finished)) else ()
    return {
        "seat": seat + 1,
        "bot": bots[seat] if len(played) == 1 else None,
        **_won(
            sum(each.wins(seat) for each in played),
            sum(each.wins(seat, shared=True) for each in played),
            sum(each.games for each in played),
        ),
        "values": {
            name: _spread_of((each.each.values[name][seat] for each in played), finished)
            for name in names
        },
    }


def _bot(bot: str, simulation: Simulation, finished: Sequence[Sequence[bool]]) -> dict[str, Any]:
    """Return the numbers of a bot on all of its seats; a game won by several of its copies is one win."""
    seats = [
        [seat for seat, name in enumerate(seating) if name == bot]
        for seating in simulation.pairing.seatings
    ]
    tables = [*zip(simulation.played, seats, finished, strict=True)]
    winning = [kind for played, own, _ in tables for kind in _kinds_won(played, own)]
    names = simulation.played[0].each.values if any(map(any, finished)) else ()
    columns = {
        name: [(played.each.values[name][at], kept) for played, own, kept in tables for at in own]
        for name in names
    }
    return {
        "bot": bot,
        **_won(
            len(winning),
            winning.count(KINDS.index("shared")),
            sum(each.games for each in simulation.played),
        ),
        "values": {
            name: _spread_of([column for column, _ in found], [kept for _, kept in found])
            for name, found in columns.items()
        },
    }


def _kinds_won(played: GamesPlayed, seats: Sequence[int]) -> Iterator[int]:
    """Yield the kind of each game that one of some seats has won."""
    places = zip(*(played.each.places[seat] for seat in seats), strict=True)
    for kind, of_seats in zip(played.each.kinds, places, strict=True):
        if kind in _WINNING and 1 in of_seats:
            yield kind
