"""`splendor simulate`: statistics of many games of bots."""

from typing import Annotated, Any

import typer

from splendor_dsl.cli.exit_status import FINE, USAGE
from splendor_dsl.cli.options import (
    BackendName,
    GameName,
    Jobs,
    Json,
    Language,
    MoveTime,
    Plugins,
    Seated,
    Seed,
    Settings,
    Strict,
)
from splendor_dsl.cli.output import print_problems, say, say_json
from splendor_dsl.cli.usage import whole_number
from splendor_dsl.game import MOST_GAMES

Games = Annotated[
    int,
    typer.Option(
        "--games",
        parser=whole_number(1, MOST_GAMES),
        help="Number of games; more, until each deal has been played from every seating.",
    ),
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
        help="Bots by seat, separated by commas, a program as exec:COMMAND (default for each other seat: greedy).",
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
    jobs: Jobs = 1,
    move_time: MoveTime = None,
    strict: Strict = False,
    as_json: Json = False,
) -> int:
    """Let bots play many games and print statistics.

    Each deal is played once from every seating: the bots move up by a seat each time. A bot that makes a mistake loses
    its game, and the exit code is 2.
    """
    from splendor_dsl.arena.matches import Pairing
    from splendor_dsl.arena.runner import Run
    from splendor_dsl.arena.simulation import simulate as simulated
    from splendor_dsl.arena.simulation import summary_of
    from splendor_dsl.cli.games_of_bots import (
        arena_of,
        failures_to_stop,
        mistakes,
        play_command,
        progress,
    )
    from splendor_dsl.cli.opened_game import open_game, start
    from splendor_dsl.cli.seats import listed_bots, take_seats, with_programs
    from splendor_dsl.report.statistics import summary_lines

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
        others="greedy",
        words=words,
        people=False,
    )
    # A wrong seed is reported before any game is played.
    start(opened.game, len(seats.kinds), seed=seed)
    arena = arena_of({game: opened}, seats.kinds, plugins, move_time)
    pairing = Pairing(rules=game, bots=seats.kinds)
    total = pairing.deals(games) * len(pairing.seatings)
    with failures_to_stop(opened.extensions), progress(total) as tell:
        run = Run(games=games, seed=seed, jobs=jobs, strict=strict)
        found = simulated(arena, pairing, run, threads=threads, tell=tell)
    summary = summary_of(found)
    problems = mistakes(found.failed, opened.extensions)
    if as_json:
        facts: dict[str, Any] = {"game": game, "rules": opened.game.hash, "seed": seed}
        facts["repeatable"] = seats.repeatable and move_time is None
        say_json("simulate", ok=not problems, problems=problems, **facts, **summary)
    else:

        def show(number: int) -> str:
            return play_command(pairing.match(number, seed), opened, plugins)

        for line in summary_lines(words, summary, show):
            say(line)
        if not seats.repeatable:
            say(
                words.say(
                    "a program played, or a bot by the clock: the seed alone does not repeat these games"
                )
            )
        print_problems(problems)
    return USAGE if problems else FINE
