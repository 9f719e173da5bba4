"""`splendor test --mutate`: a progress bar, a table of results, and a safe interruption."""

import sys
from collections.abc import Sequence
from contextlib import closing
from typing import TYPE_CHECKING

from attrs import frozen

from splendor_dsl.cli.coverage import show_table
from splendor_dsl.cli.exit_status import INTERRUPTED, Stop
from splendor_dsl.cli.output import console, note, say

if TYPE_CHECKING:
    from splendor_dsl.extensions import Extensions
    from splendor_dsl.pipeline import Loaded
    from splendor_dsl.testing.mutants import Mutant
    from splendor_dsl.testing.mutation import Trial, TriedMutant
    from splendor_dsl.testing.verdicts import Bench

INVARIANT_GAMES = 1  # per player count; more would take too long with so many mutants


@frozen(kw_only=True)
class MutationOptions:
    """The options of mutation tests: the number of processes, and whether cells are changed too."""

    jobs: int
    cells: bool
    plugins: Sequence[str]


def mutate(
    loaded: "Loaded", options: MutationOptions, extensions: "Extensions"
) -> "list[TriedMutant]":
    """Return each mutant of a rule file with its verdict."""
    from splendor_dsl.report.terminal import many
    from splendor_dsl.testing.mutation import Trial, wanted

    path = None if loaded.source is None else loaded.source.path
    assert path is not None  # the rules were read from a file
    trial = Trial(rules=path, plugins=tuple(options.plugins), games=INVARIANT_GAMES)
    made = trial.open(extensions)
    assert made is not None  # the rules have passed their tests
    mutants = wanted(made, cells=options.cells)
    below = sum(each.span.source.path != path for each in mutants)
    among = f", {below} of them in the files that it stands on" if below else ""
    sys.stdout.flush()  # the results of the tests come first
    note(f"{path}: {many(len(mutants), 'change')} to try{among}")
    return _tried(trial, made, mutants, options.jobs)


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

    from splendor_dsl.folders import cache_folder
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
            resume = "" if notes is None else "; the same command goes on from there"
            sys.stderr.write(f"stopped after {len(found)} of {len(mutants)} changes{resume}\n")
            raise Stop([], status=INTERRUPTED) from None
    return found


def show_mutation(tried: "Sequence[TriedMutant]") -> None:
    """Print the table, and the rules that no test pins down."""
    from splendor_dsl.report.mutation import COLUMNS, mutation_lines, mutation_rows

    show_table(COLUMNS, mutation_rows(tried))
    for line in mutation_lines(tried):
        say(line)
