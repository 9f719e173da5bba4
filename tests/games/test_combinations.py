"""All 16 subsets of the four mechanics compose in both editions, and play to the end."""

from functools import cache

import pytest
from games.combinations import MECHANICS, Combination, all_combinations
from samples import sampled

from splendor_dsl.examples.runner import run_invariants
from splendor_dsl.game.game import Game, game
from splendor_dsl.game.playouts import playout
from splendor_dsl.report.terminal import render_problems

ALL = all_combinations()
GAMES = 3
MOST_TURNS = 1000


@cache
def made(combination: Combination) -> Game:
    loaded = combination.load()
    assert loaded.model is not None, render_problems(loaded.problems)
    return game(loaded.model)


def test_there_are_thirty_two() -> None:
    assert len(set(ALL)) == len(ALL) == 2 * 2 ** len(MECHANICS) == 32


@pytest.mark.parametrize("combination", ALL, ids=[each.name for each in ALL])
def test_a_combination_loads_without_problems(combination: Combination) -> None:
    loaded = combination.load()
    assert not loaded.problems, render_problems(loaded.problems)
    assert loaded.model is not None
    assert set(loaded.model.mechanics) == set(combination.mechanics)


@pytest.mark.parametrize(
    ("combination", "players"),
    sampled([(each, many) for each in ALL for many in (2, 3, 4)], 32 + 3),
)
def test_a_combination_plays_to_the_end(combination: Combination, players: int) -> None:
    rules = made(combination)
    for number in range(GAMES):
        state = rules.start(players, seed=11, game=number, logging=False)
        played = playout(state, most_turns=MOST_TURNS)
        assert played.state.over
        assert played.kind != "unfinished"


@pytest.mark.parametrize("combination", ALL, ids=[each.name for each in ALL])
def test_a_combination_keeps_its_invariants(combination: Combination) -> None:
    for ran in run_invariants(made(combination), games=1):
        assert ran.problem is None, render_problems([ran.problem])


@pytest.mark.parametrize("edition", ["classic", "marvel"])
def test_all_four_mechanics_act_side_by_side(edition: str) -> None:
    rules = made(Combination(edition, MECHANICS))
    acted = set()
    for number in range(GAMES):
        played = playout(rules.start(4, seed=3, game=number), most_turns=MOST_TURNS)
        acted |= {event.path.rpartition(".")[0] for event in played.state.log}
    triggers = ("visit", "claim", "gain_time", "assemble")
    assert acted >= {f"triggers.{name}" for name in triggers}
