"""What examples say, before anybody plays them."""

from semantics.programs import REFUSED, extensions

from splendor_dsl.pipeline import load_source
from splendor_dsl.semantics.declarations import MOST_PLAYERS
from splendor_dsl.source import source_from_text


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
