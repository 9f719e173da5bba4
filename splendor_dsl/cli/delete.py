"""`splendor delete`: a saved game removed for ever."""

import sys
from typing import Annotated

import typer

from splendor_dsl.cli.exit_status import FAULTS, FINE, Stop
from splendor_dsl.cli.options import SaveNumber
from splendor_dsl.cli.output import say

Yes = Annotated[bool, typer.Option("--yes", help="Delete without asking.")]


def delete(number: SaveNumber, yes: Yes = False) -> int:
    """Delete a saved game for ever, after a question."""
    from splendor_dsl.cli.problems import WrongCommand
    from splendor_dsl.cli.saved_games import store_of_user

    with store_of_user(to_write=True) as store:
        store.require(number)
        if not yes:
            if not sys.stdin.isatty():
                raise Stop([WrongCommand(reason="expected --yes without a terminal to ask at")])
            if not _agrees(f"delete game {number} for ever? [y/N] "):
                say("nothing deleted")
                return FAULTS
        store.delete(number)
    say(f"game {number} is deleted")
    return FINE


def _agrees(question: str) -> bool:
    """Return whether the person says yes."""
    sys.stdout.write(question)
    sys.stdout.flush()
    return sys.stdin.readline().strip().casefold() in {"y", "yes"}
