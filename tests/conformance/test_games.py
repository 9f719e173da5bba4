"""Every bundled game, house rule and combination of mechanics plays alike on every backend.

The editions are played in full; of the rest a tenth, another each day. SPLENDOR_CONFORMANCE=n plays n games of each
number of players of everything (`make conformance GAMES=n`).
"""

import os
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

import splendor_dsl
from splendor_dsl.bundled import bundled_games
from splendor_dsl.ir.from_semantics import from_semantics
from splendor_dsl.ir.nodes import Program

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "games")]

from combinations import all_combinations  # noqa: E402  # it stands in another folder of the tests
from comparing import tables  # noqa: E402  # it stands beside this file

EDITIONS = ("classic", "marvel", "first_printing")
ASKED = int(os.environ.get("SPLENDOR_CONFORMANCE", "0"))
EDITION_GAMES = 100  # a number of players
OTHER_GAMES = 3
PARTS = 10


def _others() -> dict[str, Callable[[], Program]]:
    found: dict[str, Callable[[], Program]] = {
        name: lambda path=path: splendor_dsl.load(path).program
        for name, path in bundled_games().items()
        if name not in EDITIONS
    }
    for each in all_combinations():
        found[each.name] = lambda each=each: from_semantics(each.load().model)
    orchard = HERE.parent / "games" / "orchard.rules"
    return {**found, "orchard": lambda: splendor_dsl.load(orchard).program}


OTHERS = _others()
TODAY = datetime.now(UTC).timetuple().tm_yday % PARTS


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", EDITIONS)
def test_an_edition_plays_alike_on_every_backend(name: str, players: int) -> None:
    (table,) = tables(splendor_dsl.load(name).program, [players])
    for game in range(ASKED or EDITION_GAMES):
        assert table.play(game) > 0


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [name for at, name in enumerate(OTHERS) if ASKED or at % PARTS == TODAY]
)
def test_all_else_plays_alike_on_every_backend(name: str) -> None:
    for table in tables(OTHERS[name]()):
        for game in range(ASKED or OTHER_GAMES):
            assert table.play(game) > 0
