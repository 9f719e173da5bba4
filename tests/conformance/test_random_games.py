"""Runs of random games come out alike on every backend and any number of threads."""

from importlib.util import find_spec

import pytest

import splendor_dsl

BACKENDS = ("python", "native") if find_spec("numba") else ("python",)


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(("name", "players"), [("classic", 2), ("classic", 4), ("marvel", 3)])
def test_a_run_is_the_same_on_every_backend(name: str, players: int, backend: str) -> None:
    reference = splendor_dsl.load(name, backend="interpreter").random_games(players, 12, seed=-5)
    assert reference.games == sum(reference.ends.values()) == 12
    found = splendor_dsl.load(name, backend=backend).random_games(players, 12, seed=-5)
    assert found == reference


@pytest.mark.skipif("native" not in BACKENDS, reason="numba is not installed")
def test_threads_change_nothing() -> None:
    game = splendor_dsl.load("classic", backend="native")
    assert game.backend == "native"
    one, three = (game.random_games(2, 20_000, seed=1, threads=threads) for threads in (1, 3))
    assert one == three
    assert one.turns > 20_000 * 40


@pytest.mark.parametrize("number", [0, -1, 1.5])
def test_numbers_of_games_and_threads_are_checked(number: float) -> None:
    game = splendor_dsl.load("classic")
    with pytest.raises(ValueError, match="expected a number of games from 1 on"):
        game.random_games(2, number)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="expected a number of threads from 1 on"):
        game.random_games(2, 1, threads=number)  # type: ignore[arg-type]
