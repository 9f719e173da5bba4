"""Rule files as tests of pytest: each example, invariant and recorded game of a `.rules` file is one of them.

This module is all that a run of pytest loads where no rule file is collected.

Open `items.py` first; `snapshots.py` needs syrupy.
"""

from __future__ import annotations

from argparse import ArgumentTypeError
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import pytest

SUFFIX: Final = ".rules"


def pytest_addoption(parser: pytest.Parser) -> None:
    """What can be said of rule files at the command line and in the settings of pytest."""
    group = parser.getgroup("splendor", "rule files")
    group.addoption(
        "--rule-games",
        type=_games,
        default=3,
        metavar="N",
        help="random games, a number of players, that hold the invariants of rule files (default: 3)",
    )
    parser.addini("rule_plugins", "modules or .py files that rule files need as plugins", "args")
    snapshots = "hold a snapshot of each rule file, with syrupy"
    parser.addini("rule_snapshots", snapshots, "bool", default=False)


def _games(text: str) -> int:
    """How many games are played; fewer than none would test nothing, and say that all is well."""
    from splendor_dsl.game import MOST_GAMES
    from splendor_dsl.position.plain_data import read_whole

    try:
        return read_whole(text, 0, MOST_GAMES)
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from error


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A rule file with its tests."""
    if file_path.suffix != SUFFIX:
        return None
    from splendor_dsl.pytest_plugin.items import RuleFile

    return RuleFile.from_parent(parent, path=file_path)
