"""Tables of bundled games after some moves."""

from collections.abc import Iterator
from functools import cache

from report.games import NAMES, played, words

from splendor_dsl.chance import Stream, stream_key
from splendor_dsl.game.state import State
from splendor_dsl.prose.words import Words
from splendor_dsl.tabletop.reader import TableReader
from splendor_dsl.tabletop.table import PieceSeen, TableSeen


@cache
def reader(name: str, players: int, language: str = "en") -> TableReader:
    spoken = words(name, language)
    named = Words(
        rules=spoken.rules, language=language, names=spoken.names, players=NAMES[:players]
    )
    return TableReader(table=played(name).for_players(players), words=named)


def positions(name: str, players: int, seed: int, moves: int) -> Iterator[State]:
    """The positions of a game of random moves that buy wherever they can."""
    chance = Stream(stream_key(seed, 0, 77))
    state = played(name).start(players, seed=seed, names=NAMES[:players])
    plan = reader(name, players).plan
    buying = {path for path, effect in plan.effects.items() if effect.purchase}
    for _ in range(moves):
        yield state.copy()
        if state.over:
            return
        found = [move for move in state.moves if move.path in buying] or state.moves
        state.push(found[chance.below(len(found))])


def seen(name: str, state: State, seat: int | None, language: str = "en") -> TableSeen:
    found = reader(name, state.players, language)
    events = state.log_for(seat, since=max(0, state.log_length - 30))
    return found.read(state.view(seat), events=events, moves=state.moves)


def pieces(table: TableSeen) -> Iterator[PieceSeen]:
    for zone in (*table.zones, *(zone for player in table.players for zone in player.zones)):
        yield from (piece for row in zone.rows for piece in row.pieces)
