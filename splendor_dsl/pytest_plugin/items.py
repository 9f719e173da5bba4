"""The tests that pytest collects in a rule file; failures are reported in the words of the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any

import pytest

from splendor_dsl.diagnostics import Problem, has_errors
from splendor_dsl.examples.recorded_games import run_recorded
from splendor_dsl.examples.runner import RunResult, run_examples, run_invariants
from splendor_dsl.extensions import Extensions, load_extensions
from splendor_dsl.hidden import shown_in_line
from splendor_dsl.pipeline import Loaded, load_source
from splendor_dsl.prose.words import Words
from splendor_dsl.report.failure import failure_text
from splendor_dsl.report.terminal import render_problems
from splendor_dsl.semantics.model import Where
from splendor_dsl.source import Source, Span, read_source
from splendor_dsl.testing.suite import Suite, suite_of

Run = Callable[[], Iterable[RunResult]]


class RuleFails(Exception):  # noqa: N818  # a rule fails, not the program
    """A test of a rule file that fails; its text is the whole report."""


class RuleItem(pytest.Item):
    """One test of a rule file."""

    def __init__(self, *, check: Callable[[], str | None], line: int = 0, **options: Any) -> None:
        super().__init__(**options)
        self.check = check
        self.line = line

    def runtest(self) -> None:
        """Run the test; raise RuleFails if it returns a message."""
        text = self.check()
        if text is not None:
            raise RuleFails(text)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return the message of a failed rule without a Python traceback."""
        if isinstance(excinfo.value, RuleFails):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return the file, the line and the name of the test."""
        return self.path, self.line, self.name


class RuleFile(pytest.File):
    """A rule file; its first test is that its rules have no errors, as nothing else could run with errors."""

    @cached_property
    def extensions(self) -> Extensions:
        """All extensions of plugins, also of those in the settings of pytest."""
        return load_extensions(self.config.getini("rule_plugins"))

    @cached_property
    def loaded(self) -> Loaded:
        """The loaded file, under the name that pytest uses for it."""
        source = read_source(self.path, self.nodeid)
        if isinstance(source, Problem):
            return Loaded(source=None, file=None, resolved=None, model=None, problems=(source,))
        return load_source(source, extensions=self.extensions)

    def collect(self) -> Iterator[pytest.Item]:
        """Yield the test of the rules themselves, then each test in them."""
        yield RuleItem.from_parent(self, name="rules", check=self._faults)
        suite = suite_of(self.loaded)
        if suite is not None:
            yield from self._tests(suite)
            if self.config.getini("rule_snapshots"):
                yield self._snapshot()

    def _faults(self) -> str | None:
        problems = (*self.extensions.problems, *self.loaded.problems)
        return render_problems(problems) if has_errors(problems) else None

    def _tests(self, suite: Suite) -> Iterator[pytest.Item]:
        for each in suite.examples:
            yield self._item(suite, each.where, partial(run_examples, suite.game, (each,)))
        for path in suite.recorded:
            where = Where(path=f"games.{path.stem}", span=Span(self._text, 0, 0))
            run = partial(run_recorded, (path,), suite.game_with, self._display_name)
            yield self._item(suite, where, run)
        games = self.config.getoption("--rule-games")
        results = cache(lambda: tuple(run_invariants(suite.game, games=games)))
        for invariant in suite.model.invariants if games else ():
            yield self._item(suite, invariant.where, results)

    def _display_name(self, record: Path) -> str:
        """Return the name of a record, in the form in which pytest names files."""
        return Path(self.nodeid).with_name(record.parent.name).joinpath(record.name).as_posix()

    @property
    def _text(self) -> Source:
        return self.loaded.source or Source(name=str(self.path), text="")

    def _item(self, suite: Suite, where: Where, run: Run) -> pytest.Item:
        def check() -> str | None:
            ran = next(each for each in run() if each.path == where.path)
            if ran.problem is None:
                return None
            resolved = self.loaded.resolved
            names = {} if resolved is None else resolved.names
            return failure_text(ran, Words(rules=suite.game.notation, names=names))

        # The line of a test is that of its clause, unless that is inherited.
        own = where.span.source.path == self.path
        line = where.span.line - 1 if own else 0
        # pytest prints names unescaped, and the name of a record is that of its file.
        name = shown_in_line(where.path)
        return RuleItem.from_parent(self, name=name, check=check, line=line)

    def _snapshot(self) -> pytest.Item:
        from splendor_dsl.pytest_plugin.snapshots import SnapshotItem, rules_as_before

        return SnapshotItem.from_parent(self, name="snapshot", callobj=rules_as_before)
