"""A store keeps each move, finds games again, and gives them to one program at a time."""

from pathlib import Path

import pytest
from saves.games import again, begun, left, opened, play, save_of

from splendor_dsl.records.replay import result_of
from splendor_dsl.saves.problems import SaveError
from splendor_dsl.saves.save import Note
from splendor_dsl.saves.store import open_store, read_store


def problem_of(error: pytest.ExceptionInfo[SaveError]) -> tuple[str, str]:
    return error.value.problem.code, error.value.problem.message()


def test_a_game_goes_on_where_it_was_left(tmp_path: Path) -> None:
    number, state = left(tmp_path, 12)
    store = open_store(tmp_path)
    saved = store.resume()
    played = again(saved.save)
    assert (saved.number, played.state) == (number, state)
    assert played.state.played == state.played
    assert [seat for seat, _ in played.before] == [made.seat for made in saved.save.moves]
    assert played.drawn == {1: saved.save.moves[-1].drawn[1]}
    play(saved, played.state, 3)
    saved.close()
    assert again(store.read(number)).state == played.state


def test_each_move_is_there_at_once_for_whoever_reads(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    saved, state = begun(store)
    for made in range(1, 5):
        play(saved, state, 1)
        assert again(read_store(tmp_path).read(saved.number)).state == state
        assert read_store(tmp_path).games().games[0].moves == made


def test_undo_takes_moves_back_and_is_noted(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    saved, state = begun(store)
    play(saved, state, 5)
    gone = [str(move) for move in state.played[3:]]
    state.pop()
    state.pop()
    saved.take_back(2)
    found = store.read(saved.number)
    assert again(found).state == state
    assert found.notes == (Note(after=3, kind="undo", text="; ".join(gone)),)
    play(saved, state, 2, seed=5)
    saved.note("bot", "it chose no move")
    assert store.read(saved.number) == saved.save
    assert [note.kind for note in saved.save.notes] == ["undo", "bot"]


@pytest.mark.parametrize("count", [0, 3, -1])
def test_no_more_is_taken_back_than_was_made(count: int, tmp_path: Path) -> None:
    saved, state = begun(open_store(tmp_path))
    play(saved, state, 2)
    with pytest.raises(ValueError, match="expected 1 to 2 moves"):
        saved.take_back(count)


def test_a_game_that_is_over_is_kept_with_its_result(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    saved, state = begun(store)
    while not state.over:
        play(saved, state, 1, seed=len(state.played))
    saved.finish(result_of(state))
    saved.close()
    (line,) = store.games().games
    assert (line.finished, line.result) == (True, result_of(state))
    with pytest.raises(SaveError) as error:
        store.resume()
    assert problem_of(error) == ("SPL732", "expected a game that goes on, found none")
    saved = store.resume(saved.number)
    saved.take_back(1)
    assert not store.games().games[0].finished


def test_the_newest_game_is_the_one_that_was_played_last(tmp_path: Path) -> None:
    first, _ = left(tmp_path, 3)
    second, _ = left(tmp_path, 4, seed=2)
    store = open_store(tmp_path)
    assert [line.number for line in store.games().games] == [second, first]
    saved = store.resume(first)
    play(saved, again(saved.save).state, 1)
    saved.close()
    assert [line.number for line in store.games().games] == [first, second]
    assert store.newest() == first


def test_a_game_without_a_move_is_dropped(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    saved, _ = begun(store)
    assert len(store.games().games) == 1
    saved.close()
    assert store.games().games == ()


def test_a_deleted_game_is_gone_with_its_rules_and_its_number(tmp_path: Path) -> None:
    first, _ = left(tmp_path)
    second, state = left(tmp_path, name="marvel")
    store = open_store(tmp_path)
    store.delete(first)
    assert [line.number for line in store.games().games] == [second]
    assert again(store.read(second)).state == state
    assert len(list(store._database.rows("SELECT digest FROM rules"))) == 1
    assert set(store._database.rows("SELECT game FROM moves")) == {(second,)}
    store.delete(second)
    assert left(tmp_path)[0] == second + 1


def test_games_by_the_same_rules_share_their_texts(tmp_path: Path) -> None:
    for seed in range(3):
        left(tmp_path, 1, seed=seed)
    assert len(list(open_store(tmp_path)._database.rows("SELECT digest FROM rules"))) == 1


@pytest.mark.parametrize("number", [0, 7, -1, 1 << 70])
def test_a_number_that_no_game_has_is_refused(number: int, tmp_path: Path) -> None:
    left(tmp_path)
    store = open_store(tmp_path)
    for ask in (store.read, store.resume, store.delete):
        with pytest.raises(SaveError) as error:
            ask(number)
        assert problem_of(error) == (
            "SPL732",
            f"expected the number of a saved game, found {number}",
        )


def test_a_game_is_given_to_one_player_of_it_at_a_time(tmp_path: Path) -> None:
    number, _ = left(tmp_path)
    store, other = open_store(tmp_path), open_store(tmp_path)
    saved = store.resume(number)
    assert other.games().games[0].in_use
    for ask in (other.resume, other.delete):
        with pytest.raises(SaveError, match=f"game {number} is being played by another program"):
            ask(number)
    assert len(other.read(number).moves) == 12
    saved.close()
    saved.close()
    assert not other.games().games[0].in_use
    other.resume(number).close()


def test_two_games_of_one_file_are_played_at_once(tmp_path: Path) -> None:
    first, second = (begun(open_store(tmp_path), seed=seed) for seed in (1, 2))
    for _ in range(10):
        for saved, state in (first, second):
            play(saved, state, 1)
    for saved, state in (first, second):
        assert again(read_store(tmp_path).read(saved.number)).state == state


def test_a_game_begins_with_the_moves_that_were_made_before(tmp_path: Path) -> None:
    state = opened().game.start(3, seed=4, game=2, names=["Ann", "Bob", "Cid"])
    for _ in range(9):
        state.push(state.moves[-1])
    saved = open_store(tmp_path).begin(save_of(state, seats=["human", "greedy", "human"]))
    found = read_store(tmp_path).read(saved.number)
    assert found == saved.save
    assert again(found).state == state
    assert (found.beginning.seed, found.beginning.run) == (4, 2)
    assert found.beginning.players == ("Ann", "Bob", "Cid")
    saved.seat(["human", "random", "human"])
    assert read_store(tmp_path).read(saved.number).beginning.seats == ("human", "random", "human")


def test_a_folder_without_games_is_read_and_left_alone(tmp_path: Path) -> None:
    assert read_store(tmp_path / "none").games().games == ()
    assert list(tmp_path.iterdir()) == []


def test_nobody_else_can_look_into_the_folder(tmp_path: Path) -> None:
    left(tmp_path / "games")
    for path in (tmp_path / "games", *(tmp_path / "games").iterdir()):
        assert path.stat().st_mode & 0o077 == 0
