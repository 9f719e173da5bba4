"""Parts of the commands that let bots play many games: a progress bar, and the mistakes of bots as problems."""

import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager

from splendor_dsl.arena.matches import Match
from splendor_dsl.arena.runner import Arena, bots_named
from splendor_dsl.arena.simulation import FailedGames
from splendor_dsl.bots.seated import BotError
from splendor_dsl.cli.exit_status import Stop
from splendor_dsl.cli.opened_game import Opened
from splendor_dsl.cli.output import console
from splendor_dsl.cli.problems import WrongCommand
from splendor_dsl.cli.seats import bot_failed, failure_of
from splendor_dsl.cli.signals import Interruption, signals_handled
from splendor_dsl.diagnostics import Problem
from splendor_dsl.extensions import Extensions


@contextmanager
def failures_to_stop(extensions: Extensions) -> Iterator[None]:
    """Let a bot's mistake that ends the whole run, or the end of one of its processes, be reported as a problem."""
    try:
        yield
    except BotError as error:
        raise bot_failed(error, extensions) from error
    except BrokenProcessPool as error:
        reason = "a process that played games has ended, such as for want of memory"
        raise Stop([WrongCommand(reason=reason)]) from error


@contextmanager
def progress(games: int) -> Iterator[Callable[[int], None]]:
    """Show a progress bar if stderr is a terminal; give the function that counts games on.

    Signals are handled, so that no program of a bot outlives the run.
    """
    from rich.progress import Progress

    hidden = not sys.stderr.isatty()
    with (
        signals_handled(Interruption()),
        Progress(console=console(stderr=True), transient=True, disable=hidden) as bar,
    ):
        task = bar.add_task("games", total=games)
        yield lambda count: bar.advance(task, count)


def mistakes(failed: Mapping[str, FailedGames], extensions: Extensions) -> list[Problem]:
    """Return a problem for each bot that has failed in some games."""
    return [failure_of(bot, each.reason, extensions) for bot, each in failed.items()]


def arena_of(
    opened: Mapping[str, Opened],
    bots: Iterable[str],
    plugins: Sequence[str] | None,
    move_time: float | None,
) -> Arena:
    """Return the arena of some games, by the names under which they were opened, and of some bots."""
    named = tuple(bots)
    return Arena(
        games={name: each.game for name, each in opened.items()},
        bots={name: bots_named(each.extensions, named) for name, each in opened.items()},
        plugins=tuple(plugins or ()),
        move_time=move_time,
    )


def play_command(match: Match, opened: Opened, plugins: Sequence[str] | None) -> str:
    """Return the command that plays a match at the terminal."""
    sets = [f"{name}={value}" for name, value in opened.settings.items()]
    more = [word for each in sets for word in ("--set", each)]
    more += [word for each in plugins or () for word in ("--plugin", each)]
    one = ["--bots", ",".join(match.bots), "--seed", str(match.seed), "--game", str(match.deal)]
    return shlex.join(["splendor", "play", opened.name, *one, *more])
