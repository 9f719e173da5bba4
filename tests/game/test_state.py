"""Games and their states, as players, bots and screens use them."""

import re
from itertools import islice
from typing import Any

import pytest
from game.bundled import after, named
from kernel.small import play, small

import splendor_dsl
from splendor_dsl.chance import PLAYOUT, Stream, stream_key
from splendor_dsl.game.game import game as made
from splendor_dsl.game.playouts import perft, playout
from splendor_dsl.game.state import State
from splendor_dsl.interpreter.interpreter import Engine
from splendor_dsl.ir.events import Event


def test_a_game_knows_its_name_and_its_players() -> None:
    game = named("classic")
    assert (game.name, game.title) == ("classic", "Splendor")
    assert list(game.players) == [2, 3, 4]
    assert len(game.hash) >= 16


@pytest.mark.parametrize(("players", "names", "message"), [
    (1, (), "expected 2 to 4 players, found 1"),
    (5, (), "expected 2 to 4 players, found 5"),
    (2, ("Ann",), "expected 2 names, found 1"),
])  # fmt: skip
def test_a_start_that_can_t_be_is_refused(
    players: int, names: tuple[str, ...], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        named("classic").start(players, names=names)


@pytest.mark.parametrize(
    ("given", "kind", "message"),
    [
        ({"players": "2"}, TypeError, "expected 2 to 4 players, found '2'"),
        ({"players": 2.0}, TypeError, "expected 2 to 4 players, found 2.0"),
        ({"seed": 2**64}, ValueError, "expected a seed of at most 64 bits, found 18446744"),
        ({"seed": -(2**70)}, ValueError, "expected a seed of at most 64 bits"),
        ({"seed": "x"}, TypeError, "expected a whole number for a seed, found 'x'"),
        ({"seed": None}, TypeError, "expected a whole number for a seed, found None"),
        ({"game": 1.5}, TypeError, "expected a whole number for the number of a game, found 1.5"),
        ({"names": "AB"}, TypeError, "expected a list of names, found 'AB'"),
        ({"names": [1, 2]}, TypeError, "expected a list of names"),
        ({"deal": 3}, ValueError, "expected a deal as a mapping of zones, found 3"),
        ({"deal": {"deck": None}}, ValueError, "expected labels of pieces, found None"),
        ({"deal": {"deck": [[]]}}, ValueError, "expected labels of pieces"),
        ({"deal": {3: []}}, ValueError, "expected a zone that the setup shuffles, found 3"),
    ],
    ids=str,
)
def test_what_is_no_beginning_is_refused(
    given: dict[str, Any], kind: type[Exception], message: str
) -> None:
    with pytest.raises(kind, match=re.escape(message)):
        named("classic").start(**{"players": 2, **given})


@pytest.mark.parametrize("seed", [2**64 - 1, -(2**64) + 1])
def test_a_seed_that_is_taken_can_be_read_back(seed: int) -> None:
    game = named("classic")
    state = game.start(2, seed=seed)
    assert game.from_dict(state.to_dict()) == state


@pytest.mark.parametrize(
    ("seat", "kind"),
    [
        *((seat, ValueError) for seat in (2, -1, 9)),
        *((seat, TypeError) for seat in ("0", True, 0.0)),
    ],
)
def test_a_seat_that_is_none_is_refused(seat: Any, kind: type[Exception]) -> None:
    state = named("classic").start(2)
    for asked in (state.view, state.log_for, lambda each: state.value("points", each)):
        with pytest.raises(kind, match="expected a seat from 0 to 1, found"):
            asked(seat)


def test_a_value_that_the_rules_do_not_name_is_refused() -> None:
    with pytest.raises(ValueError, match=r"expected a value of the game \(.*points.*\), found 'x'"):
        named("classic").start(2).value("x", 0)


@pytest.mark.parametrize("move", [None, 3, b"pass"])
def test_what_is_neither_a_move_nor_a_text_is_refused(move: Any) -> None:
    game = named("classic")
    state = game.start(2)
    for asked in (state.play, state.push, state.advance, state.why_not, game.parse_move):
        with pytest.raises(TypeError, match="expected a move or its text, found"):
            asked(move)


def test_a_game_and_a_state_are_shown_briefly() -> None:
    game = named("classic")
    assert repr(game) == "Game(program='classic')"
    assert len(repr(game.start(2))) < 200


def test_the_same_seed_begins_the_same_game() -> None:
    game = named("marvel")
    assert game.start(3, seed=4, game=2) == game.start(3, seed=4, game=2)
    assert game.start(3, seed=4, game=2) != game.start(3, seed=4, game=3)


def test_play_makes_a_new_state_and_push_changes_this_one() -> None:
    state = small().start(2)
    other = state.play(state.moves[0])
    assert (state.to_move, other.to_move) == (0, 1)
    state.push(state.moves[0])
    assert state == other
    state.pop()
    assert state.hash == small().start(2).hash


def test_there_is_nothing_to_pop_at_first() -> None:
    with pytest.raises(IndexError, match="no move to take back"):
        small().start(2).pop()


def test_advance_makes_a_move_for_good() -> None:
    state = small().start(2)
    state.push(state.moves[0])
    state.advance(state.moves[0])
    assert len(state.played) == 2
    with pytest.raises(IndexError):
        state.pop()


def test_a_copy_goes_its_own_way() -> None:
    state = play(small().start(2), "take iron")
    twin = state.copy()
    twin.push(twin.moves[0])
    assert (len(state.played), len(twin.played)) == (1, 2)
    assert len(state.log) < len(twin.log)


def test_the_log_can_be_read_in_parts() -> None:
    state = play(small().start(2), "take iron")
    first = state.log_length
    state.push(state.moves[0])
    assert 0 < first < state.log_length == len(state.log)
    assert state.log_since(first) == state.log[first:]
    assert state.log_since(state.log_length) == ()


def test_who_reads_the_latest_events_pays_for_no_others(monkeypatch: pytest.MonkeyPatch) -> None:
    state = play(small().start(2), "take iron")
    first = state.log_length
    state.push(state.moves[0])
    late = len(state.log) - first
    made, original = [], Event.detached
    monkeypatch.setattr(Event, "detached", lambda event: made.append(event) or original(event))
    state.log_since(first)
    state.log_for(0, since=first)
    assert len(made) == 2 * late


def test_values_are_asked_by_seat() -> None:
    state = small().start(2)
    assert state.value("worth_of", 1) == 0
    with pytest.raises(ValueError, match="expected a seat from 0 to 1, found 2"):
        state.value("worth_of", 2)


def test_a_state_equals_no_other_thing() -> None:
    assert small().start(2) != "a state"


def test_a_view_is_plain_data_in_a_fixed_shape() -> None:
    view = named("classic").start(2, seed=1, names=["Ann", "Bob"]).view(1)
    assert list(view) == [
        "game", "seat", "to_move", "phase", "round", "turn", "passes", "decision", "ending", "over", "outcome",
        "ranking", "piles", "zones", "counters", "markers", "players",
    ]  # fmt: skip
    assert view["piles"]["supply"]["white"] == 4
    assert [len(part) for part in view["zones"]["deck"].values()] == [36, 26, 16]
    assert view["zones"]["court"][0] is not None
    assert [player["name"] for player in view["players"]] == ["Ann", "Bob"]
    assert view["players"][0]["values"]["points"] == 0
    assert view["decision"]["kind"] == "TakeAction"


def test_a_finished_game_says_who_has_won() -> None:
    done = playout(named("classic").start(2, seed=11))
    outcome = done.state.outcome
    assert outcome is not None
    view = done.state.view(None)
    assert (view["over"], view["outcome"]) == (True, outcome.kind)
    assert view["ranking"] == [list(group) for group in done.state.ranking]
    assert done.state.to_move is None


def test_a_playout_draws_from_its_own_stream() -> None:
    game = named("classic")
    one = playout(game.start(2, seed=8, game=3)).state
    other = playout(game.start(2, seed=8, game=3), chance=Stream(stream_key(8, 3, PLAYOUT))).state
    assert one == other
    assert one.played == other.played


def test_perft_counts_all_sequences_of_moves() -> None:
    state = small().start(2)
    assert [perft(state, depth) for depth in range(3)] == [1, 5, by_hand(state, 2)]
    before = state.to_dict()
    perft(state, 3)
    assert state.to_dict() == before


def by_hand(state: State, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(by_hand(state.play(move), depth - 1) for move in state.moves)


def test_perft_agrees_with_play_in_an_edition() -> None:
    state = after(named("classic").start(2, seed=2), 30, 2)
    assert perft(state, 2) == by_hand(state, 2)


def test_a_finished_game_has_no_further_moves() -> None:
    done = playout(named("classic").start(2, seed=11)).state
    assert (perft(done, 0), perft(done, 1), perft(done, 2)) == (1, 0, 0)


def test_all_moves_are_listed_once() -> None:
    game = named("marvel")
    moves = list(game.all_moves(4))
    assert len(moves) == len(set(moves))
    assert [str(move) for move in islice(moves, 2)] == ["take yellow", "take purple"]


def test_a_move_may_be_given_as_people_write_it() -> None:
    state = splendor_dsl.load("classic").start(players=2, seed=7)
    text = str(state.moves[0])
    assert state.play(text) == state.play(state.moves[0])
    state.push(text)
    assert str(state.pop()) == text


def test_a_saved_position_goes_on_in_generated_code(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = made(small().model, backend="python")
    state = rules.from_dict(rules.start(2).to_dict())

    def asked(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(Engine, "options", asked)
    assert state.play(state.moves[0]).moves


def test_equal_states_have_one_hash() -> None:
    one = small().start(2)
    assert len({one, one.copy(), one.play(one.moves[0])}) == 2


def test_each_game_that_was_played_is_told() -> None:
    told: list[int] = []
    found = small().played_games([None, None], 3, tell=told.append)
    assert told == [1, 1, 1]
    assert found.games == 3
