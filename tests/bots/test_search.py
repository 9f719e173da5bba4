"""The bot that plays on in its head: it tries every move, sees what wins at once, and goes by what its seat may know."""

import pytest
from kernel.small import play, small
from samples import editions_and_some_others

from splendor_dsl.bots import trees
from splendor_dsl.bots.evaluation import evaluation
from splendor_dsl.bots.leaf import usual_leaf
from splendor_dsl.bots.search import Search
from splendor_dsl.bots.seated import SeatedBot
from splendor_dsl.bots.seen import Seen
from splendor_dsl.bots.trees import PlainTree
from splendor_dsl.chance import Stream
from splendor_dsl.game.game import Game
from splendor_dsl.hookspecs import Budget
from splendor_dsl.loading import load

MOST_TURNS = 300


@pytest.fixture(autouse=True)
def _in_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Native trees have tests of their own (tests/conformance/test_native_search.py)."""
    monkeypatch.setattr(trees, "tree", lambda game, players, **_: plain_tree(game, players))
    monkeypatch.setattr("splendor_dsl.bots.search.tree", trees.tree)


def plain_tree(game: Game, players: int = 2) -> PlainTree:
    worth = evaluation(game, players)
    return PlainTree(worth, usual_leaf(worth.count))


def seated(game: Game, budget: Budget, seat: int = 0) -> SeatedBot:
    return SeatedBot(name="search", seat=seat, player=Search(game, budget), stream=Stream(3))


def test_every_move_is_tried_and_none_that_is_not_there() -> None:
    state = load("classic").start(2, seed=4)
    tree = plain_tree(load("classic"))
    tree.begin(Seen(0, state), Stream(1))
    tree.grow(2)
    tried = tree.tried()
    assert {each.move for each in tried} == set(state.moves)
    assert sum(each.tries for each in tried) == 2
    assert all(0 <= each.chance <= 1 for each in tried)


def test_it_makes_the_move_that_wins() -> None:
    """Five points end the game: one piece that can be bought now brings them, the other does not."""
    rows = '"one" 1 1 silver : 2 copper\n"two" 1 5 copper : 2 copper\n"three" 1 0 copper : 1 iron'
    game = small(rows_cards=rows)
    state = play(game.start(2), "take copper", "take iron", "take copper", "take iron")
    winning = next(
        at for at, label in enumerate(state.view(0)["zones"]["row"]["1"], 1) if label == "two"
    )
    assert str(seated(game, Budget(40)).choose(state)) == f"buy 1-{winning}"


@pytest.mark.parametrize("name", editions_and_some_others(4))
def test_every_game_of_searchers_comes_to_an_end(name: str) -> None:
    game = load(name, backend="python")
    players = game.players[0]
    state, bots = (
        game.start(players, seed=8),
        [seated(game, Budget(2), at) for at in range(players)],
    )
    while not state.over and state.turn < MOST_TURNS:
        assert state.to_move is not None
        state.advance(bots[state.to_move].choose(state))
    assert state.over, f"no end after {state.turn} turns"


def test_a_budget_of_seconds_is_kept() -> None:
    game = load("classic", backend="python")
    state, bot = game.start(2, seed=4), Search(game, Budget(seconds=0.05))
    assert bot.decide(Seen(0, state), Stream(1)) in state.moves
    assert len(bot.tried(Seen(0, state), Stream(1))) == len(state.moves)


def test_positions_after_a_move_are_worth_what_the_one_who_decided_has_of_them() -> None:
    """The other player's best answer counts against a move: who leaves the piece that wins is worse off."""
    game = load("classic", backend="python")
    state = game.start(2, seed=4)
    tree = plain_tree(game)
    tree.begin(Seen(0, state), Stream(1))
    tree.grow(60)
    most = max(tree.tried(), key=lambda each: each.tries)
    least = min(tree.tried(), key=lambda each: each.tries)
    assert most.chance > least.chance
