"""What examples say, before anybody plays them."""

import pytest
from semantics.programs import REFUSED, extensions

from splendor_dsl.pipeline import load_source
from splendor_dsl.semantics.declarations import MOST_PLAYERS
from splendor_dsl.source import source_from_text


@pytest.mark.parametrize(
    ("rows", "called"),
    [
        ("set rows.cards.black_1_4blue.points = 9", "black_1_4blue"),
        ("set rows.cards.black_1_4blue.poits = 2", "black_1_4blue"),
        ("rows cards with level 1 { mine: black 9 : 4 blue }", "mine"),
        ('rows cards with level 1 { "Mine" black 9 : 4 blue }', '"Mine"'),
    ],
)
def test_a_row_that_has_a_fault_is_declared_all_the_same(rows: str, called: str) -> None:
    head = 'splendor rules 2\nvariant case "Case" extends classic\n'
    example = f"example dear {{ given table 1-1: {called}; then points = 1 }}\n"
    source = source_from_text("case.rules", f"{head}{rows}\n{example}")
    assert len(load_source(source).problems) == 1


def test_as_many_as_can_play_have_a_name_where_none_is_given() -> None:
    text = f"""splendor rules 2
variant crowd "Crowd" extends base
replace game.players {{ players {MOST_PLAYERS} to {MOST_PLAYERS} }}
set supply.fruit = 40
set zones.table.places = 1
example all {{ then points = 0 }}
"""
    source = source_from_text("crowd.rules", text, REFUSED / "crowd.rules")
    loaded = load_source(source, extensions=extensions())
    assert not loaded.problems
    assert len(set(loaded.examples[0].players)) == MOST_PLAYERS


@pytest.mark.parametrize("wrong", ["5 to 2", "0 to 5", "2 to 99"])
def test_a_number_of_players_is_no_fault_beside_a_faulty_range(wrong: str) -> None:
    base = (REFUSED / "base.rules").read_text("utf-8").replace("players 2 to 3", f"players {wrong}")
    example = "example crowd { players A, B, C, D, E; then points of A = 0 }\n"
    source = source_from_text("base.rules", base + example, REFUSED / "base.rules")
    problems = load_source(source, extensions=extensions()).problems
    assert len(problems) == 1
