"""Whatever is given wrongly to the package is refused: a wrong kind by a `TypeError`, a wrong value by a `ValueError`."""

import re
from typing import Any

import pytest
from game.bundled import named

import splendor_dsl
from splendor_dsl import PositionError, Weights
from splendor_dsl.position.deal import DealError

GAME = named("classic")
STATE = GAME.start(2)
RECORD = splendor_dsl.to_record(GAME, STATE)
RUN = GAME.random_games(2, 1)
DATA = STATE.to_dict()
DEEP: list[Any] = []
for _ in range(5_000):
    DEEP = [DEEP]


def of_weights(**weights: Any) -> Any:
    """A run in which a player weighs so."""
    return GAME.played_games([Weights(**weights), None], 1)


def of_data(**changed: Any) -> Any:
    """A saved position with something else in it."""
    return GAME.from_dict({**DATA, **changed})


LOADING = [
    (splendor_dsl.load, (None,), {}, TypeError, "expected the name of a game or a rule file, found None"),
    (splendor_dsl.load, ("classic",), {"backend": 5}, TypeError, "expected the name of a backend, found 5"),
    (splendor_dsl.load, ("classic",), {"backend": "x"}, ValueError, "expected a backend (interpreter, "),
    (splendor_dsl.load, ("classic",), {"plugins": [5]}, TypeError, "expected a list of plugins, found [5]"),
    (splendor_dsl.load, ("classic",), {"settings": {1: 2}}, TypeError, "expected settings as whole numbers"),
    (splendor_dsl.load, ("classic",), {"settings": {"target": 10**5000}}, ValueError,
     "expected settings of at most 100 digits, found a value of type int"),
    (splendor_dsl.load, ("clasic",), {}, splendor_dsl.RulesError, "found 'clasic'"),
]  # fmt: skip
STARTING = [
    (GAME.start, ("2",), {}, TypeError, "expected 2 to 4 players, found '2'"),
    (GAME.start, (True,), {}, TypeError, "expected 2 to 4 players, found True"),
    (GAME.start, ([],), {}, TypeError, "expected 2 to 4 players, found []"),
    (GAME.start, (5,), {}, ValueError, "expected 2 to 4 players, found 5"),
    (GAME.start, (2,), {"names": 5}, TypeError, "expected a list of names, found 5"),
    (GAME.start, (2,), {"names": None}, TypeError, "expected a list of names, found None"),
    (GAME.start, (2,), {"names": ["a", "a"]}, ValueError, "expected different names, found a, a"),
    (GAME.start, (2,), {"names": ["Ann", "ann"]}, ValueError,
     "expected names that are read differently in moves, found 'Ann' beside 'ann'"),
    (GAME.start, (2,), {"names": ["a b", "A  b"]}, ValueError,
     "expected names that are read differently in moves, found 'a b' beside 'A  b'"),
    (GAME.start, (2,), {"names": ["Ann", "Ann "]}, ValueError,
     "expected names that are read differently in moves, found 'Ann' beside 'Ann '"),
    (GAME.start, (2,), {"names": ["a-b", "a - b"]}, ValueError,
     "expected names that are read differently in moves, found 'a-b' beside 'a - b'"),
    (GAME.start, (2,), {"names": ["a", "\u0430"]}, ValueError,
     "expected names that look different, found '\u0430' beside 'a'"),
    (GAME.start, (2,), {"automatic": "no"}, TypeError, "expected true or false for automatic, found 'no'"),
    (GAME.start, (2,), {"logging": None}, TypeError, "expected true or false for logging, found None"),
    (GAME.start, (2,), {"deal": 3}, DealError, "expected a deal as a mapping of zones, found 3"),
    (GAME.start, (2,), {"deal": {"deck": {9: []}}}, DealError, "expected a part of 'deck' (1, 2, 3), found 9"),
    (GAME.start, (2,), {"deal": {"deck": {1.0: []}}}, DealError, "expected a part of 'deck' (1, 2, 3), found 1.0"),
    (GAME.start, (2,), {"deal": {"deck": {1: [], "1": []}}}, DealError, "expected the part 1 of 'deck' once, found it"),
    (GAME.start, (2,), {"deal": {"court": {1: []}}}, DealError, "expected a zone that the setup shuffles"),
    (GAME.start, (2,), {"deal": {10**5000: []}}, DealError, "shuffles, found a value of type int"),
    (GAME.start, (2,), {"deal": {"deck": {10**5000: []}}}, DealError, "(1, 2, 3), found a value of type int"),
    (GAME.start, (2,), {"seed": 10**5000}, ValueError, "at most 64 bits, found a value of type int"),
    (GAME.start, (2,), {"seed": "1"}, TypeError, "expected a whole number for a seed, found '1'"),
    (GAME.start, (2,), {"game": 2**64}, ValueError, "expected the number of a game of at most 64 bits"),
    (GAME.all_moves, ("2",), {}, TypeError, "expected 2 to 4 players, found '2'"),
    (GAME.all_moves, (9,), {}, ValueError, "expected 2 to 4 players, found 9"),
    (GAME.native_table, ("2",), {}, TypeError, "expected 2 to 4 players, found '2'"),
    (GAME.native_table, (2,), {}, ValueError, "expected a game on native code, found one on the"),
]  # fmt: skip
ASKING = [
    (STATE.play, (None,), {}, TypeError, "expected a move or its text, found None"),
    (STATE.push, (b"x",), {}, TypeError, "expected a move or its text, found b'x'"),
    (STATE.advance, (3,), {}, TypeError, "expected a move or its text, found 3"),
    (STATE.why_not, (3,), {}, TypeError, "expected a move or its text, found 3"),
    (GAME.parse_move, (3,), {}, TypeError, "expected a move or its text, found 3"),
    (GAME.parse_move, ("dance",), {}, splendor_dsl.NotationError, "found 'dance'"),
    (STATE.play, ("dance",), {}, splendor_dsl.NotationError, "found 'dance'"),
    (STATE.play, ("buy 3-1",), {}, splendor_dsl.IllegalMoveError, "buy 3-1 is not possible"),
    (STATE.copy().pop, (), {}, IndexError, "no move to take back"),
    (STATE.view, ("x",), {}, TypeError, "expected a seat from 0 to 1, found 'x'"),
    (STATE.view, (5,), {}, ValueError, "expected a seat from 0 to 1, found 5"),
    (STATE.log_for, ("x",), {}, TypeError, "expected a seat from 0 to 1, found 'x'"),
    (STATE.log_for, (-1,), {}, ValueError, "expected a seat from 0 to 1, found -1"),
    (STATE.log_since, (-1,), {}, ValueError, "expected a number of events from 0 on, found -1"),
    (STATE.log_for, (0,), {"since": -1}, ValueError, "expected a number of events from 0 on, found -1"),
    (STATE.log_for, (0,), {"since": "x"}, TypeError, "expected a number of events from 0 on, found 'x'"),
    (STATE.log_for, (0,), {"since": None}, TypeError, "expected a number of events from 0 on, found None"),
    (STATE.value, ([], 0), {}, TypeError, "expected the name of a value, found []"),
    (STATE.value, ("x", 0), {}, ValueError, "expected a value of the game ("),
    (STATE.value, ("points", None), {}, TypeError, "expected a seat from 0 to 1, found None"),
    (STATE.value, ("points", 2), {}, ValueError, "expected a seat from 0 to 1, found 2"),
]  # fmt: skip
SAVING = [
    (GAME.from_dict, (None,), {}, PositionError, "expected a mapping for a saved position, found None"),
    (GAME.from_dict, ({},), {}, PositionError, "expected 'players' in a saved position, found none"),
    (of_data, (), {"players": 5}, PositionError, "expected a number from 2 to 4 for players, found 5"),
    (of_data, (), {"players": "2"}, PositionError, "expected a number from 2 to 4 for players, found '2'"),
    (of_data, (), {"log": [{**DATA["log"][0], "data": {"from": b"x"}}]}, PositionError,
     "expected texts, numbers, lists and mappings for an event's data, found {'from': b'x'}"),
    (of_data, (), {"log": [{**DATA["log"][0], "secret": {"order": DEEP}}]}, PositionError,
     "expected texts, numbers, lists and mappings for an event's secret, found "),
    (of_data, (), {"log": 5}, PositionError, "expected a list for log, found 5"),
    (of_data, (), {"origin": {"seed": 0, "game": 0, "names": ["a", "a"]}}, PositionError,
     "expected different names, found a, a"),
    (splendor_dsl.to_record, (5, STATE), {}, TypeError, "expected a game, found 5"),
    (splendor_dsl.to_record, (GAME, None), {}, TypeError, "expected a state, found None"),
    (splendor_dsl.to_record, (GAME, STATE), {"name": 5}, TypeError, "expected the name of a game, found 5"),
    (splendor_dsl.to_record, (GAME, STATE), {"seats": 5}, TypeError, "expected a list of seats, found 5"),
    (splendor_dsl.to_record, (GAME, STATE), {"seats": [5]}, TypeError, "expected a list of seats, found [5]"),
    (splendor_dsl.to_record, (GAME, STATE), {"seats": ["a"]}, splendor_dsl.NotRecordedError,
     "expected one for each of the 2 players"),
    (splendor_dsl.from_record, (5, RECORD), {}, TypeError, "expected a game, found 5"),
    (splendor_dsl.from_record, (GAME, None), {}, TypeError, "expected the text of a record, found None"),
    (splendor_dsl.from_record, (GAME, 5), {}, TypeError, "expected the text of a record, found 5"),
    (splendor_dsl.from_record, (GAME, b"x"), {}, TypeError, "expected the text of a record, found b'x'"),
    (splendor_dsl.from_record, (GAME, "x"), {}, splendor_dsl.RecordError, "expected the record of a game"),
]  # fmt: skip
RUNNING = [
    (GAME.random_games, ("2", 1), {}, TypeError, "expected 2 to 4 players, found '2'"),
    (GAME.random_games, (5, 1), {}, ValueError, "expected 2 to 4 players, found 5"),
    (GAME.random_games, (2, "1"), {}, TypeError, "expected a number of games from 1 on, found '1'"),
    (GAME.random_games, (2, 0), {}, ValueError, "expected a number of games from 1 on, found 0"),
    (GAME.random_games, (2, 1), {"threads": 1.5}, TypeError, "expected a number of threads from 1 on, found 1.5"),
    (GAME.random_games, (2, 1), {"seed": "1"}, TypeError, "expected a whole number for a seed, found '1'"),
    (GAME.played_games, (None, 1), {}, TypeError, "expected a list of policies, found None"),
    (GAME.played_games, ("ab", 1), {}, TypeError, "expected a list of policies, found 'ab'"),
    (GAME.played_games, ([None], 1), {}, ValueError, "expected 2 to 4 players, found 1"),
    (GAME.played_games, (["greedy", None], 1), {}, TypeError, "expected weights, none or what numba.cfunc makes"),
    (GAME.played_games, ([None, None], 0), {}, ValueError, "expected a number of games from 1 on, found 0"),
    (GAME.played_games, ([None, None], 1), {"tell": 5}, TypeError, "expected a function to tell, found 5"),
    (RUN.wins, ("x",), {}, TypeError, "expected a seat from 0 to 1, found 'x'"),
    (RUN.wins, (2,), {}, ValueError, "expected a seat from 0 to 1, found 2"),
    (RUN.wins, (-1,), {}, ValueError, "expected a seat from 0 to 1, found -1"),
    (RUN.wins, (0,), {"shared": 5}, TypeError, "expected true, false or none for shared, found 5"),
]  # fmt: skip
WEIGHING = [
    (Weights, (), {"moves": 5}, TypeError, "expected weights as numbers by names for moves, found 5"),
    (Weights, (), {"tokens": {5: 1}}, TypeError, "expected weights as numbers by names for tokens, found {5: 1}"),
    (Weights, (), {"fields": {"points": "x"}}, TypeError, "expected a number as the weight of 'points', found 'x'"),
    (Weights, (), {"moves": {"actions": float("nan")}}, ValueError, "expected a number as the weight of 'actions'"),
    (Weights, (), {"whim": "x"}, TypeError, "expected a whim from 0 to 2147483648, found 'x'"),
    (Weights, (), {"whim": -1}, ValueError, "expected a whim from 0 to 2147483648, found -1"),
    (of_weights, (), {"moves": {"nosuch": 3}}, ValueError, "expected the path of a clause, or its beginning"),
    (of_weights, (), {"tokens": {"pink": 3}}, ValueError, "expected a token (white, "),
]  # fmt: skip
CASES = [*LOADING, *STARTING, *ASKING, *SAVING, *RUNNING, *WEIGHING]


@pytest.mark.parametrize(("ask", "args", "named", "kind", "message"), CASES)
def test_what_is_given_wrongly_is_refused_as_the_page_promises(
    ask: Any, args: Any, named: Any, kind: type[Exception], message: str
) -> None:
    with pytest.raises(kind, match=re.escape(message)) as raised:
        ask(*args, **named)
    assert raised.type is kind
