"""The `splendor` program: its commands and its entry point."""

import sys
from collections.abc import Callable
from typing import Annotated, Final

import typer

from splendor_dsl.cli.analyse import analyse
from splendor_dsl.cli.check import check
from splendor_dsl.cli.delete import delete
from splendor_dsl.cli.diff import diff
from splendor_dsl.cli.example import example
from splendor_dsl.cli.exit_status import FINE, USAGE
from splendor_dsl.cli.explain import explain
from splendor_dsl.cli.export import export
from splendor_dsl.cli.fix import fix
from splendor_dsl.cli.fmt import fmt
from splendor_dsl.cli.games import games
from splendor_dsl.cli.guard import guarded
from splendor_dsl.cli.import_game import import_game
from splendor_dsl.cli.ladder import ladder
from splendor_dsl.cli.list_games import list_games
from splendor_dsl.cli.migrate import migrate
from splendor_dsl.cli.new import new
from splendor_dsl.cli.output import close_output, prepare_streams, say
from splendor_dsl.cli.perft import perft
from splendor_dsl.cli.play import play
from splendor_dsl.cli.replay import replay
from splendor_dsl.cli.resume import resume
from splendor_dsl.cli.rulebook import rulebook
from splendor_dsl.cli.show import show
from splendor_dsl.cli.simulate import simulate
from splendor_dsl.cli.test import run_tests
from splendor_dsl.cli.train import train
from splendor_dsl.cli.try_bot import try_bot
from splendor_dsl.cli.usage import Program
from splendor_dsl.cli.watch import watch
from splendor_dsl.cli.why import why

COMMANDS: Final[tuple[tuple[str, Callable[..., int]], ...]] = (
    ("list", list_games),
    ("play", play),
    ("games", games),
    ("resume", resume),
    ("export", export),
    ("import", import_game),
    ("delete", delete),
    ("new", new),
    ("check", check),
    ("test", run_tests),
    ("watch", watch),
    ("fmt", fmt),
    ("fix", fix),
    ("show", show),
    ("explain", explain),
    ("rulebook", rulebook),
    ("diff", diff),
    ("why", why),
    ("replay", replay),
    ("analyse", analyse),
    ("example", example),
    ("migrate", migrate),
    ("perft", perft),
    ("simulate", simulate),
    ("ladder", ladder),
    ("train", train),
    ("try-bot", try_bot),
)


_PLUGIN: Final = "Load a plugin (a module or a .py file) that adds a command; may be repeated."


def _version(wanted: bool) -> None:
    if wanted:
        from splendor_dsl import __version__

        say(f"splendor {__version__}")
        raise typer.Exit


def _options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
    plugins: Annotated[  # eager, so that the help includes their commands
        list[str] | None,
        typer.Option("--plugin", metavar="MODULE", is_eager=True, help=_PLUGIN),
    ] = None,
) -> None:
    """Rules, play and statistics for board games of the Splendor family (unofficial)."""


def make_app() -> typer.Typer:
    """Return the program with all of its commands."""
    app = typer.Typer(
        name="splendor",
        cls=Program,
        no_args_is_help=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["--help", "-h"]},
    )
    app.callback()(_options)
    for name, command in COMMANDS:
        app.command(name)(guarded(name, command))
    return app


def run() -> None:
    """Run a command; report an output stream that can't be written to, if anything can still show the message."""
    prepare_streams()
    try:
        try:
            make_app()(prog_name="splendor")
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        close_output()
        sys.exit(FINE)
    except OSError as error:
        close_output()
        sys.stderr.write(f"cannot write: {(error.strerror or str(error)).lower()}\n")
        sys.exit(USAGE)
