"""`splendor simulate`: many games of bots, counted."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from splendor_dsl.cli.endings import FINE
from splendor_dsl.cli.options import (
    BackendName,
    GameName,
    Json,
    Language,
    Players,
    Plugins,
    Seed,
    Settings,
)
from splendor_dsl.cli.output import say, say_json
from splendor_dsl.cli.usage import whole

if TYPE_CHECKING:
    from splendor_dsl.report.statistics import Played

Games = Annotated[int, typer.Option("--games", parser=whole(1, 10_000_000), help="How many games.")]
Bots = Annotated[
    str | None,
    typer.Option("--bots", metavar="A,B", help="A bot a seat; random where none is named."),
]


def simulate(
    game: GameName,
    players: Players = None,
    games: Games = 100,
    bots: Bots = None,
    seed: Seed = 0,
    settings: Settings = None,
    plugins: Plugins = None,
    language: Language = None,
    backend: BackendName = "python",
    as_json: Json = False,
) -> int:
    """Let bots play many games, and count how they come out.

    Shown are how they ended, how long they were and who won.
    """
    from splendor_dsl.cli.seats import listed, take_seats
    from splendor_dsl.cli.starting import open_game
    from splendor_dsl.report.statistics import summary_lines, summary_of

    opened = open_game(game, settings=settings, plugins=plugins, backend=backend)
    words = opened.words(language)
    seats = take_seats(
        opened.game,
        opened.extensions,
        players=players,
        kinds=listed(bots, "bots"),
        others="random",
        people=False,
    )
    played = _games(opened, seats, games, seed)
    summary = summary_of(played, seats.kinds)
    if as_json:
        facts: dict[str, Any] = {"game": game, "rules": opened.game.hash, "seed": seed}
        say_json("simulate", ok=True, **facts, **summary)
    else:
        for line in summary_lines(words, summary):
            say(line)
    return FINE


def _games(opened: Any, seats: Any, games: int, seed: int) -> "list[Played]":
    """The games, with a bar on stderr where somebody watches."""
    import sys

    from rich.progress import Progress

    from splendor_dsl.cli.output import console

    with Progress(
        console=console(stderr=True), transient=True, disable=not sys.stderr.isatty()
    ) as bar:
        task = bar.add_task("games", total=games)
        found = []
        for number in range(games):
            found.append(_game(opened, seats, seed, number))
            bar.advance(task)
    return found


def _game(opened: Any, seats: Any, seed: int, number: int) -> "Played":
    from splendor_dsl.bots.seated import BotError
    from splendor_dsl.cli.seats import failed, seat_bots
    from splendor_dsl.cli.starting import start
    from splendor_dsl.play.playout import goes_on
    from splendor_dsl.report.statistics import played

    players = len(seats.kinds)
    state = start(opened.game, players, seed=seed, names=seats.names, number=number, logging=False)
    seated = seat_bots(opened.game, opened.extensions, seats, seed=seed, number=number)
    decisions = 0
    try:
        while goes_on(state, decisions):
            state.advance(seated[state.to_move or 0].choose(state))
            decisions += 1
    except BotError as error:
        raise failed(error, opened.extensions) from error
    return played(state, decisions)
