"""What `splendor test --mutate` does: a bar while it works, a table when it is done, and a way out in between."""

import sys
from collections.abc import Sequence
from contextlib import closing
from typing import TYPE_CHECKING

from attrs import frozen

from splendor_dsl.cli.endings import INTERRUPTED, Stop
from splendor_dsl.cli.output import console, note, say
from splendor_dsl.cli.reach import show_table

if TYPE_CHECKING:
    from splendor_dsl.extensions import Extensions
    from splendor_dsl.pipeline import Loaded
    from splendor_dsl.testing.mutants import Mutant
    from splendor_dsl.testing.mutation import Trial, TriedMutant
    from splendor_dsl.testing.verdicts import Bench

INVARIANT_GAMES = 1  # a player count: so many mutants are tried that more would take long


@frozen(kw_only=True)
class Mutating:
    """What was asked for: how many processes, and whether cells are changed too."""

    jobs: int
    cells: bool
    plugins: Sequence[str]


def mutate(loaded: "Loaded", asked: Mutating, extensions: "Extensions") -> "list[TriedMutant]":
    """Each mutant of a rule file with what notices it."""
    from splendor_dsl.report.terminal import many
    from splendor_dsl.testing.mutation import Trial, wanted

    path = None if loaded.source is None else loaded.source.path
    assert path is not None  # the rules were read from a file
    trial = Trial(rules=path, plugins=tuple(asked.plugins), games=INVARIANT_GAMES)
    made = trial.open(extensions)
    assert made is not None  # the rules have been tested
    mutants = wanted(made, cells=asked.cells)
    below = sum(each.span.source.path != path for each in mutants)
    among = f", {below} of them in the files that it stands on" if below else ""
    sys.stdout.flush()  # what the tests came to is told by now
    note(f"{path}: {many(len(mutants), 'change')} to try{among}")
    return _tried(trial, made, mutants, asked.jobs)


def _tried(
    trial: "Trial", made: "Bench", mutants: "Sequence[Mutant]", jobs: int
) -> "list[TriedMutant]":
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    from splendor_dsl.cache import cache_folder
    from splendor_dsl.testing.mutation import notes_file, try_all

    notes = notes_file(cache_folder(), made, trial)
    columns = (
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    )  # fmt: skip
    found: list[TriedMutant] = []
    with Progress(
        *columns, console=console(stderr=True), transient=True, disable=not sys.stderr.isatty()
    ) as bar:
        task = bar.add_task("changing the rules", total=len(mutants))
        try:
            with closing(try_all(trial, made, mutants, jobs=jobs, notes=notes)) as tried:
                for each in tried:
                    found.append(each)
                    bar.update(task, completed=len(found))
        except KeyboardInterrupt:
            bar.stop()
            again = "" if notes is None else "; the same command goes on from there"
            sys.stderr.write(f"stopped after {len(found)} of {len(mutants)} changes{again}\n")
            raise Stop([], status=INTERRUPTED) from None
    return found


def show_mutation(tried: "Sequence[TriedMutant]") -> None:
    """The table, and what is not pinned down."""
    from splendor_dsl.report.mutation import COLUMNS, mutation_lines, mutation_rows

    show_table(COLUMNS, mutation_rows(tried))
    for line in mutation_lines(tried):
        say(line)
