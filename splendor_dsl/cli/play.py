"""`splendor play`: a game at the terminal."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from splendor_dsl.cli.completion import game_names
from splendor_dsl.cli.exit_status import FINE
from splendor_dsl.cli.options import (
    Language,
    Plain,
    Plugins,
    RecordFile,
    RulesOfRecord,
    Seated,
    Settings,
)
from splendor_dsl.cli.usage import whole_number
from splendor_dsl.game import MOST_GAMES
from splendor_dsl.hookspecs import SIGN

if TYPE_CHECKING:
    from splendor_dsl.cli.session import Session

OPPONENT: Final = "search"  # against a person
AMONG_BOTS: Final = "greedy"  # nobody waits for thoughts there
GameOrRecord = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A game, or a record to continue.",
        show_default=False,
        autocompletion=game_names,
    ),
]
Bots = Annotated[
    str | None,
    typer.Option(
        "--bots",
        metavar="A,B",
        help="Players by seat, with commas: human, a bot or exec:COMMAND (default: as recorded, or human and search).",
    ),
]
Names = Annotated[
    str | None,
    typer.Option("--names", metavar="A,B", help="Names of the players, separated by commas."),
]
MaybeSeed = Annotated[
    int | None,
    typer.Option(
        "--seed", parser=whole_number(), help="Random seed (default: a new one each time)."
    ),
]

Number = Annotated[
    int | None,
    typer.Option(
        "--game",
        parser=whole_number(0, MOST_GAMES - 1),
        help="Number of the game of the seed, as in simulate (default: 0).",
    ),
]

Level = Annotated[
    int | None,
    typer.Option(
        "--level",
        parser=whole_number(1, 10),
        help="Level of the opponents that are not named, from 1 to 10 (default: the bot search).",
    ),
]


def play(
    game: GameOrRecord,
    players: Seated = None,
    bots: Bots = None,
    names: Names = None,
    seed: MaybeSeed = None,
    number: Number = None,
    settings: Settings = None,
    plugins: Plugins = None,
    record: RecordFile = None,
    rules: RulesOfRecord = None,
    language: Language = None,
    plain: Plain = False,
    level: Level = None,
) -> int:
    """Play a game. Without a terminal and without --bots, bots play a whole game."""
    from splendor_dsl.cli.full_screen import language_of_terminal
    from splendor_dsl.cli.records import refuse_with_record, refuse_without_record
    from splendor_dsl.rule_files import looks_like_record

    language = language or language_of_terminal()
    if looks_like_record(game):
        given = {"--players": players, "--names": names, "--seed": seed, "--set": settings}
        refuse_with_record({**given, "--game": number})
        session = _from_record(game, bots, rules, plugins, level)
    else:
        refuse_without_record({"--rules": rules}, game)
        session = _from_rules(
            game, players, bots, names, (seed, number), settings, plugins, language, level
        )
    session.words = session.opened.words(language, session.seats.names)
    return play_session(session, record, plain=plain)


def play_session(session: "Session", record: Path | None, *, plain: bool) -> int:
    """Play a game to its end, or until the person leaves; it is saved as it goes, and its record is written in any case."""
    from splendor_dsl.cli.autosave import begin_saving, saving
    from splendor_dsl.cli.exit_status import Stop
    from splendor_dsl.cli.full_screen import has_full_screen, play_on_full_screen
    from splendor_dsl.cli.output import close_output
    from splendor_dsl.cli.records import cannot_record
    from splendor_dsl.cli.signals import signals_handled

    if record is not None:
        problem = cannot_record(record, session.opened.name)
        if problem is not None:
            raise Stop([problem])
    if session.autosave is None:
        session.autosave = begin_saving(session)
    if not plain and session.seats.humans() and has_full_screen():
        with saving(session):
            return play_on_full_screen(session, record)
    with signals_handled(session.interruption), saving(session):
        try:
            try:
                session.run()
            except BrokenPipeError:
                # The reader has closed the pipe, but bots play on, as the record must hold the whole game.
                if record is None or session.seats.humans():
                    raise
                close_output()
                session.run()
        finally:  # also if the game is broken off
            if record is not None:
                session.write_promised(record)
            session.end_bots()
    return FINE


def _kinds(bots: str | None) -> tuple[str, ...]:
    """Return the kinds of players for the first seats: those named, or else the person at the terminal."""
    from splendor_dsl.cli.seats import listed_bots
    from splendor_dsl.match import HUMAN

    if bots is not None:
        return listed_bots(bots)
    return (HUMAN,) if sys.stdin is not None and sys.stdin.isatty() else ()


def _opponent(kinds: Sequence[str], level: int | None) -> str:
    """Return who sits where nobody is named."""
    from splendor_dsl.match import HUMAN

    if level is not None:
        return f"level{SIGN}{level}"
    return OPPONENT if HUMAN in kinds else AMONG_BOTS


def _from_rules(
    game: str,
    players: int | None,
    bots: str | None,
    names: str | None,
    which: tuple[int | None, int | None],
    settings: list[str] | None,
    plugins: list[str] | None,
    language: str | None,
    level: int | None,
) -> "Session":
    from secrets import randbits

    from splendor_dsl.cli.exit_status import Stop
    from splendor_dsl.cli.opened_game import open_game, start
    from splendor_dsl.cli.problems import WrongCommand
    from splendor_dsl.cli.seats import listed, seat_bots, take_seats, with_programs
    from splendor_dsl.cli.session import Session

    kinds = _kinds(bots)
    opened = with_programs(open_game(game, settings=settings, plugins=plugins), kinds)
    seats = take_seats(
        opened.game,
        opened.extensions,
        players=players,
        kinds=kinds,
        others=_opponent(kinds, level),
        words=opened.words(language),
        names=listed(names, "names"),
    )
    if level is not None and len(kinds) == len(seats.kinds):
        raise Stop([WrongCommand(reason="expected a seat that is not named with --level")])
    chosen = randbits(64) if which[0] is None else which[0]
    number = which[1] or 0
    state = start(opened.game, len(seats.kinds), seed=chosen, names=seats.names, number=number)
    seated = seat_bots(opened.game, opened.extensions, seats, seed=chosen, number=number)
    return Session(opened=opened, state=state, seats=seats, bots=seated)


def _from_record(
    path: str, bots: str | None, rules: str | None, plugins: list[str] | None, level: int | None
) -> "Session":
    """Return a session that continues a recorded game."""
    from splendor_dsl.cli.exit_status import Stop
    from splendor_dsl.cli.output import print_problems
    from splendor_dsl.cli.records import replay_file
    from splendor_dsl.cli.seats import seat_bots, take_seats, with_programs
    from splendor_dsl.cli.session import Session

    replayed = replay_file(path, rules=rules, plugins=plugins)
    state = replayed.replay.state
    if replayed.replay.problem is not None or state is None:
        raise Stop(replayed.problems)
    print_problems(replayed.warnings)
    names, recorded_seats = replayed.record.players, replayed.record.seats
    named = _kinds(bots) if bots is not None or not recorded_seats else ()
    opened, kinds = with_programs(replayed.opened, named), (*named, *recorded_seats[len(named) :])
    seats = take_seats(
        opened.game,
        opened.extensions,
        players=len(names),
        kinds=kinds,
        others=_opponent(kinds, level),
        words=opened.words(None),
        names=names,
    )
    origin = state.origin
    seated = seat_bots(opened.game, opened.extensions, seats, seed=origin.seed, number=origin.game)
    turns = replayed.record.turns
    deciding = [names.index(turn.player) for turn in turns for _ in turn.moves]
    return Session(
        opened=opened,
        state=state,
        seats=seats,
        bots=seated,
        reported=state.log_length,
        before=[(seat, {}) for seat in deciding],
    )
