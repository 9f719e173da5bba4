"""The output of `splendor test --coverage`, and the page for `--html`."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from splendor_dsl.cli.exit_status import Stop
from splendor_dsl.cli.output import console, say
from splendor_dsl.diagnostics import Problem

if TYPE_CHECKING:
    from splendor_dsl.extensions import Extensions
    from splendor_dsl.pipeline import Loaded
    from splendor_dsl.testing.coverage import Coverage, Observer
    from splendor_dsl.testing.suite import Suite


def cover(
    loaded: "Loaded", suite: "Suite", observer: "Observer", extensions: "Extensions", games: int
) -> "Coverage":
    """Return the coverage by the tests that have run, and by games of bots in addition."""
    from splendor_dsl.bots.seated import BotError
    from splendor_dsl.cli.seats import bot_failed
    from splendor_dsl.testing.coverage import Coverage, play_bots
    from splendor_dsl.testing.elements import elements

    assert loaded.resolved is not None  # otherwise there is no suite
    try:
        play_bots(suite.game, [bot.value for bot in extensions.bots.values()], games=games)
    except BotError as error:
        raise bot_failed(error, extensions) from error
    found = elements(suite.model, loaded.resolved)
    return Coverage(elements=found, seen=frozenset(observer.seen))


def show_coverage(coverage: "Coverage") -> None:
    """Print the table, and the elements that no test reaches."""
    from splendor_dsl.report.coverage import COLUMNS, coverage_rows, missed_lines

    show_table(COLUMNS, coverage_rows(coverage))
    for line in missed_lines(coverage):
        say(line)


def show_table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table of files and counts."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, show_edge=False)
    for number, title in enumerate(columns):
        table.add_column(title, justify="right" if number else "left", overflow="fold")
    for row in rows:
        table.add_row(*row)
    console().print(table)


def write_page(path: Path, games: Sequence[tuple[str, "Coverage"]]) -> None:
    """Write the page of some games; raise Stop if it can't be written."""
    from splendor_dsl.cli.file_output import write_text
    from splendor_dsl.report.coverage_page import coverage_page

    problem: Problem | None = write_text(path, coverage_page(games))
    if problem is not None:
        raise Stop([problem])
