"""`splendor simulate`: statistics of many games of bots."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from splendor_dsl.cli.exit_status import FINE
from splendor_dsl.cli.options import (
    BackendName,
    GameName,
    Json,
    Language,
    Plugins,
    Seated,
    Seed,
    Settings,
)
from splendor_dsl.cli.output import say, say_json
from splendor_dsl.cli.usage import whole_number
from splendor_dsl.game import MOST_GAMES

if TYPE_CHECKING:
    from splendor_dsl.cli.opened_game import Opened
    from splendor_dsl.game.runs import GamesPlayed, Recorder
    from splendor_dsl.game.weights import Weights

Games = Annotated[
    int, typer.Option("--games", parser=whole_number(1, MOST_GAMES), help="Number of games.")
]
Threads = Annotated[
    int,
    typer.Option(
        "--threads",
        parser=whole_number(1, 1024),
        help="Threads for native code with bots such as random; the games stay the same.",
    ),
]
Bots = Annotated[
    str | None,
    typer.Option(
        "--bots",
        metavar="A,B",
        help="Bots by seat, separated by commas, a program as exec:COMMAND; unnamed seats play at random.",
    ),
]


def simulate(
    game: GameName,
    players: Seated = None,
    games: Games = 100,
    bots: Bots = None,
    seed: Seed = 0,
    settings: Settings = None,
    plugins: Plugins = None,
    language: Language = None,
    backend: BackendName = "python",
    threads: Threads = 1,
    as_json: Json = False,
) -> int:
    """Let bots play many games and print statistics.

    The statistics cover outcomes, lengths and wins.
    """
    from splendor_dsl.cli.opened_game import open_game
    from splendor_dsl.cli.seats import listed_bots, take_seats, with_programs
    from splendor_dsl.report.statistics import summary_lines, summary_of

    kinds = listed_bots(bots)
    opened = with_programs(
        open_game(game, settings=settings, plugins=plugins, backend=backend), kinds
    )
    words = opened.words(language)
    seats = take_seats(
        opened.game,
        opened.extensions,
        players=players,
        kinds=kinds,
        others="random",
        words=words,
        people=False,
    )
    played = _games(opened, seats, (games, seed, threads))
    summary = summary_of(played, seats.kinds)
    if as_json:
        facts: dict[str, Any] = {"game": game, "rules": opened.game.hash, "seed": seed}
        say_json("simulate", ok=True, **facts, repeatable=seats.repeatable, **summary)
    else:
        show = _replay_command(opened, seats, (seed, summary["unfinished"]), plugins)
        for line in summary_lines(words, summary, show):
            say(line)
        if not seats.repeatable:
            say(words.say("a program played: the seed alone does not repeat these games"))
    return FINE


def _replay_command(
    opened: "Opened", seats: Any, which: tuple[int, list[int]], plugins: list[str] | None
) -> str:
    """Return the command that plays the first of some games of a seed at the terminal."""
    import shlex

    seed, numbers = which
    sets = [f"{name}={value}" for name, value in opened.settings.items()]
    more = [word for each in sets for word in ("--set", each)]
    more += [word for each in plugins or () for word in ("--plugin", each)]
    one = ["--bots", ",".join(seats.kinds), "--seed", str(seed), "--game", *map(str, numbers[:1])]
    return shlex.join(["splendor", "play", opened.name, *one, *more])


def _games(opened: "Opened", seats: Any, run: tuple[int, int, int]) -> "GamesPlayed":
    """Return the results of the games; show a progress bar if stderr is a terminal."""
    import sys

    from rich.progress import Progress

    from splendor_dsl.cli.opened_game import start
    from splendor_dsl.cli.output import console
    from splendor_dsl.cli.signals import Interruption, signals_handled
    from splendor_dsl.game.runs import Recorder

    games, seed, threads = run
    game, players = opened.game, len(seats.kinds)
    # A wrong seed or number of players is reported before any game is played.
    start(game, players, seed=seed)
    with (
        signals_handled(Interruption()),  # no program of a bot outlives the run
        Progress(
            console=console(stderr=True), transient=True, disable=not sys.stderr.isatty()
        ) as bar,
    ):
        task = bar.add_task("games", total=games)

        def tell(count: int) -> None:
            bar.advance(task, count)

        weights = _weights(opened, seats) if game.choose().backend == "native" else None
        if weights is not None:
            return game.played_games(weights, games, seed=seed, threads=threads, tell=tell)
        recorder = Recorder(game.for_players(players))
        for number in range(games):
            _game(opened, seats, (seed, number), recorder)
            tell(1)
        return recorder.done()


def _weights(opened: Any, seats: Any) -> "list[Weights] | None":
    """Return the bots as data, so that native code plays whole games; none unless all bots are data."""
    from splendor_dsl.bots.seated import BotError, weights_of
    from splendor_dsl.cli.seats import bot_failed

    try:
        found = [
            weights_of(opened.extensions.bots[kind].value, opened.game) for kind in seats.kinds
        ]
    except BotError as error:
        raise bot_failed(error, opened.extensions) from error
    known = [each for each in found if each is not None]
    return known if len(known) == len(found) else None


def _game(opened: Any, seats: Any, which: tuple[int, int], recorder: "Recorder") -> None:
    from splendor_dsl.bots.seated import BotError
    from splendor_dsl.cli.opened_game import start
    from splendor_dsl.cli.seats import bot_failed, seat_bots
    from splendor_dsl.game.playouts import goes_on

    seed, number = which
    players = len(seats.kinds)
    seated = seat_bots(opened.game, opened.extensions, seats, seed=seed, number=number)
    logging = any(bot.needs_log for bot in seated.values())
    state = start(
        opened.game, players, seed=seed, names=seats.names, number=number, logging=logging
    )
    decisions = 0
    try:
        while goes_on(state, decisions):
            state.advance(seated[state.to_move or 0].choose(state))
            decisions += 1
        for bot in seated.values():
            bot.end(state)
    except BotError as error:
        raise bot_failed(error, opened.extensions) from error
    recorder.add_state(state, decisions)
