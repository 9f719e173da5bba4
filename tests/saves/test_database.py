"""The file of saved games in bad times: full disks, folders that can only be read, damage, other versions."""

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from saves.games import again, begun, left, left_whole, play, tampered

from splendor_dsl.saves import database
from splendor_dsl.saves.database import FILE, SCHEMA
from splendor_dsl.saves.problems import SaveError
from splendor_dsl.saves.saved_game import SavedGame
from splendor_dsl.saves.store import Store, open_store, read_store

NOBODY = 65534
PAGE = 4096


def setting(store: Store, name: str) -> object:
    ((value,),) = store._database.rows(f"PRAGMA {name}")
    return value


def refusal(folder: Path, *, to_write: bool = True) -> tuple[str, str, str | None]:
    with pytest.raises(SaveError) as error:
        open_store(folder) if to_write else read_store(folder)
    problem = error.value.problem
    return problem.code, problem.message().partition(": ")[2], problem.help()


# ---- how it is opened --------------------------------------------------------------------------
def test_what_was_written_is_on_the_disk(tmp_path: Path) -> None:
    left(tmp_path)
    store = open_store(tmp_path)
    assert setting(store, "synchronous") == 2  # FULL
    assert setting(store, "journal_mode") == "wal"
    assert setting(store, "foreign_keys") == 1
    assert not store.is_on_network


def test_on_another_machine_there_is_no_log_to_share(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left(tmp_path)
    monkeypatch.setattr(database, "is_on_network", lambda folder: True)
    number, state = left(tmp_path, seed=2)
    store = open_store(tmp_path)
    assert store.is_on_network
    assert setting(store, "synchronous") == 2
    assert setting(store, "journal_mode") == "truncate"
    assert again(store.read(number)).state == state
    assert len(read_store(tmp_path).games().games) == 2


# ---- a full disk -------------------------------------------------------------------------------
def is_full(saved: SavedGame) -> bool:
    try:
        saved.note("filler", "x" * 100)
    except SaveError as error:
        return error.problem.message().endswith("the disk is full")
    return False


def fill(store: Store, saved: SavedGame) -> None:
    """Let the file grow no more, and use up what room it has."""
    list(store._database.rows(f"PRAGMA max_page_count = {setting(store, 'page_count')}"))
    while not is_full(saved):
        pass


def make_room(store: Store) -> None:
    list(store._database.rows("PRAGMA max_page_count = 1000000"))


def test_on_a_full_disk_moves_wait_until_there_is_room(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    saved, state = begun(store)
    play(saved, state, 5)
    fill(store, saved)
    for waiting in (1, 2, 3):
        with pytest.raises(SaveError, match="the disk is full") as error:
            play(saved, state, 1)
        assert error.value.problem.code == "SPL730"
        assert saved.waiting == waiting
    assert len(read_store(tmp_path).read(saved.number).moves) == 5
    make_room(store)
    saved.close()
    assert saved.waiting == 0
    assert again(read_store(tmp_path).read(saved.number)).state == state


def test_moves_that_were_taken_back_while_the_disk_was_full_stay_so(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    saved, state = begun(store)
    play(saved, state, 5)
    fill(store, saved)
    with pytest.raises(SaveError):
        play(saved, state, 1)
    state.pop()
    with pytest.raises(SaveError):
        saved.take_back(1)
    make_room(store)
    play(saved, state, 1, seed=9)
    found = read_store(tmp_path).read(saved.number)
    assert again(found).state == state
    assert found.notes == saved.save.notes
    assert found.notes[-1].kind == "undo"


FULL = """\
import resource, sys
from pathlib import Path
from saves.games import begun, play
from splendor_dsl.saves.problems import SaveError
from splendor_dsl.saves.saved_game import SavedGame
from splendor_dsl.saves.store import open_store
folder = Path(sys.argv[1])
store = open_store(folder)
saved, state = begun(store)
play(saved, state, 4)
room = sum(file.stat().st_size for file in folder.iterdir() if file.is_file())
resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
try:
    while True:
        play(saved, state, 1, seed=len(state.played))
except SaveError as error:
    print(error.problem.code, saved.number, len(state.played) - saved.waiting, flush=True)
import os
os._exit(0)
"""


def test_where_a_file_may_grow_no_more_the_moves_before_are_kept(tmp_path: Path) -> None:
    tests = Path(__file__).parents[1]
    done = subprocess.run(
        [sys.executable, "-P", "-c", FULL, str(tmp_path)],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(tests)},
    )
    code, number, moves = done.stdout.split()
    assert code == "SPL730"
    saved = open_store(tmp_path).resume()
    assert (saved.number, len(saved.save.moves)) == (int(number), int(moves))
    play(saved, again(saved.save).state, 2)


# ---- folders that can only be read -------------------------------------------------------------
@contextmanager
def as_nobody() -> Iterator[None]:
    """Be a user to whom permissions apply."""
    mine = os.geteuid()
    if mine == 0:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(mine)


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that other users can reach."""
    place = Path(tempfile.mkdtemp(prefix="splendor-tests-"))
    place.chmod(0o755)
    yield place
    place.chmod(0o755)
    shutil.rmtree(place)


def only_to_read(folder: Path) -> None:
    for file in folder.iterdir():
        file.chmod(0o555 if file.is_dir() else 0o444)
    folder.chmod(0o555)


def test_in_a_folder_that_can_only_be_read_games_are_read(folder: Path) -> None:
    number, state = left(folder)
    only_to_read(folder)
    with as_nobody():
        store = read_store(folder)
        assert [line.number for line in store.games().games] == [number]
        save = store.read(number)
        code, reason, _ = refusal(folder)
    assert again(save).state == state
    assert (code, reason) == ("SPL730", "permission denied")


def test_the_log_of_a_killed_program_is_read_where_nothing_can_be_written(folder: Path) -> None:
    other = folder / "copy"
    store = open_store(folder / "games")
    saved, state = begun(store)
    play(saved, state, 9)
    shutil.copytree(folder / "games", other)  # as it lies there when the program is killed
    (other / f"{FILE}-shm").unlink()
    assert (other / f"{FILE}-wal").stat().st_size > 0
    only_to_read(other)
    with as_nobody():
        reading = read_store(other)
        save = reading.read(saved.number)
        reading.close()
    assert again(save).state == state
    assert not (other / f"{FILE}-shm").exists()


def test_a_half_written_move_is_left_out_where_nothing_can_be_written(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "is_on_network", lambda folder: True)
    other = folder / "copy"
    kept = left_whole(folder / "games", 40, range(8))
    store = open_store(folder / "games")
    list(store._database.rows("PRAGMA cache_size = 1"))  # what it can't hold is written at once
    with store._database.transaction() as connection:
        connection.execute("UPDATE moves SET drawn = ?", ("x" * 200,))
        shutil.copytree(folder / "games", other)  # as it lies there when the program is killed
    assert b"x" * 200 in (other / FILE).read_bytes()
    only_to_read(other)
    with as_nobody():
        reading = read_store(other)
        saves = [reading.read(number) for number in kept]
        reading.close()
    assert [len(save.moves) for save in saves] == [40] * 8


def test_a_file_that_can_only_be_read_is_told_of(folder: Path) -> None:
    left(folder)
    (folder / FILE).chmod(0o444)
    folder.chmod(0o777)
    with as_nobody():
        assert refusal(folder)[:2] == ("SPL730", "permission denied")
        assert len(read_store(folder).games().games) == 1


# ---- damage ------------------------------------------------------------------------------------
@pytest.mark.parametrize("content", [b"\x89PNG\r\n\x1a\n", b"a" * 10_000, b"\0" * 5_000])
def test_a_file_that_is_something_else_is_left_alone(content: bytes, tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(content)
    for to_write in (True, False):
        code, reason, advice = refusal(tmp_path, to_write=to_write)
        assert code == "SPL731"
        assert reason == "it is no file of saved games, or it is damaged"
        assert advice == "move the file away, and the next game begins a new one"
    assert (tmp_path / FILE).read_bytes() == content


def test_the_file_of_another_program_is_left_alone(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / FILE) as connection:
        connection.execute("CREATE TABLE notes (text)")
    connection.close()
    before = (tmp_path / FILE).read_bytes()
    for to_write in (True, False):
        assert refusal(tmp_path, to_write=to_write)[:2] == (
            "SPL731",
            "it is the file of another program",
        )
    assert (tmp_path / FILE).read_bytes() == before


def test_the_file_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    left(tmp_path)
    tampered(tmp_path, f"PRAGMA user_version = {SCHEMA + 1}")
    before = (tmp_path / FILE).read_bytes()
    for to_write in (True, False):
        code, reason, advice = refusal(tmp_path, to_write=to_write)
        assert code == "SPL731"
        assert reason == "a newer version of splendor-dsl wrote it (form 2; this one knows 1)"
        assert advice is not None
    assert (tmp_path / FILE).read_bytes() == before


def overwritten(folder: Path, text: str) -> None:
    """Overwrite each page of the file that holds a text."""
    content = bytearray((folder / FILE).read_bytes())
    at = content.find(text.encode())
    assert at > PAGE
    while at >= 0:
        start = at // PAGE * PAGE
        content[start : start + PAGE] = b"\xa5" * PAGE
        at = content.find(text.encode())
    (folder / FILE).write_bytes(content)


@pytest.mark.parametrize("damaged", [1, 7])
def test_games_beside_a_damaged_page_of_moves_are_read(damaged: int, tmp_path: Path) -> None:
    kept = left_whole(tmp_path, 40, range(8))
    save = read_store(tmp_path).read(damaged)
    overwritten(tmp_path, f"{save.moves[20].position:016x}")
    store = read_store(tmp_path)
    with pytest.raises(SaveError, match=f"game {damaged} can't go on: its data is damaged"):
        store.read(damaged)
    listing = store.games()
    assert len(listing.games) + len(listing.problems) == len(kept)
    sound = {line.number for line in listing.games}
    assert len(sound) >= len(kept) - 3
    for number in sound:
        assert store.read(number).moves[-1].position == kept[number].hash


def test_games_on_both_sides_of_a_damaged_page_of_games_are_listed(tmp_path: Path) -> None:
    kept = [*left_whole(tmp_path, 1, [seed * 10**15 + 7 for seed in range(60)])]
    overwritten(tmp_path, str(30 * 10**15 + 7))
    listing = read_store(tmp_path).games()
    found = sorted(line.number for line in listing.games)
    assert (found[0], found[-1]) == (kept[0], kept[-1])
    assert 30 < len(found) < 60
    assert listing.problems


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE games SET beginning = '{}' WHERE number = 1",
        "UPDATE games SET beginning = x'ff' WHERE number = 1",
        "UPDATE games SET beginning = '[' WHERE number = 1",
        "UPDATE rules SET files = '[[]]'",
        "UPDATE moves SET position = 'odd' WHERE game = 1",
        "UPDATE moves SET drawn = '1:' WHERE game = 1",
        "UPDATE moves SET seat = 'Ann' WHERE game = 1",
        "DELETE FROM moves WHERE game = 1 AND number = 4",
    ],
)
def test_a_game_with_damaged_data_leaves_the_others_alone(sql: str, tmp_path: Path) -> None:
    first, _ = left(tmp_path)
    second, state = left(tmp_path, name="marvel")
    other = (
        "UPDATE rules SET files = '[[]]' WHERE digest = (SELECT rules FROM games WHERE number = 1)"
    )
    tampered(tmp_path, other if "rules" in sql else sql)
    store = open_store(tmp_path)
    for ask in (store.read, store.resume):
        with pytest.raises(SaveError, match="game 1 can't go on: its data is damaged"):
            ask(first)
    assert second in {line.number for line in store.games().games}
    assert again(store.resume(second).save).state == state
    store.delete(first)
    assert [line.number for line in store.games().games] == [second]


def test_what_another_program_has_deleted_is_not_written(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    saved, state = begun(store)
    play(saved, state, 3)
    tampered(tmp_path, "DELETE FROM games")
    with pytest.raises(SaveError, match="another program has changed or deleted the game"):
        play(saved, state, 1)


def test_a_program_that_writes_for_long_is_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "_PATIENCE", 0.05)
    left(tmp_path)
    other = open_store(tmp_path)
    with other._database.transaction():
        assert refusal(tmp_path)[:2] == ("SPL730", "another program is writing to it")
    open_store(tmp_path)
