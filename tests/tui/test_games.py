"""Whole games at the table: by keys alone, by mouse alone, typed."""

import pytest
from textual.pilot import Pilot
from tui.people import ByKeys, ByMouse, ByTyping, Person, path, spots
from tui.tables import LARGE, SMALL, app, drive

from splendor_dsl.match import HUMAN

WAYS = [ByKeys, ByMouse, ByTyping]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("name", "players", "size"), [("classic", 2, SMALL), ("house/upgrade", 3, LARGE)]
)
def test_a_whole_game_is_played_in_one_way_alone(
    name: str, players: int, size: tuple[int, int], way: type[Person]
) -> None:
    async def play(pilot: Pilot[None]) -> None:
        assert await way(pilot).play() > 3

    settings = {"target": 3}
    table = app(name, (HUMAN, *["greedy"] * (players - 1)), **settings)
    drive(table, play, size)
    assert not table.match.goes_on


def test_all_things_of_a_table_can_be_reached_by_keys() -> None:
    async def play(pilot: Pilot[None]) -> None:
        for target in spots(table):
            assert path(table.board, target) is not None

    for name, size in (("classic", SMALL), ("marvel", LARGE)):
        table = app(name, (HUMAN, "greedy"))
        drive(table, play, size)
