"""Runs of games come out alike on every backend and any number of threads, game by game."""

from importlib.util import find_spec
from typing import Any

import pytest
from kernel.small import PLAIN, small

import splendor_dsl
from splendor_dsl.bundled import variants_folder
from splendor_dsl.game.game import Game
from splendor_dsl.game.game import game as from_model
from splendor_dsl.game.weights import ANY_MOVE, Weighing
from splendor_dsl.pipeline import load_file

BACKENDS = ("python", "native") if find_spec("numba") else ("python",)
needs_numba = pytest.mark.skipif("native" not in BACKENDS, reason="numba is not installed")
GAMES = [("classic", 2), ("classic", 4), ("marvel", 3)]


def loaded(name: str, backend: Any) -> splendor_dsl.Game:
    game = splendor_dsl.load(name, backend=backend)
    assert game.backend == backend
    return game


def weights(game: splendor_dsl.Game) -> splendor_dsl.Weights:
    """Some that look at everything that can be weighed."""
    tokens = game.model.token_names()
    return splendor_dsl.Weights(
        moves={action.where.path: 1.5 + at for at, action in enumerate(game.model.actions)},
        tokens={token: 0.5 + at / 8 for at, token in enumerate(tokens)},
        fields={"points": 1, "cost": -0.25},
        whim=8,
    )


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_run_is_the_same_on_every_backend(name: str, players: int, backend: str) -> None:
    reference = loaded(name, "interpreter").random_games(players, 12, seed=-5)
    assert reference.games == sum(reference.ends.values()) == 12
    assert sum(reference.outcomes.values()) == 12
    assert loaded(name, backend).random_games(players, 12, seed=-5) == reference


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_weights_play_the_same_on_every_backend(name: str, players: int, backend: str) -> None:
    reference = loaded(name, "interpreter")
    policies = [weights(reference) if seat % 2 else None for seat in range(players)]
    found = reference.played_games(policies, 6, seed=11)
    assert loaded(name, backend).played_games(policies, 6, seed=11) == found
    assert found != reference.played_games([None] * players, 6, seed=11)


@pytest.mark.parametrize("backend", BACKENDS)
def test_numbers_beyond_32_bits_are_told_alike(backend: str) -> None:
    sections = {
        "values": PLAIN["values"] + "\ntotal fortune { wealth: 9 * wealth; cards: worth_of }",
        "counters": "wealth of a player 2 from 0 to 999999999",
        "actions": "earn { count wealth = 400 * wealth }\n" + PLAIN["actions"],
    }
    reference = small(**sections)
    run = reference.random_games(2, 8, seed=3)
    assert max(run.each.values["fortune"][0]) > 1 << 32
    found = Game(reference.program, reference.notation, wanted=backend).random_games(2, 8, seed=3)
    assert found == run


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("bits", [30, 31, 62, 63, 64, 87, 5000])
def test_numbers_of_any_size_are_told(bits: int, sign: int) -> None:
    powers = " * ".join([f"{sign}", *["half"] * (bits // 29), f"{1 << bits % 29}"])
    sections = {
        "values": PLAIN["values"] + f"\ntotal fortune {{ all: {powers} }}",
        "counters": f"half of a player {1 << 29} from 0 to 999999999",
    }
    game = small(**sections)
    for run in (game.random_games(2, 3, seed=3), game.played_games([None, None], 3, seed=3)):
        assert [list(seat) for seat in run.each.values["fortune"]] == [[sign << bits] * 3] * 2


def test_what_became_of_a_game_is_what_its_last_position_says() -> None:
    game = loaded("classic", "python")
    run = game.random_games(3, 5, seed=2)
    for number in range(5):
        state = splendor_dsl.game.playouts.playout(game.start(3, seed=2, game=number)).state
        each, outcome = run.each, state.outcome
        assert outcome is not None
        assert [each.turns[number], each.rounds[number]] == [state.turn, state.round]
        places = [each.places[seat][number] for seat in range(3)]
        groups = [place for place, group in enumerate(outcome.ranking, 1) for _ in group]
        assert sorted(places) == groups
        assert {seat for seat in range(3) if places[seat] == 1} == set(outcome.winners)
        points = [each.values["points"][seat][number] for seat in range(3)]
        assert points == [state.value("points", seat) for seat in range(3)]


def test_wins_are_counted_alone_and_shared() -> None:
    run = loaded("classic", "python").random_games(2, 40, seed=3)
    for seat in range(2):
        alone, shared = (run.wins(seat, shared=each) for each in (False, True))
        assert run.wins(seat) == alone + shared == run.each.places[seat].count(1)
    assert sum(run.wins(seat, shared=False) for seat in range(2)) == run.outcomes["won"]


@needs_numba
def test_threads_change_nothing() -> None:
    game = loaded("classic", "native")
    one, three = (game.random_games(2, 20_000, seed=1, threads=threads) for threads in (1, 3))
    assert one == three
    assert one.turns > 20_000 * 40
    policies = [None, weights(game)]
    one, three = (game.played_games(policies, 9_000, seed=1, threads=n) for n in (1, 3))
    assert one == three
    assert one.wins(1) > one.wins(0)


@needs_numba
def test_a_compiled_function_chooses_by_what_its_seat_sees() -> None:
    from numba import cfunc  # noqa: PLC0415  # not everybody has it

    signature = "int64(CPointer(int64), CPointer(uint8), CPointer(int32), int64, int64, int64)"

    @cfunc(signature)
    def last(words: Any, pieces: Any, options: Any, count: int, seat: int, word: int) -> int:
        return count - 1 if options[count - 1] > options[0] else 0

    @cfunc(signature)
    def beyond(words: Any, pieces: Any, options: Any, count: int, seat: int, word: int) -> int:
        return count

    game = loaded("classic", "native")
    found = game.played_games([last, None], 50, seed=4)
    assert found == game.played_games([last, None], 50, seed=4, threads=2)
    assert found != game.played_games([None, None], 50, seed=4)
    with pytest.raises(ValueError, match="the function of seat 1 chose an option"):
        game.played_games([last, beyond], 5)
    with pytest.raises(TypeError, match=r"expected weights, none or what numba\.cfunc makes"):
        game.played_games([None, "greedy"], 5)
    with pytest.raises(ValueError, match="functions are for native code alone"):
        loaded("classic", "python").played_games([last, None], 5)


@pytest.mark.parametrize("backend", BACKENDS)
def test_weights_that_are_all_alike_are_any_move(backend: str) -> None:
    game = loaded("classic", backend)
    any_move = game.played_games([None, None], 4, seed=6)
    assert game.played_games([ANY_MOVE, ANY_MOVE], 4, seed=6) == any_move


def test_only_what_the_game_has_can_be_weighed() -> None:
    game = loaded("classic", "python")
    with pytest.raises(ValueError, match=r"expected a token \(white, .*\), found 'pink'"):
        game.played_games([splendor_dsl.Weights(tokens={"pink": 1}), None], 1)
    with pytest.raises(ValueError, match=r"expected a field of a piece \(.*points.*\), found 'x'"):
        game.played_games([splendor_dsl.Weights(fields={"x": 1}), None], 1)
    with pytest.raises(ValueError, match=r"found 'actions\.byu'; did you mean 'actions\.buy'\?"):
        game.played_games([splendor_dsl.Weights(moves={"actions.byu": 1}), None], 1)


def test_whatever_asks_in_a_bundled_game_can_be_weighed() -> None:
    for path in sorted(variants_folder().rglob("*.rules")):
        model = load_file(path).model
        assert model is not None
        asked = {form.path for form in from_model(model).notation.forms}
        beginnings = {path.partition(".")[0] for path in asked}
        assert Weighing(model, splendor_dsl.Weights(moves=dict.fromkeys(asked | beginnings, 1)))


@pytest.mark.parametrize("number", [0, -1])
def test_numbers_of_games_and_threads_are_checked(number: int) -> None:
    game = splendor_dsl.load("classic")
    with pytest.raises(ValueError, match="expected a number of games from 1 on"):
        game.random_games(2, number)
    with pytest.raises(ValueError, match="expected a number of threads from 1 on"):
        game.random_games(2, 1, threads=number)
