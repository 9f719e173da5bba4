"""The first greedy bot buys what it can, and does not hoard tokens for the game's dearest cards."""

from copy import deepcopy

import pytest

from splendor_dsl.bots.seated import seat_bot
from splendor_dsl.bundled import variants_folder
from splendor_dsl.extensions import load_extensions
from splendor_dsl.loading import load

HAND_OF_FOUR = variants_folder() / "house" / "hand_of_four.rules"


@pytest.mark.parametrize("number", [2, 16])
def test_nobody_ends_with_a_full_hand_and_no_card_bought(number: int) -> None:
    game = load(HAND_OF_FOUR)
    greedy = load_extensions().bots["greedy-0"].value
    bots = [seat_bot(greedy, game, seat, seed=1, number=number) for seat in range(2)]
    state = game.start(players=2, seed=1, game=number)
    while not state.over:
        state.push(bots[state.to_move].choose(state))
    bought = [len(state.view(seat)["players"][seat]["zones"]["bought"]) for seat in range(2)]
    assert min(bought) > 10


def test_it_plays_alike_in_every_seat() -> None:
    """Two of them win more often in the first seat, as it is a move ahead: no seat is played better than another."""
    game = load("classic")
    greedy = load_extensions().bots["greedy-0"].value
    bots = [seat_bot(greedy, game, seat, seed=1) for seat in range(2)]
    state = game.start(players=2, seed=1)
    while not state.over:
        seat = state.to_move
        assert seat is not None
        view, moves, stream = state.view(seat), state.moves, deepcopy(bots[seat].stream)
        own, other = view["players"][seat], view["players"][1 - seat]
        chairs = {seat: {**other, "seat": seat}, 1 - seat: {**own, "seat": 1 - seat}}
        turned = {
            **view,
            "seat": 1 - seat,
            "to_move": 1 - seat,
            "players": [chairs[0], chairs[1]],
        }
        chosen = bots[seat].choose(state)
        assert bots[1 - seat].player.choose(turned, moves, stream) == chosen
        state.advance(chosen)
    assert state.turn > 40
