"""The end of every command: problems become text or JSON, and an exit status."""

import sys
from collections.abc import Callable
from functools import wraps
from typing import Any

import typer

from splendor_dsl.cli.exit_status import FINE, Stop
from splendor_dsl.cli.output import close_output, print_problems, say_json
from splendor_dsl.cli.signals import Interrupted


def guarded(name: str, command: Callable[..., int]) -> Callable[..., None]:
    """Return a command as the program runs it, with its result or its problems as the exit status."""

    @wraps(command)
    def run(*args: Any, **options: Any) -> None:
        try:
            status = command(*args, **options)
            sys.stdout.flush()
        except Stop as stop:
            status = stop.status
            _report(stop, name, as_json=bool(options.get("as_json")))
        except Interrupted as interrupted:
            status = interrupted.status
            try:
                sys.stdout.flush()
            except OSError:
                close_output()  # the terminal has gone
        except BrokenPipeError:
            close_output()  # the reader has closed the pipe
            status = FINE
        raise typer.Exit(status)

    return run


def _report(stop: Stop, name: str, *, as_json: bool) -> None:
    if as_json:
        say_json(name, ok=False, problems=stop.problems)
    else:
        print_problems(stop.problems)
