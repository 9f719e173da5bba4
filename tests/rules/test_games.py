"""The bundled games hold to their own examples and invariants, and play to the end."""

from functools import cache

import pytest
from rules.loading import GAMES, bundled

from splendor_dsl.play.examples import run_examples, run_invariants
from splendor_dsl.play.game import Game, game
from splendor_dsl.play.playout import playout
from splendor_dsl.report.terminal import render_problems
from splendor_dsl.semantics.examples import Example

EXAMPLES = [(name, each) for name in GAMES for each in bundled(name).examples]


@cache
def made(name: str) -> Game:
    model = bundled(name).model
    assert model is not None
    return game(model)


@pytest.mark.parametrize(
    ("name", "example"), EXAMPLES, ids=[f"{name}-{each.name}" for name, each in EXAMPLES]
)
def test_an_example_holds(name: str, example: Example) -> None:
    (ran,) = run_examples(made(name), [example])
    assert ran.problem is None, render_problems([ran.problem])


@pytest.mark.parametrize("name", GAMES)
def test_the_invariants_hold(name: str) -> None:
    for ran in run_invariants(made(name)):
        assert ran.problem is None, render_problems([ran.problem])


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_end(name: str, players: int) -> None:
    for number in range(5):
        played = playout(made(name).start(players, seed=4, game=number, logging=False))
        assert played.state.over


def test_the_first_printing_shows_no_hand_when_passing() -> None:
    classic = {each.name: each for each in made("classic").model.actions}
    first = {each.name: each for each in made("first_printing").model.actions}
    assert len(classic["pass"].code.steps) == 1
    assert not first["pass"].code.steps
