"""The moves that a state offers: as a tuple of moves would be; and taking back, copying and telling on each backend."""

import pickle
from copy import copy, deepcopy
from gc import collect
from random import Random
from typing import Any

import pytest
from kernel.small import PLAIN, meant, text

import splendor_dsl
from splendor_dsl.compiler.backend_choice import Backend
from splendor_dsl.game.game import Game, game
from splendor_dsl.game.state import IllegalMoveError, State
from splendor_dsl.notation.moves import Move
from splendor_dsl.position.log import steps

SWAP = """
    swap as "swap {card} {rival}" {
      choose rival: players
      choose card: cards in hand of rival
      move card to hand
    }
"""


def swapping(backend: Backend) -> Game:
    """A game in which the same option is written in another way by each seat."""
    model = meant(text(actions=PLAIN["actions"] + SWAP)).model
    assert model is not None
    return game(model, backend=backend)


@pytest.fixture
def state() -> State:
    return splendor_dsl.load("classic", backend="python").start(2, seed=5)


def test_what_is_offered_is_like_a_tuple(state: State) -> None:
    moves = state.moves
    whole = tuple(moves)
    assert len(moves) == len(whole) > 10
    assert moves == whole
    assert whole == moves
    assert moves == state.copy().moves
    assert hash(moves) == hash(whole)
    assert (moves[0], moves[-1], moves[2:4]) == (whole[0], whole[-1], whole[2:4])
    assert moves.index(whole[7]) == 7
    assert moves.count(whole[7]) == 1
    assert whole[3] in moves
    assert "take white" not in moves
    assert moves != list(whole)
    assert repr(moves) == repr(whole)
    with pytest.raises(IndexError):
        moves[len(moves)]


def test_what_was_offered_stays_when_the_game_goes_on(state: State) -> None:
    moves = state.moves
    written = [str(move) for move in splendor_dsl.load("classic").start(2, seed=5).moves]
    state.push(moves[0])
    assert [str(move) for move in moves] == written


@pytest.mark.parametrize("backend", ["interpreter", "python"])
def test_each_seat_writes_in_its_own_way(backend: Backend) -> None:
    state = swapping(backend).start(3, seed=1)
    again = swapping("interpreter").start(3, seed=1)
    choose = Random(2)
    for _ in range(60):
        if state.over:
            break
        assert state.moves == again.moves
        at = choose.randrange(len(again.moves))
        move = state.moves[at] if at % 2 else state.for_players.notation.parse(str(again.moves[at]))
        state.push(move)
        again.push(again.moves[at])
        assert state == again
    assert state.played == again.played
    assert state.log == again.log


@pytest.mark.parametrize("backend", ["interpreter", "python"])
def test_a_move_of_another_position_is_refused(backend: Backend) -> None:
    state = splendor_dsl.load("classic", backend=backend).start(2, seed=5)
    buys: dict[str, Move] = {}
    choose = Random(1)
    while not buys:
        state.push(state.moves[choose.randrange(len(state.moves))])
        buys = {str(move): move for move in state.moves if str(move).startswith("buy")}
    (name, move), *_ = buys.items()
    first = splendor_dsl.load("classic", backend=backend).start(2, seed=5)
    before = first.to_dict()
    for wrong in (move, name):
        with pytest.raises(IllegalMoveError):
            first.push(wrong)
    state.pop()
    while state.played:
        state.pop()
    with pytest.raises(IllegalMoveError):
        state.push(move)  # the very object that this game has written
    assert first.to_dict() == before
    assert state == first


@pytest.mark.parametrize("backend", ["interpreter", "python"])
@pytest.mark.parametrize("logging", [True, False])
def test_taking_back_restores_everything(backend: Backend, *, logging: bool) -> None:
    state = splendor_dsl.load("classic", backend=backend).start(3, seed=2, logging=logging)
    choose = Random(7)
    seen = []
    for _ in range(40):
        seen.append((state.to_dict(), state.moves, state.hash, state.round, state.turn))
        state.push(state.moves[choose.randrange(len(state.moves))])
    for before in reversed(seen):
        state.pop()
        assert (state.to_dict(), state.moves, state.hash, state.round, state.turn) == before
    with pytest.raises(IndexError, match="no move to take back"):
        state.pop()


@pytest.mark.parametrize("backend", ["interpreter", "python"])
def test_a_copy_by_the_module_copy_goes_its_own_way(backend: Backend) -> None:
    state = splendor_dsl.load("classic", backend=backend).start(2, seed=5)
    state.push(state.moves[0])
    before = state.to_dict()
    for twin in (copy(state), deepcopy(state)):
        assert twin == state
        twin.push(twin.moves[0])
        twin.pop()
        twin.advance(twin.moves[1])
    assert state.to_dict() == before
    assert state.pop() == state.moves[0]


def test_a_refusal_can_be_made_again_as_in_another_process(state: State) -> None:
    with pytest.raises(IllegalMoveError) as raised:
        state.push("buy 3-1")
    again = copy(raised.value)
    assert (str(again), again.move, again.reasons) == (
        str(raised.value),
        raised.value.move,
        raised.value.reasons,
    )
    with pytest.raises(splendor_dsl.RulesError) as faulty:
        splendor_dsl.load("clasic")
    assert copy(faulty.value).problems == faulty.value.problems


def test_a_past_that_is_shared_is_told_once(state: State) -> None:
    for _ in range(5):
        state.push(state.moves[-1])
    other = state.copy()
    assert all(step[2] is None for step in steps(state._played))
    told = state.log
    assert other.log == told
    assert all(step[2] is not None for step in steps(other._played))
    other.advance(other.moves[0])
    assert other.log[: len(told)] == told
    assert state.log == told


def test_what_was_given_last_is_made_whatever_came_between(state: State) -> None:
    kept = state.moves[3]
    written = state.moves.written  # type: ignore[attr-defined]  # of a move runner's moves
    write, written._write = written._write, lambda _: 1 // 0
    with pytest.raises(ZeroDivisionError):
        state.moves[9]
    written._write = write
    for made in (state, deepcopy(state)):
        after = made.copy()
        made.push(kept)
        after.push(str(kept))
        assert made == after
        assert made.played == (kept,)


def test_offered_moves_go_to_another_process_as_a_tuple(state: State) -> None:
    state.moves[1]
    again = pickle.loads(pickle.dumps(state.moves))  # noqa: S301  # what was written a moment ago
    assert again == tuple(state.moves)
    assert deepcopy(state.moves) is state.moves


@pytest.mark.parametrize("way", [deepcopy, lambda state: copy(state.for_players.move_runner)])
def test_moves_are_known_by_identity_where_they_were_written_alone(way: Any, state: State) -> None:
    assert len(tuple(state.moves)) > 10
    found = way(state)
    move_runner = found.for_players.move_runner if isinstance(found, State) else found
    assert move_runner.shared_moves is not None
    written = {id(move): option for option, move in move_runner.shared_moves.items()}
    assert move_runner.numbers == move_runner.shared_moves.numbers == written


def test_a_deep_copy_makes_the_move_that_it_is_given_when_the_original_is_gone() -> None:
    state = splendor_dsl.load("classic", backend="python").start(2, seed=3, logging=False)
    texts = [str(move) for move in state.moves]
    twin = deepcopy(state).copy()
    parse = twin.for_players.notation.parse
    assert state.for_players.move_runner is not None
    known = set(state.for_players.move_runner.numbers)
    del state
    collect()
    parsed = [parse(text) for _ in range(2000) for text in texts]
    met = [move for move in parsed if id(move) in known]
    for move in (*met, *parsed[: len(texts)]):
        after, again = twin.copy(), twin.copy()
        after.push(move)
        again.push(str(move))
        assert after == again


def elsewhere(state: State) -> State:
    """A state as it comes to another process."""
    found: State = pickle.loads(pickle.dumps(state))  # noqa: S301  # what was written a moment ago
    return found


def test_a_state_goes_on_in_another_process(state: State) -> None:
    state.push(state.moves[3])
    first = state.moves[2]
    again = elsewhere(state)
    assert again == state
    assert again.moves == state.moves
    again = elsewhere(state)
    for each in (again, state):
        each.push(first)
        each.push(each.moves[1])
    assert again == state
    assert again.played == state.played
    assert [again.pop() for _ in range(3)] == [state.pop() for _ in range(3)]
