"""The pytest plugin for rule files: each example, invariant and recorded game of a `.rules` file is one test.

Without a rule file, a run of pytest loads this module alone.

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
    """Register the options and settings for rule files."""
    group = parser.getgroup("splendor", "rule files")
    group.addoption(
        "--rule-games",
        type=_games,
        default=3,
        metavar="N",
        help="random games per number of players that test the invariants of rule files (default: 3)",
    )
    parser.addini("rule_plugins", "modules or .py files that rule files need as plugins", "args")
    snapshots = "hold a snapshot of each rule file, with syrupy"
    parser.addini("rule_snapshots", snapshots, "bool", default=False)


def _games(text: str) -> int:
    """Return a number of games; raise ArgumentTypeError for a negative one, which would test nothing and pass."""
    from splendor_dsl.game import MOST_GAMES
    from splendor_dsl.position.plain_data import read_whole

    try:
        return read_whole(text, 0, MOST_GAMES)
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from error


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Return a rule file with its tests; none for any other file."""
    if file_path.suffix != SUFFIX:
        return None
    from splendor_dsl.pytest_plugin.items import RuleFile

    return RuleFile.from_parent(parent, path=file_path)
