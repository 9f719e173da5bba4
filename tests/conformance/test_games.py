"""Every bundled game, house rule and combination of mechanics plays alike on every backend.

In every run of the tests each edition plays a few games. `make conformance GAMES=n` plays n games of each number of
players of everything; `make conformance PART=n` plays 300 games of each edition, its numbers of players taken
together, and of all else the tenth of that number. Of each game at least one is played in which all accesses to words and
pieces are checked.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from conformance.comparing import REFERENCE, Table, compiled, tables
from conformance.parts import GAMES, PART, PARTS, of_part
from games.combinations import Combination, all_combinations

import splendor_dsl
from splendor_dsl.bundled import bundled_games
from splendor_dsl.game.game import Game, game

ORCHARD = Path(__file__).resolve().parent.parent / "games" / "orchard.rules"
EDITIONS = ("classic", "marvel", "first_printing")
EDITION_GAMES = 300
FEW_GAMES = 2
OTHER_GAMES = 3


def _combined(each: Combination) -> Game:
    loaded = each.load()
    assert loaded.model is not None, [problem.message() for problem in loaded.problems]
    return game(loaded.model)


def _others() -> dict[str, Callable[[], Game]]:
    found: dict[str, Callable[[], Game]] = {
        name: partial(splendor_dsl.load, path)
        for name, path in bundled_games().items()
        if name not in EDITIONS
    }
    found |= {each.name: partial(_combined, each) for each in all_combinations()}
    return {**found, "orchard": partial(splendor_dsl.load, ORCHARD)}


OTHERS = _others()


@pytest.mark.parametrize("name", EDITIONS)
def test_a_few_games_are_alike_on_every_backend(name: str) -> None:
    for table in tables(splendor_dsl.load(name)):
        for number in range(FEW_GAMES):
            assert table.play(number) > 0


@pytest.mark.conformance
@pytest.mark.parametrize("name", EDITIONS)
def test_an_edition_plays_alike_on_every_backend(name: str) -> None:
    all_tables = tables(splendor_dsl.load(name))
    for table in all_tables:
        for number in range(GAMES or EDITION_GAMES // len(all_tables)):
            assert table.play(number) > 0


@pytest.mark.conformance
@pytest.mark.parametrize("name", EDITIONS)
def test_an_edition_stays_within_its_fences(name: str) -> None:
    for table in tables(splendor_dsl.load(name), checked=True):
        for number in range(OTHER_GAMES):
            assert table.play(number) > 0


@pytest.mark.conformance
@pytest.mark.parametrize("name", OTHERS)
def test_all_else_stays_within_its_fences_as_plain_python(name: str) -> None:
    """One game, for another number of players each time."""
    game = OTHERS[name]()
    players = game.players[PART % len(game.players)]
    python = compiled(game, "python", checked=True)
    assert Table({REFERENCE: game, "python": python}, players).play(PART) > 0


@pytest.mark.conformance
@pytest.mark.parametrize("name", of_part(OTHERS))
def test_all_else_plays_alike_on_every_backend(name: str) -> None:
    # Native code is checked each second time that a game has its turn.
    checked = not GAMES and (PART // PARTS + list(OTHERS).index(name) // PARTS) % 2 == 0
    for table in tables(OTHERS[name](), checked=checked):
        for number in range(GAMES or OTHER_GAMES):
            assert table.play(number) > 0
