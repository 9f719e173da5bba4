"""`splendor play`: a game at the terminal."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from splendor_dsl.cli.endings import FINE
from splendor_dsl.cli.options import Language, Players, Plugins, RecordFile, Settings

if TYPE_CHECKING:
    from splendor_dsl.cli.session import Session

GameOrRecord = Annotated[
    str,
    typer.Argument(metavar="GAME", help="A game, or a record to go on from.", show_default=False),
]
Bots = Annotated[
    str | None,
    typer.Option(
        "--bots",
        metavar="A,B",
        help="Who takes each seat: human or a bot; by default one human, the others greedy.",
    ),
]
Names = Annotated[str | None, typer.Option("--names", metavar="A,B", help="The players' names.")]
MaybeSeed = Annotated[
    int | None,
    typer.Option("--seed", help="What decides all chance; by default another each time."),
]


def play(
    game: GameOrRecord,
    players: Players = None,
    bots: Bots = None,
    names: Names = None,
    seed: MaybeSeed = None,
    settings: Settings = None,
    plugins: Plugins = None,
    record: RecordFile = None,
    language: Language = None,
) -> int:
    """Play a game. Without a terminal, and with no seats named, bots play a whole game."""
    from splendor_dsl.cli.records import looks_like_record

    if looks_like_record(game):
        session = _from_record(game, bots, plugins)
    else:
        session = _from_rules(game, players, bots, names, seed, settings, plugins)
    session.words = session.opened.words(language)
    if record is not None:
        session.check_writable(record)
    session.run()
    if record is not None:
        session.save(record)
    return FINE


def _kinds(bots: str | None) -> tuple[tuple[str, ...], str]:
    """Who takes the seats that are named, and who takes the others."""
    from splendor_dsl.cli.seats import HUMAN, listed

    if bots is not None:
        return listed(bots), "greedy"
    return ((HUMAN,) if sys.stdin is not None and sys.stdin.isatty() else ()), "greedy"


def _from_rules(
    game: str,
    players: int | None,
    bots: str | None,
    names: str | None,
    seed: int | None,
    settings: list[str] | None,
    plugins: list[str] | None,
) -> "Session":
    from secrets import randbelow

    from splendor_dsl.cli.seats import listed, seat_bots, take_seats
    from splendor_dsl.cli.session import Session
    from splendor_dsl.cli.starting import open_game, start

    opened = open_game(game, settings=settings, plugins=plugins)
    kinds, others = _kinds(bots)
    seats = take_seats(
        opened.game,
        opened.extensions,
        players=players,
        kinds=kinds,
        others=others,
        names=listed(names),
    )
    chosen = randbelow(1_000_000) if seed is None else seed
    state = start(opened.game, len(seats.kinds), seed=chosen, names=seats.names)
    seated = seat_bots(opened.game, opened.extensions, seats, seed=chosen)
    return Session(opened=opened, state=state, seats=seats, bots=seated)


def _from_record(path: str, bots: str | None, plugins: list[str] | None) -> "Session":
    """The game of a record, from where it stopped."""
    from splendor_dsl.cli.endings import Stop
    from splendor_dsl.cli.records import replay_file
    from splendor_dsl.cli.seats import seat_bots, take_seats
    from splendor_dsl.cli.session import Session

    replayed = replay_file(path, plugins=plugins)
    state = replayed.replay.state
    if replayed.replay.problem is not None or state is None:
        raise Stop([replayed.replay.problem] if replayed.replay.problem else [])
    opened, names = replayed.opened, replayed.record.players
    kinds, others = _kinds(bots)
    seats = take_seats(
        opened.game, opened.extensions, players=len(names), kinds=kinds, others=others, names=names
    )
    seated = seat_bots(opened.game, opened.extensions, seats, seed=state.origin.seed)
    return Session(opened=opened, state=state, seats=seats, bots=seated)
