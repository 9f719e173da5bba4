"""Native code finds the worth of positions that the evaluation does, and its trees go by what a seat may know."""

from importlib.util import find_spec

import pytest
from samples import editions

from splendor_dsl.bots.evaluation import evaluation
from splendor_dsl.bots.leaf import Leaf
from splendor_dsl.bots.search import Search
from splendor_dsl.bots.seen import Seen
from splendor_dsl.bots.trees import NativeTree, tree
from splendor_dsl.chance import Stream
from splendor_dsl.game.game import Game
from splendor_dsl.hookspecs import Budget
from splendor_dsl.loading import load

pytestmark = pytest.mark.skipif(not find_spec("numba"), reason="numba is not installed")
POSITIONS = 40
# Besides the editions: hidden amounts, one player, teams, other tokens, more levels, other ends.
GAMES = [
    *editions(),
    "sliding_market",
    "secret_tokens",
    "solo",
    "two_teams",
    "crowns_and_ambers",
    "fourth_level",
    "turn_limit",
]


def leaf_of(count: int) -> Leaf:
    """A leaf whose weights all differ."""
    return Leaf.of_numbers([0.3 + at / 10 for at in range(2 * count + 1)])


def native_tree(game: Game, players: int) -> NativeTree:
    found = tree(game, players, leaf=leaf_of(evaluation(game, players).count))
    assert isinstance(found, NativeTree)
    return found


@pytest.mark.native
@pytest.mark.parametrize("name", GAMES)
def test_worths_are_those_of_the_evaluation(name: str) -> None:
    game = load(name, backend="python")
    for players in {game.players[0], game.players[-1]}:
        reference, searcher = evaluation(game, players), native_tree(game, players).searcher
        state, chance = game.start(players, seed=5), Stream(5)
        for _ in range(POSITIONS):
            if state.over:
                break
            cells = state.cells
            parts = [each.row for each in reference.parts(cells)]
            assert searcher.parts(cells) == [pytest.approx(row) for row in parts]
            for mover in range(players):
                chances = leaf_of(reference.count).chances(parts, reference.conditions, mover)
                assert searcher.chances_of(parts, mover) == pytest.approx(chances)
            state.advance(state.moves[chance.below(len(state.moves))])


@pytest.mark.native
@pytest.mark.parametrize("name", GAMES)
def test_every_move_is_tried_from_positions_that_fit_and_no_other(name: str) -> None:
    game = load(name, backend="python")
    players = game.players[-1]
    grown, chance = native_tree(game, players), Stream(2)
    state = game.start(players, seed=6)
    for number in range(POSITIONS):
        if state.over or state.to_move is None:
            break
        if number % 5 == 0:
            grown.begin(Seen(state.to_move, state), Stream(number))
            grown.grow(50)
            found = grown.tried()
            assert {each.move for each in found} == set(state.moves)
            assert sum(each.tries for each in found) == 50
            assert all(-1e-9 <= each.chance <= 1 + 1e-9 for each in found)
        state.push(state.moves[chance.below(len(state.moves))])


@pytest.mark.native
@pytest.mark.parametrize("name", ["classic", "marvel", "sliding_market", "secret_tokens"])
def test_nothing_that_its_seat_cannot_know_changes_its_choice(name: str) -> None:
    game, chance = load(name, backend="python"), Stream(3)
    bot, state = Search(game, Budget(200)), game.start(2, seed=4)
    for number in range(POSITIONS):
        assert state.to_move is not None
        other = state.determinize(state.to_move, chance)
        one, two = (
            bot.decide(Seen(state.to_move, each), Stream(number)) for each in (state, other)
        )
        assert one == two
        state.push(one)


@pytest.mark.native
def test_its_seconds_are_kept_and_its_playouts_repeat() -> None:
    game = load("classic", backend="python")
    state = game.start(2, seed=4)
    one, two = (Search(game, Budget(300)).tried(Seen(0, state), Stream(1)) for _ in range(2))
    assert one == two
    assert Search(game, Budget(seconds=0.05)).decide(Seen(0, state), Stream(1)) in state.moves
