"""What `splendor test --coverage` prints, and the page that `--html` writes."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from splendor_dsl.cli.endings import Stop
from splendor_dsl.cli.output import console, say
from splendor_dsl.diagnostics import Problem

if TYPE_CHECKING:
    from splendor_dsl.extensions import Extensions
    from splendor_dsl.pipeline import Loaded
    from splendor_dsl.testing.coverage import Coverage, Observer
    from splendor_dsl.testing.suite import Suite


def cover(
    loaded: "Loaded", suite: "Suite", seeing: "Observer", extensions: "Extensions", games: int
) -> "Coverage":
    """What the tests that have run have reached, and what games of bots reach beside them."""
    from splendor_dsl.bots.seated import BotError
    from splendor_dsl.cli.seats import failed
    from splendor_dsl.testing.coverage import Coverage, play_bots
    from splendor_dsl.testing.elements import elements

    assert loaded.resolved is not None  # there are tests
    try:
        play_bots(suite.game, [bot.value for bot in extensions.bots.values()], games=games)
    except BotError as error:
        raise failed(error, extensions) from error
    found = elements(suite.model, loaded.resolved)
    return Coverage(elements=found, seen=frozenset(seeing.seen))


def show_coverage(coverage: "Coverage") -> None:
    """The table, and what no test reaches."""
    from splendor_dsl.report.coverage import COLUMNS, coverage_rows, missed_lines

    show_table(COLUMNS, coverage_rows(coverage))
    for line in missed_lines(coverage):
        say(line)


def show_table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """A table of files and counts."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, show_edge=False)
    for number, title in enumerate(columns):
        table.add_column(title, justify="right" if number else "left", overflow="fold")
    for row in rows:
        table.add_row(*row)
    console().print(table)


def write_page(path: Path, games: Sequence[tuple[str, "Coverage"]]) -> None:
    """Write the page of some games."""
    from splendor_dsl.cli.writing import write_text
    from splendor_dsl.report.coverage_page import coverage_page

    problem: Problem | None = write_text(path, coverage_page(games))
    if problem is not None:
        raise Stop([problem])
