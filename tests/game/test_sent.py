"""States and games as pickles: what comes to another process plays on as what was sent would have."""

import pickle
import subprocess
import sys
from copy import copy, deepcopy
from itertools import product
from pathlib import Path

import pytest
from game.bundled import EDITIONS, OTHER, after

import splendor_dsl
from splendor_dsl.compiler.backend_choice import Backend
from splendor_dsl.game.game import Game
from splendor_dsl.game.state import State

ELSEWHERE = """
import pickle, sys
state = pickle.load(sys.stdin.buffer)
while not state.over and len(state.played) < int(sys.argv[1]):
    state.push(state.moves[len(state.played) % len(state.moves)])
sys.stdout.buffer.write(pickle.dumps(state))
"""
MECHANIC = """splendor mechanic 2

mechanic bright "bright" { most number "how many" }

counters { shine of a player 0 from 0 to most "shine" }

triggers {
  glow: at end of turn { count shine = shine + 1 }
}
"""
MODULE = '''"""A mechanic of somebody else."""
from pathlib import Path

from splendor_dsl.hookspecs import Mechanic, hookimpl


@hookimpl
def splendor_mechanics():
    rules = Path(__file__).with_name("bright.rules")
    return [Mechanic(name="bright", title="Bright", rules=rules)]
'''
ENDLESS = """splendor rules 2

game endless "Endless" { players 2 to 2 }
counters { count of a player 0 from 0 to 1 "count" }
actions {
  up { count count = 1 }
  down { count count = 0 }
}
turn { one action }
end { out: when round > 5000 then at once; ranking { shared } }
"""


def there_and_back(state: State) -> State:
    found: State = pickle.loads(pickle.dumps(state))  # noqa: S301  # what was written a moment ago
    return found


def play_out(state: State, moves: int) -> State:
    while not state.over and len(state.played) < moves:
        state.push(state.moves[len(state.played) % len(state.moves)])
    return state


def in_another_process(state: State, moves: int) -> State:
    command = [sys.executable, "-P", "-c", ELSEWHERE, str(moves)]
    done = subprocess.run(
        command, input=pickle.dumps(state), capture_output=True, check=True
    )  # our own
    found: State = pickle.loads(done.stdout)  # noqa: S301  # what was written a moment ago
    return found


def course(state: State, moves: int) -> tuple[object, ...]:
    """Return the moves of a position, and all facts after it was played on."""
    offered = list(state.moves)
    end = play_out(state, moves)
    return offered, end.to_dict(), end.view(0), end.over, end.ranking


@pytest.mark.parametrize(
    ("name", "backend"),
    [
        *product([*EDITIONS, OTHER], ["interpreter", "python"]),
        pytest.param("classic", "native", marks=pytest.mark.native),
    ],
    ids=lambda given: Path(given).stem,
)
def test_what_was_sent_plays_on_alike(name: str | Path, backend: Backend) -> None:
    if backend == "native":
        pytest.importorskip("numba", reason="native code needs it")
    state = splendor_dsl.load(name, backend=backend).start(2, seed=4, names=("Ann", "Bob"))
    for decisions in (0, 1, 20):
        after(state, decisions, 7)
        again = there_and_back(state)
        assert again is not state
        assert course(again, 60) == course(state.copy(), 60)


@pytest.mark.parametrize("backend", ["interpreter", "python"])
def test_moves_are_taken_back_there_too(backend: Backend) -> None:
    state = after(splendor_dsl.load("classic", backend=backend).start(3, seed=4), 12, 7)
    again = there_and_back(state)
    taken = [again.pop() for _ in range(12)]
    assert taken == [state.pop() for _ in range(12)]
    again.push(again.moves[2])
    state.push(state.moves[2])
    assert again.to_dict() == state.to_dict()
    with pytest.raises(IndexError):
        [again.pop() for _ in range(2)]


def test_how_it_was_begun_stays() -> None:
    game = splendor_dsl.load("classic", settings={"target": 5})
    silent = there_and_back(game.start(2, seed=1, logging=False, automatic=False))
    assert (silent.logging, silent.automatic, silent.log) == (False, False, ())
    assert silent.for_players.game_hash == game.hash != splendor_dsl.load("classic").hash
    assert course(there_and_back(game.start(2, seed=1)), 40) == course(game.start(2, seed=1), 40)


def test_it_needs_no_file_and_no_plugin_where_it_comes_to(tmp_path: Path) -> None:
    (tmp_path / "bright.rules").write_text(MECHANIC, "utf-8")
    (tmp_path / "bright.py").write_text(MODULE, "utf-8")
    rules = tmp_path / "night.rules"
    rules.write_text(
        'splendor rules 2\n\nvariant night "Night" extends classic\n\nuse bright { most 9 }\n'
        "add values.points { shine: shine }\n",
        "utf-8",
    )
    game = splendor_dsl.load(rules, plugins=[str(tmp_path / "bright.py")], settings={"target": 9})
    state = after(game.start(2, seed=3), 8, 1)
    written = pickle.dumps(state)
    for each in tmp_path.glob("*.*"):
        each.unlink()
    again: State = pickle.loads(written)  # noqa: S301  # what was written a moment ago
    assert again == state
    found = in_another_process(state, 30)
    assert found.to_dict() == play_out(state, 30).to_dict()
    assert found.value("points", 0) == state.value("points", 0)


def test_a_game_is_sent_too_and_made_once_where_it_comes_to() -> None:
    game = splendor_dsl.load("classic", backend="python")
    written = pickle.dumps(game)
    one, other = (pickle.loads(written) for _ in range(2))  # noqa: S301  # the same
    assert isinstance(one, Game)
    assert one is other
    assert copy(game) is deepcopy(game) is game
    assert (one.hash, one.title, one.wanted) == (game.hash, game.title, "python")
    state = one.start(2, seed=3)
    assert there_and_back(state).for_players is one.for_players(2)
    assert state == game.start(2, seed=3)


def test_a_long_past_is_sent_whole(tmp_path: Path) -> None:
    rules = tmp_path / "endless.rules"
    rules.write_text(ENDLESS, "utf-8")
    state = play_out(splendor_dsl.load(rules).start(2, seed=2), 3000)
    assert len(state.played) == 3000
    for again in (there_and_back(state), deepcopy(state)):
        assert again.played == state.played
        assert again.log == state.log
