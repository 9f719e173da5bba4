"""Players in moves: by their seats, and where they have names, by these."""

import pytest
from kernel.small import PLAIN, small
from kernel.small import shown as example_shown

from splendor_dsl.game.game import Game
from splendor_dsl.notation.notation import NotationError
from splendor_dsl.prose.words import Words
from splendor_dsl.records.parser import read_record
from splendor_dsl.records.record import Record, to_text
from splendor_dsl.records.replay import record_of, replay
from splendor_dsl.source import source_from_text

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


def shown(game: Game, move: str, players: tuple[str, ...], language: str = "en") -> str:
    words = Words(rules=game.notation, language=language, names={}, players=players)
    written = words.move(move)
    assert str(words.read(written)) == move
    return written


def test_moves_are_shown_with_names_and_recorded_with_seats(game: Game) -> None:
    state = game.start(3, names=NAMES).play("gift Ann Lee silver")
    assert shown(game, str(state.played[0]), NAMES) == "gift Ann Lee silver"
    assert shown(game, str(state.played[0]), ()) == "gift player-2 silver"
    text = to_text(record_of(game, state))
    assert "1 Ann: gift player-2 silver" in text
    record = read_record(source_from_text("a.record", text.replace("player-2", "Ann Lee")))
    assert isinstance(record, Record)
    assert replay(record, game).problem is None


@pytest.mark.parametrize(
    ("players", "written"),
    [
        (("Ann", "iron", "silver"), ["gift iron iron", "gift silver iron"]),
        (("gift", "Ann", "take"), ["gift Ann iron", "gift take iron"]),
        (("Ann", "Player-3", "Player-2"), ["gift player-2 iron", "gift player-3 iron"]),
        (("Ann", "3", "Bob"), ["gift player-2 iron", "gift Bob iron"]),
        (("Bob", "Ann", "ann"), ["gift Ann iron", "gift player-3 iron"]),
        (("Bob", "", " Al  Li "), ["gift player-2 iron", "gift  Al  Li  iron"]),
        (("Bob", "Al", "Al iron"), ["gift Al iron", "gift Al iron iron"]),
    ],
)
def test_a_name_is_shown_where_it_reads_back(
    game: Game, players: tuple[str, ...], written: list[str]
) -> None:
    assert [shown(game, f"gift player-{n} iron", players) for n in (2, 3)] == written


def test_a_move_that_needs_no_names_is_read_without_them() -> None:
    rob = 'rob as "get {rival}" { choose rival: others; gain 1 star }\n'
    one = 'one as "get {coin}" { choose coin: coins in supply; gain 1 coin }\n'
    both = small(actions=rob + one + PLAIN["actions"])
    state = both.start(2, names=("Ann", "iron"))
    assert str(state.play("get iron").played[0]) == "get iron"
    for move in state.moves:
        assert state.play(str(move)) == state.play(move)
        assert shown(both, str(move), ("Ann", "iron"))
    played = state.play("get iron")
    record = read_record(source_from_text("a.record", to_text(record_of(both, played))))
    assert isinstance(record, Record)
    assert replay(record, both).state == played


def test_two_tables_of_one_game_have_names_of_their_own(game: Game) -> None:
    for names in (("Ann", "Bob", "Cid"), ("Cid", "Ann", "Bob")) * 2:
        for seat, name in enumerate(names, 1):
            assert str(game.parse_move(f"gift {name} iron", names)) == f"gift player-{seat} iron"


@pytest.mark.parametrize(("language", "seat"), [("pl", "gracz-2"), ("es", "jugador-2")])
def test_a_name_that_says_another_seat_in_a_language_is_not_shown(
    game: Game, language: str, seat: str
) -> None:
    assert seat in shown(
        game, "gift player-2 iron", ("Ann", seat.replace("2", "3"), "Bob"), language
    )


def test_what_is_wrong_beside_a_name_is_told(game: Game) -> None:
    with pytest.raises(NotationError, match="'irn'"):
        game.parse_move("gift Bo-B irn", NAMES)


def test_examples_call_players_by_name() -> None:
    steps = """players Ann, Bob
      when Ann plays "gift Bob iron"
      then Ann cannot play "gift Bob iron"
      then Ann cannot play "thank Bob row-1-1"
      then iron in purse of Ann = 1"""
    thank = 'thank as "thank {rival} {card}" { choose rival: others; choose card: cards in hand }\n'
    assert example_shown(steps, actions=PLAIN["actions"] + GIFT + thank) is None
