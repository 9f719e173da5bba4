"""`make mutants-core`: change the engine one thing at a time, and report what no test notices."""

import argparse
import gc
import multiprocessing
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

# What the tests need is imported before the forks; none of it imports the engine.
import hypothesis  # noqa: F401
import lark  # noqa: F401
import pytest  # noqa: F401
import rich.console  # noqa: F401
import syrupy  # noqa: F401
import typer  # noqa: F401
from core_mutants.engine import CHECKOUT, PACKAGE
from core_mutants.mutants import Mutant, all_mutants, sample
from core_mutants.recording import RecordedTest, recorded
from core_mutants.report import Report, equivalent_mutants
from core_mutants.results import Results
from core_mutants.trials import Verdict, covering, trial

from splendor_dsl.syntax.grammar import grammar_table

FOLDER = CHECKOUT / "build" / "core-mutants"
CONTROLS = 10
_TESTS: list[RecordedTest] = []  # of this process, so that forked ones need not be sent them


def main() -> int:
    """Run the trials that are not done yet, and print the report."""
    asked = _arguments()
    if PACKAGE.parent != CHECKOUT:
        print(f"the tests lie in {CHECKOUT}, but {PACKAGE} would be changed: see PYTHONPATH")
        return 2
    grammar_table()  # once for all forks; reading it takes as long as many tests
    mutants = sample(all_mutants(), asked.sample, asked.seed)
    mutants = [each for each in mutants if asked.only in each.path]
    _TESTS.extend(_recorded_tests(asked.folder))
    results = Results(asked.folder / "results.jsonl", _TESTS)
    open_ones = [each for each in mutants if results.get(each) is None]
    print(f"{len(mutants)} mutants, {len(open_ones)} to try, by {len(_TESTS)} tests", flush=True)
    begin = time.monotonic()
    if open_ones and (failed := _failed_control(open_ones[:CONTROLS])):
        print(f"without any change too, {failed} fails")
        return 1
    for done, (mutant, verdict) in enumerate(_tried(open_ones, asked.jobs), 1):
        results.add(mutant, verdict)
        minutes = (time.monotonic() - begin) / 60
        print(f"{done}/{len(open_ones)} {minutes:.1f} min  {_line(mutant, verdict)}", flush=True)
    verdicts = {each: verdict for each in mutants if (verdict := results.get(each)) is not None}
    report = Report(verdicts, equivalent_mutants())
    print(*report.lines(), sep="\n")
    return 0 if report.is_good else 1


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make mutants-core", description=__doc__)
    parser.add_argument("--sample", type=int, default=300, help="how many mutants are tried")
    parser.add_argument("--seed", type=int, default=1, help="the seed that draws them")
    parser.add_argument("--jobs", type=int, default=2, help="how many are tried at once")
    parser.add_argument("--only", default="", help="a part of the path of the modules to change")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where results are kept")
    return parser.parse_args()


def _recorded_tests(folder: Path) -> Iterator[RecordedTest]:
    """Yield the tests of all files, recorded anew where they have changed."""
    for _, tests in recorded(folder / "tests"):
        yield from tests


def _failed_control(mutants: Sequence[Mutant]) -> str | None:
    """Return a test that fails though nothing is changed: such a test would notice every mutant."""
    for mutant in mutants:
        verdict = trial(mutant, covering(_TESTS, mutant), control=True)
        if verdict.noticed_by is not None:
            return verdict.noticed_by
    return None


def _tried(mutants: Sequence[Mutant], jobs: int) -> Iterator[tuple[Mutant, Verdict]]:
    """Yield mutants with their verdicts, as they come."""
    gc.freeze()  # the recorded tests are shared by all processes, not copied
    with multiprocessing.get_context("fork").Pool(jobs) as pool:
        yield from pool.imap_unordered(_try, mutants)


def _try(mutant: Mutant) -> tuple[Mutant, Verdict]:
    return mutant, trial(mutant, covering(_TESTS, mutant))


def _line(mutant: Mutant, verdict: Verdict) -> str:
    found = verdict.noticed_by or f"NOT NOTICED by {verdict.run} tests"
    return f"{mutant.path}:{mutant.line} {mutant.before} -> {mutant.after or '-'}: {found}"


if __name__ == "__main__":
    sys.exit(main())
