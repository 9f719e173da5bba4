"""Snapshots of rule files with syrupy: the resolved rules, the rulebook, and a game for each number of players."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from difflib import unified_diff
from pathlib import Path
from typing import Any, Final

import pytest
from attrs import evolve
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from splendor_dsl.diagnostics import has_errors
from splendor_dsl.explain.clauses import clause_tree
from splendor_dsl.extensions import load_extensions
from splendor_dsl.game.game import game
from splendor_dsl.game.playouts import playout
from splendor_dsl.pipeline import Loaded, load_file
from splendor_dsl.prose.markdown import markdown
from splendor_dsl.prose.rulebook import rulebook
from splendor_dsl.prose.words import Words
from splendor_dsl.pytest_plugin.items import RuleFails
from splendor_dsl.records.record import to_text
from splendor_dsl.records.replay import record_of
from splendor_dsl.report.terminal import render_problems

SEED: Final = 1
CONTEXT_LINES: Final = 2  # before and after a difference
MOST_LINES: Final = 80


class RulesSnapshot(SingleFileSnapshotExtension):
    """The meaning of a rule file and some games as text, one file each: `assert Path("night.rules") == snapshot`."""

    file_extension = "txt"
    _write_mode = WriteMode.TEXT

    def serialize(self, data: Any, **_options: Any) -> str:
        """Return the text for a rule file given by its path; a text stays as it is."""
        return rules_text(data) if isinstance(data, Path) else str(data)


def rules_text(path: Path, plugins: tuple[str, ...] = ()) -> str:
    """Return all texts about a rule file that a change of the rules could change."""
    loaded = load_file(path, extensions=load_extensions(plugins))
    if loaded.model is None or has_errors(loaded.problems):
        raise RuleFails(render_problems(loaded.faults()))
    parts = (f"==== {name} ====\n\n{text}" for part in PARTS for name, text in part(loaded))
    return "\n\n".join(part.strip() for part in parts) + "\n"


def _rules(loaded: Loaded) -> Iterator[tuple[str, str]]:
    assert loaded.resolved is not None  # sound rules are resolved
    yield "rules", clause_tree(loaded.resolved)


def _book(loaded: Loaded) -> Iterator[tuple[str, str]]:
    """Yield the rulebook without its list of clauses, whose line numbers change with any edit."""
    assert loaded.model is not None  # sound rules have one
    assert loaded.resolved is not None  # and are resolved
    words = Words(rules=game(loaded.model).notation, names=loaded.resolved.names)
    book = rulebook(words, loaded.resolved, loaded.examples)
    yield "rulebook", markdown(evolve(book, clauses=()))


def _games(loaded: Loaded) -> Iterator[tuple[str, str]]:
    """Yield a random game for each number of players, always the same one, without hashes."""
    assert loaded.model is not None  # sound rules have one
    rules = game(loaded.model)
    for players in rules.players:
        played = playout(rules.start(players, seed=SEED, logging=False))
        record = record_of(rules, played.state)
        yield f"a game of {players}", to_text(evolve(record, clauses={}, positions=()))


# The parts of a snapshot, in this order.
PARTS: Final[tuple[Callable[[Loaded], Iterator[tuple[str, str]]], ...]] = (_rules, _book, _games)


class SnapshotItem(pytest.Function):
    """The snapshot of a rule file as a test of its own."""

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return the file, the line and the name of the test."""
        return self.path, 0, self.name

    def repr_failure(
        self,
        excinfo: pytest.ExceptionInfo[BaseException],
        style: Any = None,  # noqa: ARG002  # pytest's own signature, in which a function leaves it out
    ) -> Any:
        """Return the difference without a Python traceback."""
        if isinstance(excinfo.value, RuleFails):
            return str(excinfo.value)
        return super().repr_failure(excinfo)


def rules_as_before(request: pytest.FixtureRequest, snapshot: SnapshotAssertion) -> None:
    """Raise RuleFails unless the rule file matches its snapshot."""
    text = rules_text(request.node.path, tuple(request.config.getini("rule_plugins")))
    held = snapshot.use_extension(RulesSnapshot)
    if held != text:
        last = list(held.executions.values())[-1]
        raise RuleFails(_difference(last.recalled_data, text))


def _difference(before: object, text: str) -> str:
    """Return the difference to a snapshot, with some lines of context."""
    if not isinstance(before, str):
        return "there is no snapshot yet; pytest --snapshot-update writes it"
    lines = list(
        unified_diff(before.splitlines(), text.splitlines(), n=CONTEXT_LINES, lineterm="")
    )[2:]
    shown = [line for line in lines if not line.startswith("@@")]
    more = [f"and {len(shown) - MOST_LINES} lines more"] if len(shown) > MOST_LINES else []
    first = "the rules are not as in the snapshot; pytest --snapshot-update keeps what is meant"
    return "\n".join([f"{first}:", "", *shown[:MOST_LINES], *more])
