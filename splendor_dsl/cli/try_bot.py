"""`splendor try-bot`: a test of a program that is to play as a bot."""

import sys
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from splendor_dsl.cli.completion import game_names
from splendor_dsl.cli.exit_status import FAULTS, FINE, Stop
from splendor_dsl.cli.options import Json, Plugins, Seed
from splendor_dsl.cli.output import print_problems, say, say_json
from splendor_dsl.cli.usage import whole_number

if TYPE_CHECKING:
    from splendor_dsl.bots.external.manners import Trial
    from splendor_dsl.cli.opened_game import Opened
    from splendor_dsl.cli.problems import ProgramAtFault

Program = Annotated[
    str,
    typer.Argument(
        metavar="exec:COMMAND", help="The program, as after --bots.", show_default=False
    ),
]
Games = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="GAME...",
        help="Bundled games or rule files (default: every bundled game).",
        show_default=False,
        autocompletion=game_names,
    ),
]
Decisions = Annotated[
    int,
    typer.Option(
        "--decisions", parser=whole_number(1, 1_000), help="Decisions of the program in each game."
    ),
]
_MOST_NAMED: Final = 3  # games of one fault
_MOST_AT_FAULT: Final = 5  # games, after which no more are played


def try_bot(
    program: Program,
    games: Games = None,
    decisions: Decisions = 4,
    seed: Seed = 0,
    plugins: Plugins = None,
    as_json: Json = False,
) -> int:
    """Test a program as a bot in the first moves of some games.

    It takes one seat; the others play at random. Moves are taken back once, and the program must end when it is told to.
    """
    from splendor_dsl.bots.external.command import is_program
    from splendor_dsl.bundled import bundled_games
    from splendor_dsl.cli.problems import WrongCommand
    from splendor_dsl.report.terminal import many

    if not is_program(program):
        reason = f"expected a program such as 'exec:./mybot', found {program!r}"
        raise Stop([WrongCommand(reason=reason, near=f"exec:{program}" if program else None)])
    names = games or list(bundled_games())
    tried = _tried(program, names, (decisions, seed), plugins, as_json=as_json)
    problems = _problems([(where, fault) for where, trial in tried for fault in trial.faults])
    made = sum(trial.decisions for _, trial in tried)
    if as_json:
        counts: dict[str, Any] = {"program": program, "games": len(tried), "decisions": made}
        say_json("try-bot", ok=not problems, **counts, problems=problems)
    else:
        print_problems(problems)
        counted = f"{many(len(tried), 'game')}, {many(made, 'decision')}"
        say(f"{counted}, the slowest in {max(trial.slowest for _, trial in tried):.3f} s")
    return FAULTS if problems else FINE


def _tried(
    program: str,
    names: list[str],
    extent: tuple[int, int],
    plugins: list[str] | None,
    *,
    as_json: bool,
) -> "list[tuple[str, Trial]]":
    """Return what became of each game, with its name, up to some faults; of one, if the program never decided."""
    from rich.progress import Progress

    from splendor_dsl.cli.opened_game import open_with
    from splendor_dsl.cli.output import console
    from splendor_dsl.cli.rule_input import open_extensions
    from splendor_dsl.cli.seats import with_programs
    from splendor_dsl.cli.signals import Interruption, signals_handled

    extensions = open_extensions(plugins)
    tried: list[tuple[str, Trial]] = []
    hidden = as_json or not sys.stderr.isatty()
    tell = None if as_json else sys.stderr.write
    with (
        signals_handled(Interruption()),
        Progress(console=console(stderr=True), transient=True, disable=hidden) as bar,
    ):
        for number, name in enumerate(bar.track(names)):
            opened = with_programs(open_with(name, {}, extensions), [program], tell)
            tried.append((name, _trial(opened, program, number, extent)))
            at_fault = sum(bool(trial.faults) for _, trial in tried)
            if at_fault == _MOST_AT_FAULT or not tried[0][1].decisions:
                break
    return tried


def _trial(opened: "Opened", program: str, number: int, extent: tuple[int, int]) -> "Trial":
    """Return what becomes of one game: with the fewest players or the most, the program in one seat or another."""
    from attrs import evolve

    from splendor_dsl.bots.external.manners import try_program, try_silence
    from splendor_dsl.cli.opened_game import start

    bot, game, (decisions, seed) = opened.extensions.bots[program].value, opened.game, extent
    players = game.players[-1 if number % 2 else 0]
    start(game, players, seed=seed)  # a wrong seed is reported
    trial = try_program(
        bot, game, players=players, seat=number % players, seed=seed, decisions=decisions
    )
    fault = None if number or trial.faults else try_silence(bot, game)
    return trial if fault is None else evolve(trial, faults=(f"without a game: {fault}",))


def _problems(found: list[tuple[str, str]]) -> "list[ProgramAtFault]":
    """Return a problem for each different fault, with the games in which it was found."""
    from splendor_dsl.cli.problems import ProgramAtFault

    games: dict[str, list[str]] = {}
    for name, fault in found:
        games.setdefault(fault, []).append(name)
    return [
        ProgramAtFault(
            reason=fault,
            games=", ".join(names[:_MOST_NAMED]) + (", ..." if len(names) > _MOST_NAMED else ""),
        )
        for fault, names in games.items()
    ]
