"""The tests that can notice a change: each with its seconds and the lines of the engine that it runs.

Each file of tests is recorded in a process of its own with an empty cache, so that what one file has computed is not
missing from the lines of the next. It is recorded anew when it has changed, and all are when the engine has a new module.
Where a module has been edited since, its lines are followed to where they stand now. As the record only chooses tests,
it need not be newer than that; remove build/core-mutants to record all anew.

Left out are tests that start other processes, which import the engine from its files and so never see a change, tests
that don't pass by themselves, and those marked as slow or not run by `make test`.
"""

import hashlib
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from attrs import field, frozen
from core_mutants.engine import CHECKOUT, PACKAGE, engine_files
from core_mutants.moved_lines import MovedLines, moved_lines
from core_mutants.processes import CrashError, TimeLimitError, forked

FOLDERS = (
    "ir",
    "interpreter",
    "kernel",
    "lowering",
    "position",
    "compiler",
    "game",
    "notation",
    "games",
    "semantics",
    "explain",
    "examples",
    "records",
    "testing",
    "checks",
    "conformance",
    "rules",
    "report",
    "prose",
    "syntax",
    "fuzz",
    "house",
)
MARKS = "not slow and not fuzz and not compose and not mutants and not growth and not conformance"
MARKS += " and not native and not wheel"
OPTIONS = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-m", MARKS)
OPTIONS += ("-p", "no:hypothesispytest")  # it parses all modules before each run
OPTIONS += (
    "-W",
    "ignore::pytest.PytestAssertRewriteWarning",
)  # plugins are imported before the fork
FILE_SECONDS = 150  # after them, the rest of a file is left out
LIMIT = 600  # seconds of one process
OUTSIDE = {"test_speed.py"}  # files whose tests fail where others work beside them
_PROCESSES = ("subprocess.Popen", "os.posix_spawn", "os.fork", "os.exec", "os.system")


@frozen
class RecordedTest:
    """A test: its name for pytest, its seconds, and the lines it runs, a bit for each, by module.

    `opening` is how many seconds its file takes until the first test begins.
    """

    name: str
    seconds: float
    opening: float
    lines: dict[str, int] = field(repr=False)

    @property
    def file(self) -> str:
        """The file it stands in."""
        return self.name.partition("::")[0]

    @property
    def folder(self) -> str:
        """The folder of `tests` it stands in."""
        return self.name.split("/")[1] if self.name.count("/") > 1 else ""

    def runs(self, path: str, line: int) -> bool:
        """Return whether it runs a line of a module."""
        return bool(self.lines.get(path, 0) >> line & 1)


def test_files() -> tuple[str, ...]:
    """Return the files of tests that are recorded, from the checkout: those of some folders, and those in none."""
    tests = CHECKOUT / "tests"
    found = [file for name in FOLDERS for file in sorted((tests / name).rglob("test_*.py"))]
    found += sorted(tests.glob("test_*.py"))
    return tuple(f.relative_to(CHECKOUT).as_posix() for f in found if f.name not in OUTSIDE)


def recorded(folder: Path) -> Iterator[tuple[str, list[RecordedTest]]]:
    """Record each file of tests, unless it is recorded in a folder already, and yield its tests."""
    folder.mkdir(parents=True, exist_ok=True)
    for file in test_files():
        kept = folder / f"{file.replace('/', '.')}.json"
        key = _key(file)
        found = json.loads(kept.read_text("utf-8")) if kept.exists() else {}
        if found.get("key") != key or not _knows_all(_snapshot(folder, found["engine"])):
            found = {"key": key, "engine": _keep_engine(folder), "tests": _record(file)}
            kept.write_text(json.dumps(found), "utf-8")
        moved = _moved(_snapshot(folder, found["engine"]))
        yield file, [_test(each, moved) for each in found["tests"]]


def _test(found: dict[str, Any], moved: Mapping[str, MovedLines]) -> RecordedTest:
    lines = {path: int(bits, 16) for path, bits in found["lines"].items()}
    lines = {path: moved[path].of(run) if path in moved else run for path, run in lines.items()}
    return RecordedTest(found["name"], found["seconds"], found["opening"], lines)


def _key(file: str) -> str:
    return hashlib.blake2b((CHECKOUT / file).read_bytes(), digest_size=12).hexdigest()


# ---- the engine as it was -------------------------------------------------------------------------
def _snapshot(folder: Path, engine: str) -> Path:
    """Return the folder with the modules of the engine as they were when tests were recorded."""
    return folder / "engines" / engine


@cache
def _knows_all(snapshot: Path) -> bool:
    """Return whether no module of the engine is new or has another name since."""
    return all((snapshot / path).exists() for path in engine_files())


@cache
def _keep_engine(folder: Path) -> str:
    """Keep the modules of the engine as they are, and return their hash."""
    digest = hashlib.blake2b(digest_size=12)
    for path in engine_files():
        digest.update((PACKAGE / path).read_bytes())
    engine = digest.hexdigest()
    for path in engine_files():
        kept = _snapshot(folder, engine) / path
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_bytes((PACKAGE / path).read_bytes())
    return engine


@cache
def _moved(snapshot: Path) -> dict[str, MovedLines]:
    """Return what has become of the lines of each module that has been edited since."""
    found = {}
    for path in engine_files():
        old, new = snapshot / path, (PACKAGE / path).read_text("utf-8")
        if old.exists() and (was := old.read_text("utf-8")) != new:
            found[path] = moved_lines(was, new)
    return found


# ---- recording ------------------------------------------------------------------------------------
def _record(file: str) -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory(prefix="core-mutants-") as scratch:
        try:
            found: list[dict[str, Any]] = forked(lambda: _watch(file, Path(scratch)), LIMIT)
        except (TimeLimitError, CrashError) as error:
            print(f"{file} is left out: {type(error).__name__} {error}", flush=True)
            return []
    return found


def isolate(scratch: Path) -> list[str]:
    """Keep caches and files of the tests in a scratch folder; return the options of pytest for it."""
    from hypothesis import core  # noqa: PLC0415

    core.global_force_seed = 0
    os.environ["SPLENDOR_CACHE"] = str(scratch / "cache")
    os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = str(scratch / "hypothesis")
    os.chdir(CHECKOUT)
    return [*OPTIONS, f"--basetemp={scratch / 'files'}"]


def _watch(file: str, scratch: Path) -> list[dict[str, Any]]:
    """Run a file of tests and return its tests as plain data."""
    from coverage import Coverage  # noqa: PLC0415

    options = isolate(scratch)
    begin = time.monotonic()
    measured = Coverage(data_file=None, config_file=False, include=[f"{PACKAGE}/*"])
    watcher = Watcher(measured)
    measured.start()
    pytest.main([*options, file], plugins=[watcher])
    measured.stop()
    data = measured.get_data()
    lines: dict[str, dict[str, int]] = {name: {} for name in watcher.seconds}
    for path in engine_files():
        for line, contexts in data.contexts_by_lineno(str(PACKAGE / path)).items():
            for name in contexts:
                if name in lines:
                    lines[name][path] = lines[name].get(path, 0) | 1 << line
    return [
        {
            "name": name,
            "seconds": round(seconds, 3),
            "opening": round(watcher.opened - begin, 3),
            "lines": {path: f"{bits:x}" for path, bits in lines[name].items()},
        }
        for name, seconds in watcher.seconds.items()
    ]


class Watcher:
    """A plugin of pytest that measures the lines of each test by itself."""

    def __init__(self, measured: Any) -> None:
        self.measured = measured
        self.seconds: dict[str, float] = {}
        self.opened = 0.0
        self._spoilt = False
        sys.addaudithook(self._hear)

    def _hear(self, event: str, _args: Any) -> None:
        if event in _PROCESSES:
            self._spoilt = True

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Measure one test."""
        self.measured.switch_context(item.nodeid)
        self._spoilt, begin = False, time.monotonic()
        self.opened = self.opened or begin
        result = yield
        if not self._spoilt:
            self.seconds[item.nodeid] = time.monotonic() - begin
        if time.monotonic() - self.opened > FILE_SECONDS:
            item.session.shouldstop = "the file takes too long"
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Leave out a test that doesn't pass."""
        if not report.passed:
            self._spoilt = True
