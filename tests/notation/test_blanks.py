"""The blanks of moves: which values fill them."""

import pytest
from kernel.small import small

from splendor_dsl.notation.blanks import PieceBlank
from splendor_dsl.notation.moves import Place


def blank(path: str) -> PieceBlank:
    (form,) = (each for each in small().for_players(2).notation.forms if each.path == path)
    (found,) = (each for each in form.blanks if isinstance(each, PieceBlank))
    return found


TOP_OF_DECK = Place(zone="deck", part=1, place=None, owner=None)
IN_DECK = Place(zone="deck", part=1, place=1, owner=None)
IN_ROW = Place(zone="row", part=1, place=2, owner=None)
IN_HAND = Place(zone="hand", part=None, place=1, owner=0)
IN_OWN = Place(zone="own", part=None, place=1, owner=0)


@pytest.mark.parametrize(
    ("path", "taken"),
    [
        ("actions.buy", [IN_ROW, IN_HAND]),
        ("actions.draw", [TOP_OF_DECK]),
    ],
)
def test_a_piece_comes_from_where_it_may_be_chosen(path: str, taken: list[Place]) -> None:
    places = [TOP_OF_DECK, IN_DECK, IN_ROW, IN_HAND, IN_OWN]
    assert [each for each in places if blank(path).takes(each)] == [
        each for each in places if each in taken
    ]


def test_a_piece_anywhere_comes_from_more_zones() -> None:
    assert not blank("actions.buy").takes(IN_OWN)
    assert blank("actions.buy").anywhere().takes(IN_OWN)
