"""The trial of a mutant: the tests that run its line, the cheapest first, until one of them fails."""

import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType
from typing import Any

import pytest
from attrs import frozen
from core_mutants.engine import PACKAGE
from core_mutants.mutants import Mutant, mutated_code
from core_mutants.processes import CrashError, TimeLimitError, forked
from core_mutants.recording import RecordedTest, isolate

AT_ONCE = 4  # tests of one file, which are cheaper together
BATCHES = (16, 60, 300)  # tests in the first processes of a trial; the last has all others
FIRST = sum(BATCHES[:2])  # of them, from as many files as there are
MOST_SECONDS = 300  # of tests in a trial, as recorded
# The folders of tests whose packages are not called as they are, or that are tested together.
HOMES = {
    "ir": ("ir", "kernel"),
    "interpreter": ("interpreter", "kernel"),
    "notation": ("notation", "kernel"),
    "position": ("position", "kernel"),
    "lowering": ("lowering", "compiler"),
    "compiler": ("compiler", "lowering"),
}
LEAST_LIMIT, PATIENCE = 30, 4  # seconds, and times the recorded ones, that a process may take


@frozen
class Verdict:
    """The result of a trial: the test that noticed the mutant, if any, and how many tests were run and left out."""

    noticed_by: str | None
    run: int
    left_out: int
    seconds: float


def covering(tests: Sequence[RecordedTest], mutant: Mutant) -> list[RecordedTest]:
    """Return the tests that can notice a mutant, in the order in which a trial runs them.

    After the tests that run its lines come the others of their files, which may use what those have computed. Of code that
    runs when its module is imported, all tests are tried, first those that run anything of the module.
    """
    first, last = mutant.span
    lines = range(first, last + 1)
    direct = [each for each in tests if any(each.runs(mutant.path, line) for line in lines)]
    files = {each.file for each in direct}
    beside = [each for each in tests if each.file in files]
    tiers = [direct, beside]
    if not mutant.is_local:
        tiers += [[each for each in tests if mutant.path in each.lines], list(tests)]
    return list({each.name: each for tier in tiers for each in _spread(tier)}.values())


def _spread(tests: Sequence[RecordedTest]) -> list[RecordedTest]:
    """Return tests by what they cost; the first of them are some of each file."""
    seen: Counter[str] = Counter()
    rounds: dict[str, int] = {}
    by_seconds = sorted(tests, key=lambda each: (each.seconds, each.name))
    for test in by_seconds:
        rounds[test.name] = seen[test.file] // AT_ONCE
        seen[test.file] += 1
    ranked = sorted(by_seconds, key=lambda each: (rounds[each.name], each.opening))
    first = dict.fromkeys(each.name for each in ranked[:FIRST])
    rest = [each for each in by_seconds if each.name not in first]
    return [*ranked[:FIRST], *rest]


def trial(mutant: Mutant, tests: Sequence[RecordedTest], *, control: bool = False) -> Verdict:
    """Return whether one of the tests notices a mutant; a control runs the first of them without the change."""
    begin, run = time.monotonic(), 0
    chosen = _affordable(mutant, tests)
    left_out = len(tests) - len(chosen)
    code = None if control else mutated_code(mutant)
    for batch in _batches(chosen)[: 1 if control else None]:
        run += len(batch)
        by = _noticed(mutant, code, batch)
        if by is not None:
            return Verdict(by, run, left_out, time.monotonic() - begin)
    return Verdict(None, run, left_out, time.monotonic() - begin)


def _affordable(mutant: Mutant, tests: Sequence[RecordedTest]) -> list[RecordedTest]:
    """Return the tests that a trial has time for, the cheapest: half of it is for those of the mutant's own package."""
    home = HOMES.get(mutant.package, (mutant.package,))
    found, left = set(), MOST_SECONDS / 2
    cheapest = sorted(tests, key=lambda each: each.seconds)
    for among in ([each for each in cheapest if each.folder in home], cheapest):
        for test in among:
            if test.name not in found and test.seconds <= left:
                found.add(test.name)
                left -= test.seconds
        left += MOST_SECONDS / 2
    return [test for test in tests if test.name in found]


def _batches(tests: list[RecordedTest]) -> list[list[RecordedTest]]:
    found = []
    for size in (*BATCHES, len(tests)):
        found.append(tests[:size])
        tests = tests[size:]
    return [batch for batch in found if batch]


def _noticed(mutant: Mutant, code: CodeType | None, batch: list[RecordedTest]) -> str | None:
    """Return the test of a batch that fails with a mutant, or how its process ends otherwise than by passing."""
    limit = LEAST_LIMIT + PATIENCE * sum(test.seconds for test in batch)
    names = [test.name for test in batch]
    with tempfile.TemporaryDirectory(prefix="core-mutants-", ignore_cleanup_errors=True) as scratch:
        try:
            found: str | None = forked(lambda: _run(mutant, code, names, Path(scratch)), limit)
        except TimeLimitError:
            return f"the time limit of {limit:.0f} seconds"
        except CrashError as error:
            return f"a crash: {(str(error).splitlines() or ['no result'])[-1]}"
    return found


def _run(mutant: Mutant, code: CodeType | None, names: list[str], scratch: Path) -> str | None:
    options = isolate(scratch)
    if code is not None:
        sys.meta_path.insert(0, MutantFinder(mutant.path, code))
    chosen = Chosen(names)
    files = dict.fromkeys(name.partition("::")[0] for name in names)
    status = pytest.main([*options, "-x", *files], plugins=[chosen])
    if chosen.failed:
        return chosen.failed
    passed = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
    return None if status in passed else f"pytest ends with {status}"


class Chosen:
    """A plugin of pytest that runs the chosen tests in their order, and remembers the first that fails."""

    def __init__(self, names: Sequence[str]) -> None:
        self.order = {name: i for i, name in enumerate(names)}
        self.failed: str | None = None

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave only the chosen tests."""
        found = [item for item in items if item.nodeid in self.order]
        items[:] = sorted(found, key=lambda item: self.order[item.nodeid])

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Remember a file that can't be imported."""
        if report.failed:
            self.failed = self.failed or report.nodeid

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember a test that fails."""
        if report.failed:
            self.failed = self.failed or report.nodeid


class MutantFinder:
    """An import hook that gives one module the code of a mutant; nothing is written, so no cache keeps it."""

    def __init__(self, path: str, code: CodeType) -> None:
        self.file, self.code = str(PACKAGE / path), code
        parts = Path(PACKAGE.name, path).with_suffix("").parts
        self.name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    def find_spec(self, name: str, _path: Any = None, _target: Any = None) -> ModuleSpec | None:
        """Return the spec of the module, if it is the one that is asked for."""
        if name != self.name:
            return None
        return spec_from_file_location(name, self.file, loader=_Loader(name, self.file, self.code))


class _Loader(SourceFileLoader):
    def __init__(self, name: str, file: str, code: CodeType) -> None:
        super().__init__(name, file)
        self._code = code

    def get_code(self, _fullname: str) -> CodeType:
        return self._code
