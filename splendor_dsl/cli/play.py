"""`splendor play`: a game at the terminal."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from splendor_dsl.cli.completion import game_names
from splendor_dsl.cli.endings import FINE
from splendor_dsl.cli.options import Language, Plugins, RecordFile, RulesOfRecord, Seated, Settings
from splendor_dsl.cli.usage import whole
from splendor_dsl.game import MOST_GAMES

if TYPE_CHECKING:
    from splendor_dsl.cli.session import Session

GameOrRecord = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A game, or a record to go on from.",
        show_default=False,
        autocompletion=game_names,
    ),
]
Bots = Annotated[
    str | None,
    typer.Option(
        "--bots",
        metavar="A,B",
        help="Who takes each seat: human or a bot; by default those of the record, or one human and greedy.",
    ),
]
Names = Annotated[str | None, typer.Option("--names", metavar="A,B", help="The players' names.")]
MaybeSeed = Annotated[
    int | None,
    typer.Option(
        "--seed", parser=whole(), help="What decides all chance; by default another each time."
    ),
]

Number = Annotated[
    int | None,
    typer.Option(
        "--game",
        parser=whole(0, MOST_GAMES - 1),
        help="Which game of the seed, as simulate counts them; by default the first, 0.",
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
) -> int:
    """Play a game. Without a terminal, and with no seats named, bots play a whole game."""
    from splendor_dsl.cli.endings import Stop
    from splendor_dsl.cli.interruption import signals_watched
    from splendor_dsl.cli.output import close_output
    from splendor_dsl.cli.records import cannot_record, keep_in, keep_out
    from splendor_dsl.rule_files import looks_like_record

    if looks_like_record(game):
        given = {"--players": players, "--names": names, "--seed": seed, "--set": settings}
        keep_out({**given, "--game": number})
        session = _from_record(game, bots, rules, plugins)
    else:
        keep_in({"--rules": rules}, game)
        session = _from_rules(
            game, players, bots, names, (seed, number), settings, plugins, language
        )
    session.words = session.opened.words(language, session.seats.names)
    if record is not None:
        problem = cannot_record(record, session.opened.name)
        if problem is not None:
            raise Stop([problem])
    with signals_watched(session.interruption):
        try:
            try:
                session.run()
            except BrokenPipeError:
                # Whoever read has enough, but the record is of the whole game where nobody is asked.
                if record is None or session.seats.humans():
                    raise
                close_output()
                session.run()
        finally:  # also of a game that is broken off
            if record is not None:
                session.keep(record)
    return FINE


def _kinds(bots: str | None) -> tuple[str, ...]:
    """Who takes the first seats: those that are named, or else the person at the terminal."""
    from splendor_dsl.cli.seats import HUMAN, listed

    if bots is not None:
        return listed(bots, "bots")
    return (HUMAN,) if sys.stdin is not None and sys.stdin.isatty() else ()


def _from_rules(
    game: str,
    players: int | None,
    bots: str | None,
    names: str | None,
    which: tuple[int | None, int | None],
    settings: list[str] | None,
    plugins: list[str] | None,
    language: str | None,
) -> "Session":
    from secrets import randbits

    from splendor_dsl.cli.seats import listed, seat_bots, take_seats
    from splendor_dsl.cli.session import Session
    from splendor_dsl.cli.starting import open_game, start

    opened = open_game(game, settings=settings, plugins=plugins)
    seats = take_seats(
        opened.game,
        opened.extensions,
        players=players,
        kinds=_kinds(bots),
        others="greedy",
        words=opened.words(language),
        names=listed(names, "names"),
    )
    chosen = randbits(64) if which[0] is None else which[0]
    number = which[1] or 0
    state = start(opened.game, len(seats.kinds), seed=chosen, names=seats.names, number=number)
    seated = seat_bots(opened.game, opened.extensions, seats, seed=chosen, number=number)
    return Session(opened=opened, state=state, seats=seats, bots=seated)


def _from_record(
    path: str, bots: str | None, rules: str | None, plugins: list[str] | None
) -> "Session":
    """The game of a record, from where it stopped."""
    from splendor_dsl.cli.endings import Stop
    from splendor_dsl.cli.output import complain
    from splendor_dsl.cli.records import replay_file
    from splendor_dsl.cli.seats import seat_bots, take_seats
    from splendor_dsl.cli.session import Session

    replayed = replay_file(path, rules=rules, plugins=plugins)
    state = replayed.replay.state
    if replayed.replay.problem is not None or state is None:
        raise Stop(replayed.problems)
    complain(replayed.warnings)
    opened, names, kept = replayed.opened, replayed.record.players, replayed.record.seats
    named = _kinds(bots) if bots is not None or not kept else ()
    seats = take_seats(
        opened.game,
        opened.extensions,
        players=len(names),
        kinds=(*named, *kept[len(named) :]),
        others="greedy",
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
        told=len(state.log),
        before=[(seat, {}) for seat in deciding],
    )
