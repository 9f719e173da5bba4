"""`splendor ladder`: round robins of bots, with ratings."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from attrs import evolve, frozen

from splendor_dsl.cli.completion import game_names
from splendor_dsl.cli.exit_status import FINE, USAGE
from splendor_dsl.cli.options import (
    BackendName,
    Jobs,
    Json,
    Language,
    MoveTime,
    Players,
    Plugins,
    Seed,
    Settings,
    Strict,
)
from splendor_dsl.cli.output import print_problems, say, say_json
from splendor_dsl.cli.usage import whole_number
from splendor_dsl.game import MOST_GAMES

if TYPE_CHECKING:
    from splendor_dsl.arena.ladder import Ladder, RunningTest
    from splendor_dsl.arena.matches import Result
    from splendor_dsl.arena.results_file import ResultsFile
    from splendor_dsl.arena.runner import Arena, Run
    from splendor_dsl.arena.simulation import FailedGames
    from splendor_dsl.cli.opened_game import Opened
    from splendor_dsl.diagnostics import Problem
    from splendor_dsl.prose.words import Words

GAMES: Final = 100
GAMES_OF_A_TEST: Final = 10_000
_MOST_POINTS: Final = 1_000.0  # of a sequential test

Rules = Annotated[
    list[str],
    typer.Argument(
        metavar="GAME...",
        help="Bundled games or rule files.",
        show_default=False,
        autocompletion=game_names,
    ),
]
Bots = Annotated[
    str,
    typer.Option(
        "--bots",
        metavar="A,B",
        help="Two bots or more, separated by commas, a program as exec:COMMAND.",
    ),
]
Games = Annotated[
    int | None,
    typer.Option(
        "--games",
        parser=whole_number(1, MOST_GAMES),
        help="Games of each pairing; more, until each deal has been played from every seating "
        f"(default: {GAMES}, or at most {GAMES_OF_A_TEST:,} with --sprt).",
    ),
]
Anchor = Annotated[
    str | None,
    typer.Option("--anchor", metavar="BOT", help="Bot whose rating is 0 (default: the first)."),
]
Sprt = Annotated[
    str | None,
    typer.Option(
        "--sprt",
        metavar="LOW,HIGH",
        help="Stop once it is known by which of two numbers of points the first of two bots is stronger.",
    ),
]
Out = Annotated[
    Path | None,
    typer.Option("--out", metavar="FILE", help="Keep each result in a file, and go on from it."),
]

Chart = Annotated[
    Path | None,
    typer.Option("--chart", metavar="FILE", help="Draw the ratings as an SVG picture."),
]


def ladder(
    rules: Rules,
    bots: Bots,
    players: Players = None,
    games: Games = None,
    seed: Seed = 0,
    anchor: Anchor = None,
    sprt: Sprt = None,
    out: Out = None,
    chart: Chart = None,
    settings: Settings = None,
    plugins: Plugins = None,
    language: Language = None,
    backend: BackendName = "python",
    jobs: Jobs = 1,
    move_time: MoveTime = None,
    strict: Strict = False,
    as_json: Json = False,
) -> int:
    """Let each bot play each other one, and rate them.

    With three players or more, one bot plays against copies of the other. A bot that makes a mistake loses its game, and
    the exit code is 2.
    """
    from splendor_dsl.arena.ladder import play_ladder
    from splendor_dsl.arena.runner import Run
    from splendor_dsl.cli.file_output import check_writable
    from splendor_dsl.cli.games_of_bots import arena_of, failures_to_stop, progress
    from splendor_dsl.cli.opened_game import open_game
    from splendor_dsl.cli.seats import listed_bots, with_programs
    from splendor_dsl.report.ladder_chart import is_chart

    named = listed_bots(bots)
    opened = {
        name: with_programs(
            open_game(name, settings=settings, plugins=plugins, backend=backend), named
        )
        for name in dict.fromkeys(rules)
    }
    first = next(iter(opened.values()))
    words = first.words(language)
    plan = _ladder(opened, named, players=players, anchor=anchor, seed=seed)
    test = None if sprt is None else _test(sprt, plan)
    if chart is not None:
        check_writable(chart, "chart of a ladder", is_chart)
    most = games or (GAMES if test is None else GAMES_OF_A_TEST)
    arena = arena_of(opened, plan.bots, plugins, move_time)
    # A test is of one pairing: with more sides than two, that of the first bot alone against the other's copies.
    asked = plan if test is None else evolve(plan, pairings=plan.pairings[:1])
    total = sum(pairing.deals(most) * len(pairing.seatings) for pairing in asked.pairings)
    run = Run(games=most, seed=seed, jobs=jobs, strict=strict)
    played: list[Result] = []
    with (
        failures_to_stop(first.extensions),
        _kept(out, arena, plan, seed) as kept,
        progress(total) as tell,
    ):
        for result in play_ladder(arena, asked, run, kept=kept, test=test):
            played.append(result)
            tell(1)
    report = _Report(opened, plan, run, arena, played, test)
    if chart is not None:
        report.draw(words, chart)
    return report.show_json() if as_json else report.show(words)


def _ladder(
    opened: Mapping[str, "Opened"],
    named: tuple[str, ...],
    *,
    players: int | None,
    anchor: str | None,
    seed: int,
) -> "Ladder":
    """Return the ladder as it was asked for; raise Stop if there is no such one."""
    from splendor_dsl.arena.ladder import ladder_of
    from splendor_dsl.cli.exit_status import Stop
    from splendor_dsl.cli.opened_game import start
    from splendor_dsl.cli.problems import WrongCommand
    from splendor_dsl.cli.seats import require_known

    extensions = next(iter(opened.values())).extensions
    require_known(named, extensions.bots)
    if anchor is not None:
        require_known([anchor], named)
    if len(named) < 2 or len(set(named)) < len(named):
        reason = f"expected two bots or more, each once, found {', '.join(named)}"
        raise Stop([WrongCommand(reason=reason)])
    fewest = max(2, *(each.game.players[0] for each in opened.values()))
    seats = fewest if players is None else players
    games = {name: each.game for name, each in opened.items()}
    try:
        found = ladder_of(games, named, players=seats, anchor=anchor)
    except ValueError as error:
        raise Stop([WrongCommand(reason=str(error))]) from error
    start(next(iter(games.values())), seats, seed=seed)  # reports a seed that is too large
    return found


def _test(text: str, ladder: "Ladder") -> "RunningTest":
    """Return the sequential test that was asked for; raise Stop if there is no such one."""
    from splendor_dsl.arena.ladder import RunningTest
    from splendor_dsl.arena.sequential import SequentialTest
    from splendor_dsl.cli.exit_status import Stop
    from splendor_dsl.cli.problems import WrongCommand

    try:
        low, high = map(float, text.split(","))
    except ValueError:
        low = high = 0.0
    if not -_MOST_POINTS <= low < high <= _MOST_POINTS:
        reason = f"expected two numbers of points such as 0,20 for --sprt, found {text!r}"
        raise Stop([WrongCommand(reason=reason)])
    if len(ladder.bots) > 2 or len(ladder.sides) > 1:
        reason = "expected two bots and one game for --sprt"
        raise Stop([WrongCommand(reason=reason)])
    (sides,) = ladder.sides.values()
    return RunningTest(SequentialTest(low=low, high=high), sides)


@contextmanager
def _kept(
    out: Path | None, arena: "Arena", ladder: "Ladder", seed: int
) -> Iterator["ResultsFile | None"]:
    """Give the file that keeps the results, if there is to be one; raise Stop if it can't go on from there."""
    from splendor_dsl import __version__
    from splendor_dsl.arena.results_file import ResultsFileError, open_results
    from splendor_dsl.bots.evaluation import evaluation
    from splendor_dsl.bots.trained import leaf_hash_of
    from splendor_dsl.cli.exit_status import Stop
    from splendor_dsl.cli.file_output import cannot_write
    from splendor_dsl.cli.problems import CannotGoOn, CannotWrite

    if out is None:
        yield None
        return
    problem = cannot_write(out, "results", lambda _content: True)
    if problem is not None:
        raise Stop([problem])
    settings = {
        "version": __version__,
        "seed": seed,
        "players": ladder.players,
        "bots": list(ladder.bots),
        "rules": {name: game.hash for name, game in arena.games.items()},
        "move_time": arena.move_time,
        "learned": {
            name: leaf_hash_of(evaluation(game, ladder.players))
            for name, game in arena.games.items()
        },
    }
    try:
        with closing(open_results(out, settings, ladder.pairings, seed)) as file:
            yield file
    except ResultsFileError as error:
        raise Stop([CannotGoOn(file=str(out), reason=str(error))]) from error
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise Stop([CannotWrite(file=str(out), reason=reason)]) from error


@frozen
class _Report:
    """The results of a ladder, to be shown."""

    opened: Mapping[str, "Opened"]
    ladder: "Ladder"
    run: "Run"
    arena: "Arena"
    played: Sequence["Result"]
    test: "RunningTest | None"

    def show_json(self) -> int:
        """Print the report as JSON; return the exit status."""
        problems = self._mistakes()
        say_json("ladder", ok=not problems, problems=problems, **self._facts())
        return USAGE if problems else FINE

    def show(self, words: "Words") -> int:
        """Print the report as text; return the exit status."""
        from splendor_dsl.cli.games_of_bots import play_command
        from splendor_dsl.report.ladder import ladder_lines
        from splendor_dsl.report.statistics import failed_line

        for line in ladder_lines(words, self._facts()):
            say(line)
        for bot, each in self._failed().items():
            command = play_command(
                each.first, self.opened[each.first.pairing.rules], self.arena.plugins
            )
            say(failed_line(words, {"bot": bot, "games": each.games}, command))
        if not self._repeats:
            say(
                words.say(
                    "a program played, or a bot by the clock: the seed alone does not repeat these games"
                )
            )
        problems = self._mistakes()
        print_problems(problems)
        return USAGE if problems else FINE

    def draw(self, words: "Words", path: Path) -> None:
        """Write the picture of the ratings; raise Stop if that fails."""
        from splendor_dsl.cli.exit_status import Stop
        from splendor_dsl.cli.file_output import write_text
        from splendor_dsl.report.ladder_chart import ladder_chart

        problem = write_text(path, ladder_chart(words, self._facts()))
        if problem is not None:
            raise Stop([problem])

    @property
    def _repeats(self) -> bool:
        """True if the seed alone repeats the games."""
        from splendor_dsl.bots.external.command import repeats

        return self.arena.move_time is None and all(map(repeats, self.ladder.bots))

    def _failed(self) -> dict[str, "FailedGames"]:
        from splendor_dsl.arena.simulation import failed_games

        return failed_games(self.played)

    def _mistakes(self) -> "list[Problem]":
        from splendor_dsl.cli.games_of_bots import mistakes

        return mistakes(self._failed(), next(iter(self.opened.values())).extensions)

    def _facts(self) -> dict[str, Any]:
        from splendor_dsl.arena.standings import all_standings

        return {
            "players": self.ladder.players,
            "seed": self.run.seed,
            "repeatable": self._repeats,
            "rules": {name: each.game.hash for name, each in self.opened.items()},
            "bots": list(self.ladder.bots),
            "anchor": self.ladder.anchor,
            "standings": all_standings(self.ladder, self.played),
            "sprt": None if self.test is None else self.test.facts(),
            "failed": [
                {
                    "bot": bot,
                    "games": each.games,
                    "reason": each.reason,
                    "first": {
                        "rules": each.first.pairing.rules,
                        "bots": list(each.first.bots),
                        "deal": each.first.deal,
                    },
                }
                for bot, each in self._failed().items()
            ],
        }
