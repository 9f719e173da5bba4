"""`splendor export`: the record of a saved game."""

from pathlib import Path
from typing import Annotated

import typer

from splendor_dsl.cli.exit_status import FINE, Stop
from splendor_dsl.cli.options import Plugins, SaveNumber
from splendor_dsl.cli.output import note, say

File = Annotated[
    Path | None,
    typer.Argument(metavar="FILE", help="File to write (default: stdout).", show_default=False),
]


def export(number: SaveNumber, file: File = None, plugins: Plugins = None) -> int:
    """Write the record of a saved game."""
    from splendor_dsl.cli.records import needs_rules_option, record_text, write_record
    from splendor_dsl.cli.rule_input import open_extensions
    from splendor_dsl.cli.saved_games import open_save, store_of_user

    with store_of_user(to_write=False) as store:
        save = store.read(number)
        found = open_save(save, open_extensions(plugins))
    opened, state, seats = found.opened, found.replayed.state, save.beginning.seats
    if file is None:
        say(record_text(Path("stdout"), opened, state, seats).rstrip("\n"))
        return FINE
    problems = write_record(file, opened, state, seats)
    if problems:
        raise Stop(problems)
    say(f"recorded in {file}")
    if needs_rules_option(file, opened.name):
        note(f"its rules lie elsewhere: --rules {opened.name}")
    return FINE
