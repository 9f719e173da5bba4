"""The weights of the parts of a move, for a player that is given as data."""

from typing import Any

import pytest
from kernel.small import play, small

from splendor_dsl import Weights
from splendor_dsl.game.state import State
from splendor_dsl.game.weights import Weighing

GAME = small()
STATE = GAME.start(2)


def weighed(state: State = STATE, **weights: Any) -> dict[str, float]:
    """The moves of a state that weigh anything."""
    weighing = Weighing(state.for_players.model, Weights(**weights))
    view = state.view(state.to_move)
    found = {
        move.text: weighing.of_move(move) + weighing._of_piece(view, move) for move in state.moves
    }
    return {text: weight for text, weight in found.items() if weight}


def test_a_chosen_token_weighs() -> None:
    assert weighed(tokens={"iron": 2, "copper": -1}) == {"take iron": 2, "take copper": -1}


def test_a_clause_weighs_by_its_path_and_by_each_beginning_of_it() -> None:
    takes = {f"take {coin}": 3 for coin in ("copper", "silver", "iron")}
    draws = {"draw 1": 1, "draw 2": 1}
    assert weighed(moves={"actions": 1, "actions.take": 2}) == {**takes, **draws}


def test_what_the_chosen_piece_has_weighs_as_far_as_it_is_seen() -> None:
    state = play(STATE.copy(), "take silver", "take iron")
    assert {"buy 1-1", "draw 1", "draw 2"} <= {move.text for move in state.moves}
    assert weighed(state, fields={"size": 10, "price": 2, "worth": 9}) == {"buy 1-1": 12}


def test_a_piece_in_the_hand_of_its_owner_weighs() -> None:
    state = play(STATE.copy(), "draw 1", "take iron", "take iron", "take iron")
    assert {"buy hand-1", "buy 1-1"} <= {move.text for move in state.moves}
    assert weighed(state, fields={"worth": 3}) == {"buy hand-1": 6}


class Compiled:
    """A stand-in for a function that numba compiled, with the parts that are read here."""

    address = 12345


def test_a_function_is_a_policy_of_native_code_alone() -> None:
    with pytest.raises(
        ValueError, match=r"expected weights or none for seat 1 .* found <.*Compiled"
    ):
        GAME.played_games([None, Compiled()], 1)
