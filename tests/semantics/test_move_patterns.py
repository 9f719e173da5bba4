"""Patterns of moves: which fit the same words, and how long it takes to find that out."""

import pytest

from splendor_dsl.semantics import move_patterns
from splendor_dsl.semantics.move_patterns import (
    Item,
    Items,
    Patterns,
    PieceSource,
    piece_item,
    word_item,
)

HAND = PieceSource(words=("hand",), numbers=1, below_zero=False, owned=True)
ROW = PieceSource(words=("row",), numbers=1, below_zero=False, owned=False)


def written(source: PieceSource) -> frozenset[str]:
    return piece_item([source]).shapes


def test_a_piece_of_a_player_may_be_read_with_its_owner() -> None:
    assert written(HAND) - written(ROW) >= {"hand-#", "hand-#@#", "#@#"}
    assert not any("@" in each for each in written(ROW))


def test_patterns_of_many_words_that_may_be_left_out_are_compared_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each place of the one is looked at once with each place of the other, however many ways lead there."""
    looks = 0
    taken_next = move_patterns._taken_next

    def counted(items: Items, at: int) -> object:
        nonlocal looks
        looks += 1
        return taken_next(items, at)

    monkeypatch.setattr(move_patterns, "_taken_next", counted)
    many = tuple(Item(frozenset({"coin"}), several=True, optional=True) for _ in range(12))
    known = Patterns()
    known.put((*many, word_item("end")), 1)
    assert known.first_alike((*many, word_item("start"))) is None
    assert looks <= 14 * 14
    assert known.first_alike((*many, word_item("end"))) == 1
