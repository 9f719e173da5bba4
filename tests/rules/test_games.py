"""The bundled games hold to their own examples and invariants, and play to the end."""

from functools import cache

import pytest
from rules.loading import GAMES, bundled

from splendor_dsl.diagnostics import Problem
from splendor_dsl.examples.runner import run_examples, run_invariants
from splendor_dsl.game.game import Game, game
from splendor_dsl.game.playouts import playout
from splendor_dsl.game.state import State
from splendor_dsl.interpreter.position import position
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


# ---- who knows what after a pass (C-PASS, K6, K15) ---------------------------------------------------
def passed(name: str) -> tuple[list[str], State, State]:
    """What Ann holds, and the table before and after Bob leaves her nothing but to pass."""
    play = made(name)
    example = next(each for each in bundled("classic").examples if each.name == "passed_over")
    table = play.for_players(2)
    cells = position(table.engine, example)
    assert not isinstance(cells, Problem), cells.message()
    before = State(table, cells)
    held = before.view(0)["players"][0]["zones"]["hand"]
    return held, before, before.play("take green red black")


def seen(state: State, seat: int | None) -> list[str]:
    found: list[str] = state.view(seat)["players"][0]["zones"]["hand"]
    return found


def test_a_forced_pass_in_classic_lets_the_others_know_the_hand() -> None:
    held, before, after = passed("classic")
    assert len(held) == 3
    assert "?" not in held
    assert seen(before, 1) == seen(before, None) == ["?"] * 3
    assert after.view(None)["passes"] == 1
    assert seen(after, 1) == seen(after, None) == held
    told = [event for event in after.log_for(1) if event.path == "actions.pass.reveal"]
    assert [piece for event in told for piece in event.data["pieces"]] == held


def test_a_forced_pass_in_the_first_printing_shows_nothing() -> None:
    _, _, after = passed("first_printing")
    assert after.view(None)["passes"] == 1
    assert seen(after, 1) == ["?"] * 3
    assert seen(after, 0) != ["?"] * 3
