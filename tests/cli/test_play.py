import signal
from os import kill
from pathlib import Path

import pytest
from cli.program import Terminal, run

from splendor_dsl.play.record import Record
from splendor_dsl.play.record_reading import read_record
from splendor_dsl.source import Source, read_source

START = ("play", "classic", "--seed", "7", "--players", "2")


def record(path: Path) -> Record:
    source = read_source(path)
    assert isinstance(source, Source)
    found = read_record(source)
    assert isinstance(found, Record)
    return found


def test_without_a_terminal_bots_play_a_whole_game(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    ran = run("play", "classic", "--seed", "7", "--players", "3", "--record", str(file))
    assert ran.status == 0
    assert "-- round 1 --" in ran.out
    assert "the game is over: target" in ran.out
    assert "has won." in ran.out
    assert run("replay", str(file)).status == 0
    assert record(file).players == ("Greedy 1", "Greedy 2", "Greedy 3")


@pytest.mark.parametrize("game", ["classic", "marvel"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_recorded_game_replays(game: str, players: int, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    run("play", game, "--seed", "3", "--players", str(players), "--record", str(file))
    ran = run("replay", str(file), "--json")
    assert ran.status == 0
    assert ran.json["moves"] == ran.json["of"] == record(file).count
    assert ran.json["result"] == record(file).result


def test_a_person_takes_moves_asks_why_takes_back_and_saves(tmp_path: Path) -> None:
    file = tmp_path / "saved.txt"
    terminal = Terminal(*START)
    table = terminal.wait_for("Player 1> ")
    assert "Splendor  round 1" in table
    assert "1 take white blue green" in table
    terminal.type("why buy 2-3")
    assert "cannot pay 5 green" in terminal.wait_for("Player 1> ")
    terminal.type("take 2 white")
    told = terminal.wait_for("Player 1> ")
    assert "Player 1: take 2 white" in told
    assert "Greedy 2: " in told
    assert "purse  2 white (2)" in told
    terminal.type("undo")
    assert "supply  4 white" in terminal.wait_for("Player 1> ")
    terminal.type("1; reserve 1-1; moves")
    assert "hand-1" in terminal.wait_for("Player 1> ")
    terminal.type(f"save {file}")
    assert f"recorded in {file}" in terminal.wait_for("Player 1> ")
    terminal.type("quit")
    status, _ = terminal.end()
    assert status == 0
    saved = record(file)
    assert saved.result == "unfinished"
    assert [turn.moves[0].text for turn in saved.turns if turn.player == "Player 1"] == [
        "take white blue green",
        "reserve 1-1",
    ]


def test_a_saved_game_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "saved.txt"
    run(*START, "--bots", "human,greedy", typed=f"take 2 white\nsave {file}\nquit\n")
    ran = run("play", str(file), "--bots", "human,greedy", typed="log\nquit\n")
    assert ran.status == 0
    assert "Player 1: take 2 white" in ran.out
    assert "round 2" in ran.out
    assert run("play", str(file), typed="").out.count("has won.") == 1


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("buuy 3", "expected 'buy {card}'"),
        ("99", "expected a number from 1 to 30, found 99"),
        ("0", "expected a number from 1 to 30, found 0"),
        ("9" * 400, "expected a number"),
        ("x" * 4000, "expected a move"),
        ("buy 3-1", "buy 3-1 can't be made: cannot pay"),
        ("undo", "there is nothing to take back"),
        ("undu", "did you mean the order 'undo'?"),
        ("why", "expected a move after why"),
        ("save", "expected a file after save"),
        ("save /nowhere/at/all", "cannot write"),
        ("save .", "cannot write"),
        ("; ;;", ""),
        ("\udcff\udcfe", "expected one of"),
        ("\0", "expected one of"),
        ("\x1b[A", "expected one of"),
    ],
)
def test_what_cannot_be_done_is_told_and_the_game_goes_on(typed: str, said: str) -> None:
    ran = run(*START, "--bots", "human", typed=f"{typed}\ntake 2 red\nquit\n")
    assert ran.status == 0
    assert said in ran.out
    assert "Player 1: take 2 red" in ran.out


def test_help_names_the_forms_of_moves_and_the_orders() -> None:
    ran = run(*START, "--bots", "human", typed="help\nquit\n")
    for word in ("reserve {card}", "why MOVE", "undo", "save FILE", "quit"):
        assert word in ran.out


def test_the_hand_of_another_person_is_hidden() -> None:
    args = ("play", "classic", "--seed", "7", "--bots", "human,human", "--names", "Ann,Bob")
    ran = run(*args, typed="reserve deck-1\ntake 2 red\ntable\nquit\n")
    turns = ran.out.split("> ")
    ann = next(part for part in turns if "hand-1" in part)
    assert "hand  1" in ran.out  # as Bob sees it
    assert "hand-1  level 1" in ann  # as Ann does
    story = ran.out.partition("Ann: reserve deck-1")[2]
    assert "a hidden piece: deck 1 to hand of Ann" in story


@pytest.mark.parametrize("key", [b"\x04", b"\x03"])
def test_a_person_may_leave_by_a_key(key: bytes) -> None:
    terminal = Terminal(*START)
    terminal.wait_for("Player 1> ")
    status, _ = terminal.press_until_it_ends(key)
    assert status in {0, 130}


def test_an_end_of_input_in_the_middle_of_a_payment_leaves_too() -> None:
    for lines in range(12):
        assert run(*START, "--bots", "human", typed="1\n" * lines).status == 0


def test_an_interrupted_simulation_ends_at_once() -> None:
    terminal = Terminal("simulate", "classic", "--games", "100000", TERM="xterm")
    terminal.wait_for("games")
    kill(terminal.pid, signal.SIGINT)
    status, _ = terminal.end()
    assert status == 130


def test_a_parameter_changes_the_game_and_stands_in_its_record(tmp_path: Path) -> None:
    file = tmp_path / "short.txt"
    run("play", "classic", "--seed", "1", "--set", "target=3", "--record", str(file))
    assert record(file).settings == {"target": 3}
    assert run("replay", str(file), "--quiet").status == 0


def test_a_game_from_a_file_is_found_again_by_its_record(tmp_path: Path) -> None:
    rules = tmp_path / "mine.rules"
    rules.write_text(
        'splendor rules 1\n\nvariant mine "Mine" extends classic\n\nset parameters.target = 5\n'
    )
    run("play", "mine.rules", "--seed", "1", "--record", "game.txt", cwd=tmp_path)
    assert record(tmp_path / "game.txt").game == "mine.rules"
    assert run("replay", str(tmp_path / "game.txt")).status == 0
    rules.write_text(rules.read_text().replace("= 5", "= 6"))
    ran = run("replay", str(tmp_path / "game.txt"))
    assert ran.status == 1
    assert "error[SPL607]" in ran.err


def test_a_move_that_does_not_fit_is_told_by_replay(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    run("play", "classic", "--seed", "7", "--record", str(file))
    text = file.read_text()
    third = next(line for line in text.splitlines() if line.startswith("3 "))
    file.write_text(text.replace(third, "3 Greedy 1: buy 3-1"))
    ran = run("replay", str(file), "--json")
    assert ran.status == 1
    assert ran.json["moves"] == 2
    assert ran.json["problems"][0]["code"] == "SPL609"
    assert ran.json["problems"][0]["line"] == text.splitlines().index(third) + 1


def test_the_table_speaks_the_language_that_is_asked_for() -> None:
    ran = run("play", "marvel", "--seed", "3", "--language", "pl")
    assert "white" not in ran.out
    assert "yellow = umysł" in ran.out
    assert "table (odkryte karty)" in ran.out
    refused = run("play", "marvel", "--language", "xx")
    assert refused.status == 2
    assert "(en, pl, es)" in refused.err


def test_a_record_never_takes_the_place_of_something_else(tmp_path: Path) -> None:
    rules = tmp_path / "mine.rules"
    rules.write_text("splendor rules 1\n")
    ran = run("play", "classic", "--seed", "1", "--record", str(rules))
    assert ran.status == 2
    assert "no record" in ran.out + ran.err
    assert rules.read_text() == "splendor rules 1\n"
