"""The one place where a command ends: problems become text or JSON, and an exit code."""

import sys
from collections.abc import Callable
from functools import wraps
from typing import Any

import typer

from splendor_dsl.cli.endings import FINE, Stop
from splendor_dsl.cli.interruption import Interrupted
from splendor_dsl.cli.output import close_output, complain, say_json


def guarded(name: str, command: Callable[..., int]) -> Callable[..., None]:
    """The command as the program runs it: it returns its exit code, or stops with problems."""

    @wraps(command)
    def run(*args: Any, **options: Any) -> None:
        try:
            status = command(*args, **options)
            sys.stdout.flush()
        except Stop as stop:
            status = stop.status
            _tell(stop, name, as_json=bool(options.get("as_json")))
        except Interrupted as interrupted:
            status = interrupted.status
            try:
                sys.stdout.flush()
            except OSError:
                close_output()  # the terminal has gone
        except BrokenPipeError:
            close_output()  # whoever read has enough
            status = FINE
        raise typer.Exit(status)

    return run


def _tell(stop: Stop, name: str, *, as_json: bool) -> None:
    if as_json:
        say_json(name, ok=False, problems=stop.problems)
    else:
        complain(stop.problems)
