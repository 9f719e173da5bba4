"""No bot goes by what its seat can't know: positions that it can't tell from the one at the table make no difference."""

from copy import deepcopy

import pytest
from samples import editions, in_fuzz

from splendor_dsl.bots import search, trees
from splendor_dsl.bots.seated import seat_bot
from splendor_dsl.bundled import bundled_games
from splendor_dsl.chance import Stream
from splendor_dsl.extensions import load_extensions
from splendor_dsl.loading import load

KINDS = ("greedy-0", "greedy", "planner", "search@8", "level@4")
HIDING = ("secret_tokens", "sliding_market")


@pytest.fixture(autouse=True)
def _in_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Native trees have tests of their own (tests/conformance/test_native_search.py)."""
    plain = trees.tree
    monkeypatch.setattr(search, "tree", lambda game, players: plain(game, players, plain=True))


def check(name: str, kind: str, positions: int) -> None:
    """Compare choices in some positions of games of the bot."""
    game, chance = load(name, backend="python"), Stream(3)
    bot, number = load_extensions().bots[kind].value, 0
    while positions:
        number += 1
        players = game.players[number % len(game.players)]
        state = game.start(players, seed=4, game=number)
        bots = [seat_bot(bot, game, seat, seed=4, number=number) for seat in range(players)]
        while positions and state.to_move is not None and not state.over:
            seated = bots[state.to_move]
            other, twin = state.determinize(state.to_move, chance), deepcopy(seated)
            chosen = seated.choose(state)
            assert twin.choose(other) == chosen
            state.push(chosen)
            positions -= 1


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", [*editions(), *HIDING])
def test_what_its_seat_cannot_know_makes_no_difference(name: str, kind: str) -> None:
    check(name, kind, 12 if kind in {"planner", "search@8"} else 30)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", [in_fuzz(name) for name in bundled_games()])
def test_nor_in_hundreds_of_positions(name: str, kind: str) -> None:
    check(name, kind, 500)
