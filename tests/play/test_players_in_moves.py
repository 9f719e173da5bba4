"""Players in moves: by their seats, and where they have names, by these."""

import pytest
from kernel.small import PLAIN, small

from splendor_dsl.play.game import Game
from splendor_dsl.play.notation import NotationError
from splendor_dsl.play.record import to_text
from splendor_dsl.play.record_replay import record_of
from splendor_dsl.report.words import Words

GIFT = """gift as "gift {rival} {coin}" {
  choose rival: others
  choose coin: coins in supply
  gain 1 coin from supply
}
"""
NAMES = ("Ann", "Ann Lee", "Bo-B")


@pytest.fixture(scope="module")
def game() -> Game:
    return small(actions=PLAIN["actions"] + GIFT)


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("gift ann lee iron", "gift player-2 iron"),
        ("gift Ann  Lee iron", "gift player-2 iron"),
        ("GIFT BO-B SILVER", "gift player-3 silver"),
        ("gift player-2 iron", "gift player-2 iron"),
        ("take iron", "take iron"),
    ],
)
def test_a_player_may_be_called_by_name(game: Game, typed: str, move: str) -> None:
    state = game.start(3, names=NAMES)
    assert state.play(typed) == state.play(move)
    assert state.why_not(typed) == []
    assert str(game.parse_move(typed, NAMES)) == move


@pytest.mark.parametrize("typed", ["gift Bob iron", "gift Annabel iron", "gift Ann iron"])
def test_who_does_not_play_or_is_not_among_the_others_can_t_be_called(
    game: Game, typed: str
) -> None:
    state = game.start(3, names=NAMES)
    assert state.why_not(typed)
    with pytest.raises(NotationError):
        game.parse_move(typed)


def test_moves_are_shown_with_names_and_recorded_with_seats(game: Game) -> None:
    state = game.start(3, names=NAMES).play("gift Ann Lee silver")
    words = Words(rules=game.notation, language="en", names={})
    assert words.move(state.played[0], NAMES) == "gift Ann Lee silver"
    assert words.move(state.played[0]) == "gift player-2 silver"
    assert "1 Ann: gift player-2 silver" in to_text(record_of(game, state))
