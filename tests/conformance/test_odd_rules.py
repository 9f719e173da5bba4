"""Rules with steps in a random order are the same as plain Python as on the interpreter, unless they are told.

Every second game has all its accesses to words and pieces checked.
"""

import pytest
from conformance.comparing import REFERENCE, Table, tables
from conformance.comparing import compiled as on_backend
from conformance.odd_rules import odd_game
from conformance.parts import of_part

from splendor_dsl.compiler.module import all_gaps
from splendor_dsl.game.game import Game

CHUNKS, EACH = 3, 20
FEWEST = 8  # of them, in each chunk, that can be compiled
NATIVE = range(1000, 1012)
FEWEST_NATIVE = 6  # the same of those
MOST = 300  # decisions of a game, as runs of a phase may owe themselves without end


def compiled(numbers: range) -> list[Game]:
    """The games of these numbers that have no clause for the interpreter alone."""
    games = [odd_game(number) for number in numbers]
    return [game for game in games if not all_gaps(game.program)]


@pytest.mark.conformance
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_odd_rules_are_the_same_as_plain_python(chunk: int) -> None:
    games = compiled(range(EACH * chunk, EACH * (chunk + 1)))
    assert len(games) >= FEWEST
    for number, game in enumerate(games):
        python = on_backend(game, "python", checked=number % 2 == 0)
        for players in game.players:
            table = Table({REFERENCE: game, "python": python}, players)
            table.play(0, MOST)


@pytest.mark.conformance
def test_most_odd_rules_can_be_native_code() -> None:
    assert len(compiled(NATIVE)) >= FEWEST_NATIVE


@pytest.mark.conformance
@pytest.mark.parametrize("number", of_part(NATIVE))
def test_odd_rules_are_the_same_as_native_code(number: int) -> None:
    for game in compiled(range(number, number + 1)):
        for table in tables(game, checked=number % 2 == 0):
            for played in range(3):
                table.play(played, MOST)
