"""The words by which coverage tells apart what an expression or a step has done."""

from splendor_dsl.interpreter.observations import from_zone, kept_back


def test_each_way_has_a_word_of_its_own() -> None:
    ways = [from_zone(zone, top=top) for zone in ("deck", "row") for top in (False, True)]
    assert ways == ["from deck", "from the top of deck", "from row", "from the top of row"]
    assert [kept_back(token) for token in ("star", "iron")] == ["keeps star", "keeps iron"]
