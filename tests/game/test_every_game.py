"""Bundled rule files, each in one random game that is looked at from all sides; `make fuzz` takes the others."""

import json

import pytest
from game.bundled import OTHER
from samples import editions_and_some_others

from splendor_dsl.bundled import bundled_games
from splendor_dsl.chance import Stream
from splendor_dsl.game.game import Game, game
from splendor_dsl.game.state import State
from splendor_dsl.pipeline import load_file

LOOK_EVERY = 29
MOST_DECISIONS = 250


@pytest.mark.parametrize("name", [*editions_and_some_others(), OTHER.stem])
def test_a_game_of_a_rule_file(name: str) -> None:
    model = load_file(bundled_games().get(name, OTHER)).model
    assert model is not None
    playable = game(model)
    players = playable.players[len(playable.players) // 2]
    state = playable.start(players, seed=17)
    chance = Stream(17)
    for number in range(MOST_DECISIONS):
        assert state.broken_invariants() == []
        if state.over or number % LOOK_EVERY == 0:
            look(playable, state)
        if state.over:
            break
        state.push(state.moves[chance.below(len(state.moves))])
    while state.played:
        state.pop()
    assert state == playable.start(players, seed=17)


def look(playable: Game, state: State) -> None:
    data = json.loads(json.dumps(state.to_dict()))
    again = playable.from_dict(data)
    assert (again, again.moves, again.log, again.to_dict()) == (state, state.moves, state.log, data)
    legal = set(state.moves)
    written = set(playable.all_moves(state.players))
    assert legal <= written
    for move in written:
        assert playable.parse_move(str(move)) == move
        assert bool(state.why_not(move)) == (move not in legal)
    for seat in (None, *range(state.players)):
        assert json.loads(json.dumps(state.view(seat))) == state.view(seat)
        kinds = iter(event.kind for event in state.log)
        told = state.log_for(seat)
        assert told
        assert all(event.kind in kinds for event in told), (
            "in the same order, but for what is secret"
        )
