"""Games that would run for ever are given up at the same place on every backend (K12, K21)."""

import pytest
from conformance.comparing import BACKENDS, REFERENCE, tables
from kernel.small import PLAIN, small

from splendor_dsl.game.game import Game
from splendor_dsl.game.playouts import playout
from splendor_dsl.ir.caps import DECISIONS_A_TURN, MOST_TURNS, most_decisions

ALONE = 'only as "only" { gain up to 1 iron }'
NEVER = 'never as "never" { require no: round > 5000 }'
LATE = "late: when round > 5000 then at once\nranking { worth: most worth_of; shared }"
HASTE = 'haste as "haste" { again }\nhurry as "hurry" { again }\n'
ENDLESS = {
    "runs of a phase": {"actions": HASTE, "phases": "ever 1 rounds { one action }"},
    "actions of a turn": {
        "actions": 'one as "one" { choose n: number from 1 to 2; do one }\n' + PLAIN["actions"],
        "turn": "one action",
    },
}


AGAIN = "early 1 rounds { count a: fame = 1 - fame; count b: glory = fame; if x: fame = glory { again } }"
BY_ITSELF = {
    "runs of a phase": {"phases": AGAIN},
    "runs of a phase that pay": {"phases": AGAIN.replace("{ count a", "{ pay 0 iron; count a")},
    "turns that begin with a payment": {
        "actions": ALONE,
        "end": LATE,
        "triggers": "dawn: at start of turn { pay 0 iron; count fame = 1 - fame; gain up to 1 silver }",
    },
}


@pytest.mark.parametrize("alone", BY_ITSELF)
def test_what_is_never_asked_is_given_up_alike(alone: str) -> None:
    counters = "fame of a player 0 from 0 to 1\nglory of a player 0 from 0 to 1"
    game = small(counters=counters, **BY_ITSELF[alone])
    for table in tables(game, [2]):
        assert table.play(0) == 0
    state = game.start(2)
    assert state.outcome is not None
    assert state.outcome.kind == "unfinished"


@pytest.mark.parametrize("actions", [ALONE, NEVER])
def test_a_game_that_runs_by_itself_is_given_up_alike(actions: str) -> None:
    for table in tables(small(actions=actions, end=LATE)):
        assert table.play(0) == 0


@pytest.mark.parametrize("endless", ENDLESS)
@pytest.mark.parametrize("backend", [REFERENCE, *BACKENDS])
def test_a_playout_without_an_end_reaches_its_cap_of_decisions(backend: str, endless: str) -> None:
    made = small(**ENDLESS[endless])
    game = Game(made.program, made.notation, wanted=backend)  # type: ignore[arg-type]  # a name of the three
    state = game.start(2, seed=1, logging=False)
    if backend == REFERENCE:
        done = playout(state, most_turns=30)
        assert (done.kind, done.decisions) == ("unfinished", 30 * DECISIONS_A_TURN)
        assert not done.state.over
    else:
        found = game.random_games(2, 2, seed=1)
        assert (found.ends, found.decisions) == ({"unfinished": 2}, 2 * most_decisions())
        assert game.played_games([None, None], 1).decisions == most_decisions()
    assert game.backend == backend


def test_the_cap_of_decisions_follows_from_that_of_turns() -> None:
    assert most_decisions() == 10 * MOST_TURNS == 10_000
