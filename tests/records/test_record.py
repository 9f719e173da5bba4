import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel.small import small

import splendor_dsl
from splendor_dsl.chance import Stream
from splendor_dsl.diagnostics import MOST_REPORTED
from splendor_dsl.game.game import Game
from splendor_dsl.game.state import State
from splendor_dsl.records.parser import read_record
from splendor_dsl.records.record import Record, is_name, to_text
from splendor_dsl.records.replay import NotRecordedError, record_of, replay, result_of
from splendor_dsl.source import source_from_text


@pytest.fixture(scope="module", params=["classic", "marvel"])
def game(request: pytest.FixtureRequest) -> Game:
    return splendor_dsl.load(request.param)


def played(
    game: Game, players: int, seed: int, most: int = 100_000, *, automatic: bool = True
) -> State:
    state = game.start(players, seed=seed, automatic=automatic)
    chance = Stream(seed)
    for _ in range(most):
        if state.over:
            break
        state.push(state.moves[chance.below(len(state.moves))])
    return state


def text_of(game: Game, players: int = 2, seed: int = 7, most: int = 100_000) -> str:
    return to_text(record_of(game, played(game, players, seed, most)))


def read(text: str) -> Record:
    found = read_record(source_from_text("a.game", text))
    assert isinstance(found, Record), [problem.message() for problem in found]
    return found


def codes(text: str) -> list[str]:
    found = read_record(source_from_text("a.game", text))
    assert not isinstance(found, Record)
    for problem in found:
        assert problem.span is not None
        assert problem.message()
    return [problem.code for problem in found]


def refused(game: Game, text: str) -> tuple[str, str]:
    """The code and message of what keeps a record from being replayed."""
    problem = replay(read(text), game).problem
    assert problem is not None
    return problem.code, problem.message()


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(3))
def test_a_record_replays_to_the_same_state(game: Game, players: int, seed: int) -> None:
    state = played(game, players, seed)
    record = read(to_text(record_of(game, state)))
    done = replay(record, game)
    assert done.problem is None
    assert done.state == state
    assert done.state is not None
    assert done.state.hash == state.hash
    assert done.moves == record.count
    assert record.result == result_of(state)


def test_a_record_is_written_as_it_was_read(game: Game) -> None:
    text = text_of(game, 3)
    assert to_text(read(text)) == text


def test_a_game_that_is_not_over_can_be_recorded(game: Game) -> None:
    for most in range(0, 60, 7):
        record = read(text_of(game, most=most))
        assert record.result == "unfinished"
        assert replay(record, game).problem is None


def test_moves_without_a_choice_are_no_moves_of_the_record(game: Game) -> None:
    asked = played(game, 2, 5, automatic=False)
    record = read(to_text(record_of(game, asked)))
    done = replay(record, game)
    assert done.problem is None
    assert done.state == asked
    assert record.count <= len(asked.played)


def test_a_deal_given_by_hand_is_kept() -> None:
    game = splendor_dsl.load("classic")
    labels = [piece.label for piece in game.model.pieces if piece.values.get("level") == 2][-4:]
    state = game.start(2, deal={"deck": labels})
    text = to_text(record_of(game, state))
    done = replay(read(text), game)
    assert done.state == state
    assert [*done.state.view(0)["zones"]["table"]["2"]] == labels


def test_the_number_of_the_game_in_a_run_is_kept(game: Game) -> None:
    state = game.start(2, seed=3, game=9)
    assert replay(read(to_text(record_of(game, state))), game).state == state


def test_who_takes_each_seat_is_kept(game: Game) -> None:
    seats = ("human", "greedy", "my bot")
    text = to_text(record_of(game, game.start(3), seats=seats))
    assert '[seats "human, greedy, my bot"]' in text
    assert read(text).seats == seats
    assert read(text_of(game, 3)).seats == ()


def test_names_that_a_record_cannot_hold_are_told(game: Game) -> None:
    state = game.start(2, names=["Ann: 1", "Bob"])
    with pytest.raises(NotRecordedError, match="found 'Ann: 1'"):
        record_of(game, state)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"seats": ["human"]}, "expected one for each of the 2 players, found 'human'"),
        ({"seats": ["a,b", "c"]}, "expected one for each of the 2 players, found 'a,b, c'"),
    ],
)
def test_what_could_not_be_read_back_is_not_written(given: dict[str, Any], message: str) -> None:
    with pytest.raises(NotRecordedError, match=re.escape(message)):
        splendor_dsl.to_record(CLASSIC, CLASSIC.start(2), **given)


@pytest.mark.parametrize("text", [None, b"[game]", 3])
def test_what_is_no_text_is_no_record(text: Any) -> None:
    with pytest.raises(TypeError, match="expected the text of a record, found"):
        splendor_dsl.from_record(CLASSIC, text)


def test_seats_are_a_list() -> None:
    with pytest.raises(TypeError, match="expected a list of seats, found 'ab'"):
        splendor_dsl.to_record(CLASSIC, CLASSIC.start(2), seats="ab")


def forced(end: str) -> Game:
    """A game in which nobody ever has a choice."""
    return small(actions='rest as "rest" { gain up to 1 iron }', end=f"{end}\nranking {{ shared }}")


@pytest.mark.parametrize(
    ("end", "result"),
    [
        ("over_: when round >= 3 then at once", "player 1 = player 2"),
        ("never: when round < 0 then at once", "unfinished"),
    ],
)
def test_a_game_that_goes_on_without_a_choice_is_recorded_as_it_replays(
    end: str, result: str
) -> None:
    game = forced(end)
    state = game.start(2, automatic=False)
    state.push("rest")
    record = read(to_text(record_of(game, state)))
    assert (record.count, record.result) == (0, result)
    assert replay(record, game).problem is None


def faults(text: str) -> list[tuple[str, str, int]]:
    """The code, message and line of each fault of a record."""
    found = read_record(source_from_text("a.game", text))
    assert not isinstance(found, Record)
    return [(each.code, each.message(), each.span.line if each.span else 0) for each in found]


def test_a_line_that_is_lost_is_told_once() -> None:
    lines = TEXT.splitlines()
    third = next(number for number, line in enumerate(lines) if line.startswith("3 "))
    lost = "\n".join([*lines[:third], *lines[third + 1 :]])
    assert faults(lost) == [
        ("SPL606", "expected a line that begins with move 3, found '4'", third + 1)
    ]
    twice = "\n".join([*lines[:third], *lines[third - 1 :]])
    assert faults(twice) == [
        ("SPL606", "expected a line that begins with move 3, found '2'", third + 1)
    ]


def test_a_move_that_is_lost_from_a_line_is_told_at_the_next(game: Game) -> None:
    text = text_of(game)
    lines = text.splitlines()
    at = next(number for number, line in enumerate(lines) if "; " in line and line[0].isdigit())
    after = int(lines[at + 1].split()[0])
    lines[at] = lines[at].rpartition("; ")[0]
    message = f"expected a line that begins with move {after - 1}, found '{after}'"
    assert faults("\n".join(lines)) == [("SPL606", message, at + 2)]


def test_a_header_that_is_missing_is_missed_after_the_others() -> None:
    last = TEXT.splitlines().index('[result "unfinished"]')
    found = faults(TEXT.replace('[seed "7"]\n', ""))
    assert found == [("SPL603", "expected the header 'seed', found none", last)]


@pytest.mark.parametrize("names", ["Ann, ann", "a b, A  b"])
def test_players_whose_names_are_read_alike_are_refused(names: str) -> None:
    found = faults(re.sub(r'\[players "[^"]*"\]', f'[players "{names}"]', TEXT))
    wrong = f"names that are read differently in moves, with commas between, found {names!r}"
    assert found[0][:2] == ("SPL602", f"the header 'players': expected {wrong}")


def test_players_whose_names_look_alike_are_refused() -> None:
    found = faults(re.sub(r'\[players "[^"]*"\]', '[players "Ann, \u0410nn"]', TEXT))
    wrong = "names that look different, with commas between, found 'Ann, \u0410nn'"
    assert found[0][:2] == ("SPL602", f"the header 'players': expected {wrong}")


@pytest.mark.parametrize("automatic", [True, False])
def test_a_saved_position_keeps_the_moves_that_led_to_it(game: Game, *, automatic: bool) -> None:
    state = played(game, 2, 1, 30, automatic=automatic)
    again = game.from_dict(json.loads(json.dumps(state.to_dict())))
    assert again.played == state.played
    assert to_text(record_of(game, again)) == to_text(record_of(game, state))
    assert again.automatic is automatic
    again.push(again.moves[0])
    state.push(state.moves[0])
    assert to_text(record_of(game, again)) == to_text(record_of(game, state))


def test_a_position_out_of_nowhere_has_no_record(game: Game) -> None:
    data = played(game, 2, 1, 20).to_dict()
    state = game.from_dict({**data, "played": data["played"][1:]})
    with pytest.raises(NotRecordedError, match="beginning"):
        record_of(game, state)


@pytest.mark.parametrize("name", ["classic", "marvel"])
def test_a_record_cut_at_any_byte_is_told_to_be_cut(name: str) -> None:
    game = splendor_dsl.load(name)
    data = text_of(game, most=30).encode()
    whole = data.rstrip()
    for length in range(len(whole)):
        assert "SPL604" in codes(data[:length].decode("utf-8", "ignore")), data[:length]
    for length in range(len(whole), len(data) + 1):
        assert read(data[:length].decode()).count == 30


def test_line_ends_and_a_byte_order_mark_do_not_matter(game: Game) -> None:
    text = text_of(game, most=9)
    assert read("\ufeff" + text.replace("\n", "\r\n")) == read(text)


@given(data=st.data())
@settings(max_examples=200)
def test_a_changed_record_is_refused_or_read_never_a_crash(data: st.DataObject) -> None:
    text = TEXT
    at = data.draw(st.integers(0, len(text)))
    new = data.draw(st.text(max_size=3))
    changed = text[:at] + new + text[at + data.draw(st.integers(0, 3)) :]
    found = read_record(source_from_text("a.game", changed))
    if isinstance(found, Record):
        problem = replay(found, CLASSIC).problem
        assert problem is None or problem.message()
    else:
        assert found
        assert all(problem.message() and problem.span is not None for problem in found)


CLASSIC = splendor_dsl.load("classic")
TEXT = text_of(CLASSIC, most=12)


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("1 player 1:", "player 1 says", "SPL601"),
        ("[seed", "[sead", "SPL602"),
        ('[seed "7"]', '[seed "seven"]', "SPL602"),
        ('[seed "7"]', '[seed "7"]\n[seed "8"]', "SPL602"),
        ('[seed "7"]', '[seed "99999999999999999999"]', "SPL602"),
        ('[seed "7"]', '[deal "[1]"]', "SPL602"),
        ('[seed "7"]', '[deal "{\\"deck\\": 3}"]', "SPL602"),
        ('[seed "7"]', '[set "target"]', "SPL602"),
        ('[seed "7"]', '[seats "human,"]', "SPL602"),
        ('[seed "7"]', '[seats "human, random, random"]\n[seed "7"]', "SPL602"),
        ('[seed "7"]\n', "", "SPL603"),
        ("12 moves", "13 moves", "SPL605"),
        ("12 moves", "12 moves\n13 moves", "SPL601"),
        ("\n2 ", "\n3 ", "SPL606"),
        ("1 player 1:", "1 Eve:", "SPL606"),
        ("player 1, player 2", "player 1, player 1", "SPL602"),
    ],
)
def test_a_fault_in_a_record_has_its_code(old: str, new: str, code: str) -> None:
    assert old in TEXT
    assert code in codes(TEXT.replace(old, new, 1))


def test_many_lines_that_are_none_of_a_record_are_told_as_one() -> None:
    found = read_record(source_from_text("a.record", TEXT + "junk, and more junk\n" * 30))
    assert isinstance(found, tuple)
    [problem] = found
    assert problem.message().endswith("found 'junk, and more junk' (and 29 more like it)")
    assert [note.text for note in problem.related] == ["and here", "and here"]


def test_lines_of_somebody_who_does_not_play_are_told_as_one() -> None:
    found = read_record(source_from_text("a.record", TEXT.replace("player 1:", "Eve:")))
    assert isinstance(found, tuple)
    [problem] = found
    assert problem.code == "SPL606"
    assert problem.more == 5


def test_of_very_many_faults_the_first_are_told_and_how_many_there_are() -> None:
    turns = "".join(f"{number} player 1: pass\n" for number in range(1, 900, 3))
    found = read_record(
        source_from_text("a.record", TEXT.partition("\n\n")[0] + f"\n{turns}\n1 moves\n")
    )
    assert isinstance(found, tuple)
    assert found[-1].message().startswith("more problems follow")
    assert len(found) == MOST_REPORTED + 1


def test_a_single_move_is_counted_as_one() -> None:
    text = text_of(CLASSIC, most=1)
    (fault,) = faults(text.replace("1 moves", "2 moves"))
    assert fault[1] == "expected '1 moves', as so many stand there, found '2 moves'"
    found = read_record(source_from_text("a.game", text.replace("1 moves", "")))
    assert not isinstance(found, Record)
    assert found[0].help() == "the record was cut; moves that it has so far: 1"


def test_other_rules_are_refused() -> None:
    code, message = refused(splendor_dsl.load("classic", settings={"target": 10}), TEXT)
    assert code == "SPL607"
    assert CLASSIC.hash in message


def test_a_game_that_takes_no_such_number_is_refused() -> None:
    record = evolve(read(TEXT), players=("a", "b", "c", "d", "e"))
    problem = replay(record, CLASSIC).problem
    assert problem is not None
    assert (problem.code, problem.message()) == (
        "SPL608",
        "the game of the record can't be started: expected 2 to 4 players, found 5",
    )


def moves_of(text: str) -> Iterator[str]:
    return (line for line in text.splitlines() if line[:1].isdigit() and ": " in line)


def test_a_move_that_is_not_possible_is_told_with_its_number_and_reason() -> None:
    third = list(moves_of(TEXT))[2]
    head = third.partition(": ")[0]
    code, message = refused(CLASSIC, TEXT.replace(third, f"{head}: buy 3-1"))
    assert code == "SPL609"
    assert message.startswith("move 3, 'buy 3-1' of player 1, can't be made: cannot pay")


def test_a_move_that_is_none_is_told() -> None:
    first = next(iter(moves_of(TEXT)))
    head = first.partition(": ")[0]
    code, message = refused(CLASSIC, TEXT.replace(first, f"{head}: dance"))
    assert code == "SPL609"
    assert message.startswith("move 1, 'dance' of player 1")


def test_a_move_of_the_wrong_player_is_told() -> None:
    first = next(iter(moves_of(TEXT)))
    code, message = refused(CLASSIC, TEXT.replace(first, first.replace("player 1", "player 2")))
    assert (code, message) == (
        "SPL610",
        "move 1: expected a move of player 1, found one of player 2",
    )


def test_a_result_that_the_moves_do_not_lead_to_is_told() -> None:
    code, message = refused(CLASSIC, TEXT.replace('"unfinished"', '"player 1 > player 2"'))
    assert code == "SPL611"
    assert "'unfinished'" in message


@pytest.mark.parametrize("name", ["Ann", "Żółw", "Ann-Marie O'Neil", "R2.D2", "x"])
def test_names_of_people_are_names(name: str) -> None:
    assert is_name(name)


@pytest.mark.parametrize(
    "name", ["", " ", "a:b", "a,b", "a > b", "a=b", '"', "[", "a\n", " a", "x" * 50]
)
def test_what_a_record_could_not_tell_apart_is_no_name(name: str) -> None:
    assert not is_name(name)


@pytest.mark.parametrize(
    ("hashes", "told"),
    [
        ("", "expected the hashes of positions, such as '9d01 77ab 02c4', found ''"),
        ("9d01, 77ab", "expected the hashes of positions, such as '9d01 77ab 02c4', found"),
        (
            "9d01 77ab",
            "expected a hash of the beginning and one after each move, 13 in all, found '2'",
        ),
    ],
)
def test_hashes_of_positions_that_do_not_add_up_are_told(hashes: str, told: str) -> None:
    lines = TEXT.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("[positions"))
    lines[at] = f'[positions "{hashes}"]'
    (fault,) = faults("\n".join(lines) + "\n")
    assert fault[0] == "SPL602"
    assert told in fault[1]
    assert fault[2] == at + 1
