"""A game at the terminal is kept as it goes: what can be done with it later, and what can end it."""

import os
import re
import signal
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from bots.external.programs import program
from cli.program import RunResult, Terminal, run, run_without_room
from languages import SPOKEN

START = ("play", "classic", "--seed", "7", "--bots", "human,random", "--names", "Ann,Bob")
NIGHT = """\
splendor rules 2

variant night "Night" extends classic

set parameters.target = 6
"""
KEPT = re.compile(r"the game is kept: splendor resume (\d+) goes on with it")


@pytest.fixture
def data(tmp_path: Path) -> str:
    return str(tmp_path / "games")


@pytest.fixture
def ask(data: str, tmp_path: Path) -> Callable[..., RunResult]:
    """Run the program with a folder of saved games of its own."""

    def ran(*args: str, typed: str = "", **env: str) -> RunResult:
        return run(*args, typed=typed, cwd=tmp_path, SPLENDOR_DATA=data, **env)

    return ran


def number_in(text: str) -> str:
    found = KEPT.search(text)
    assert found is not None, text
    return found[1]


def turns(record: str) -> list[str]:
    return [line for line in record.splitlines() if re.match(r"\d+ [\w ]+: ", line)]


# ---- leaving and going on ----------------------------------------------------------------------
def test_who_quits_is_told_how_to_go_on(ask: Callable[..., RunResult]) -> None:
    ran = ask(*START, typed="take 2 white\nquit\n")
    assert ran.status == 0
    number = number_in(ran.err)
    went_on = ask("resume", typed="log\nquit\n")
    assert "Ann: take 2 white" in went_on.out
    assert "players: Ann (human), Bob (random)\n" in went_on.out
    assert number_in(went_on.err) == number


def test_a_game_that_was_left_goes_on_as_if_it_had_not_been(ask: Callable[..., RunResult]) -> None:
    """The bot chooses the same, and undo leads as far back."""
    moves = ["1", "2", "undo", "3", "4", "1", "5", "undo", "undo", "2", "7", "1"]
    ask(*START, typed="\n".join([*moves, "quit\n"]))
    whole = ask("export", "1").out
    ask(*START, typed=f"{moves[0]}\nquit\n")
    for typed in ("2;undo", "3", "4;1;5", "undo", "undo\n2\n7\n1"):
        assert ask("resume", "2", typed=f"{typed}\nquit\n").status == 0
    assert turns(ask("export", "2").out) == turns(whole)
    assert len(turns(whole)) > 6
    assert [game["undone"] for game in ask("games", "--json").json["games"]] == [3, 3]


def test_a_game_is_dropped_in_which_nobody_moved(ask: Callable[..., RunResult]) -> None:
    ran = ask(*START, typed="why buy 2-3\nquit\n")
    assert "the game is kept" not in ran.out + ran.err
    assert ask("games").out == "no game is saved\n"


def test_a_game_of_bots_is_not_saved(ask: Callable[..., RunResult], data: str) -> None:
    ran = ask("play", "classic", "--seed", "7", "--bots", "random,random")
    assert "has won." in ran.out
    assert not Path(data).exists()


def test_a_game_that_is_over_can_only_be_read(ask: Callable[..., RunResult]) -> None:
    ask(*START[:2], "--set", "target=1", *START[2:], typed="1\n" * 40 + "20\n22\n" * 40)
    (game,) = ask("games", "--json").json["games"]
    if not game["finished"]:  # the last moves are the bot's
        ask("resume", "--bots", "random")
        (game,) = ask("games", "--json").json["games"]
    assert game["finished"]
    ran = ask("resume", "1")
    assert ran.status == 2
    assert f"game 1 can't go on: it is over ({game['result']})" in ran.err
    assert "splendor export 1 FILE" in ran.err
    assert "a game that goes on" in ask("resume").err


def test_other_players_can_take_the_seats(ask: Callable[..., RunResult]) -> None:
    ask(*START, typed="1\nquit\n")
    assert "Ann (human), Bob (human)" in ask("resume", "--bots", "human,human", typed="quit\n").out
    assert "Ann (human), Bob (human)" in ask("games").out
    ran = ask("resume", "--bots", "random,random")
    assert "has won." in ran.out
    assert ask("games", "--json").json["games"][0]["finished"]


def test_a_continued_record_is_saved_with_its_moves(
    ask: Callable[..., RunResult], tmp_path: Path
) -> None:
    ask(*START, typed="1\n2\nsave game.txt\n3\nquit\n")
    ask("play", "game.txt", typed="4\nquit\n")
    first, second = (turns(ask("export", number).out) for number in ("1", "2"))
    assert first[:4] == second[:4]
    assert len(first) == len(second) == 6


# ---- ends that nobody wished for ---------------------------------------------------------------
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_signal_loses_no_move(number: int, ask: Callable[..., RunResult], data: str) -> None:
    terminal = Terminal(*START, SPLENDOR_DATA=data)
    terminal.wait_for("Ann> ")
    terminal.type("take 2 white")
    terminal.wait_for("Ann> ")
    terminal.type("take blue red black")
    terminal.wait_for("Ann> ")
    os.kill(terminal.pid, number)
    status, told = terminal.end()
    assert status == (-number if number == signal.SIGKILL else 128 + number)
    assert (KEPT.search(told) is None) == (number == signal.SIGKILL)
    assert ask("games", "--json").json["games"][0]["moves"] == 4
    made = turns(ask("export", "1").out)
    assert made[0] == "1 Ann: take 2 white"
    assert made[2] == "3 Ann: take blue red black"
    assert ask("resume", typed="undo\nquit\n").status == 0


def test_a_terminal_that_is_closed_loses_no_move(ask: Callable[..., RunResult], data: str) -> None:
    terminal = Terminal(*START, SPLENDOR_DATA=data)
    terminal.wait_for("Ann> ")
    terminal.type("take 2 white")
    terminal.wait_for("Ann> ")
    os.close(terminal.handle)
    os.waitpid(terminal.pid, 0)
    assert ask("games", "--json").json["games"][0]["moves"] == 2


def test_two_programs_play_no_game_together(ask: Callable[..., RunResult], data: str) -> None:
    ask(*START, typed="1\nquit\n")
    terminal = Terminal("resume", SPLENDOR_DATA=data)
    terminal.wait_for("Ann> ")
    for command in (("resume",), ("resume", "1"), ("delete", "1", "--yes")):
        ran = ask(*command)
        assert ran.status == 2
        assert f"game 1 is being played by another program (process {terminal.pid})" in ran.err
    assert "being played now" in ask("games").out
    assert len(turns(ask("export", "1").out)) == 2
    os.kill(terminal.pid, signal.SIGKILL)
    terminal.end()
    assert ask("resume", typed="quit\n").status == 0


def test_where_nothing_can_be_saved_the_game_goes_on(
    ask: Callable[..., RunResult], data: str
) -> None:
    Path(data).write_text("a file", "utf-8")
    ran = ask(*START, typed="take 2 white\nquit\n")
    assert ran.status == 0
    assert "this game is not saved: cannot save games in" in ran.err
    assert "Ann: take 2 white" in ran.out
    assert ask("resume").status == 2


def test_on_a_full_disk_the_game_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPLENDOR_DATA", str(tmp_path / "games"))
    ran = run_without_room(*START[:4], "--bots", "human,human")
    assert ran.returncode == 0
    assert "this game is not saved: " in ran.stderr


def test_a_disk_that_fills_up_is_told_of_once(ask: Callable[..., RunResult], data: str) -> None:
    terminal = Terminal(*START, SPLENDOR_DATA=data)
    terminal.wait_for("Ann> ")
    terminal.type("take 2 white")
    terminal.wait_for("Ann> ")
    with sqlite3.connect(Path(data) / "games.sqlite") as other:
        other.execute("DELETE FROM games")  # no move can be written any more
    other.close()
    terminal.type("reserve 1-1")
    assert "this move could not be saved: cannot save games in" in terminal.wait_for("Ann> ")
    terminal.type("reserve 2-1")
    assert "could not be saved" not in terminal.wait_for("Ann> ")
    terminal.type("quit")
    status, told = terminal.end()
    assert status == 0
    assert "the last 4 moves could not be saved" in told


def test_a_file_of_a_newer_version_is_told_of(ask: Callable[..., RunResult], data: str) -> None:
    ask(*START, typed="1\nquit\n")
    with sqlite3.connect(Path(data) / "games.sqlite") as other:
        other.execute("PRAGMA user_version = 7")
    other.close()
    assert "SPL731" in ask("games").err
    assert "a newer version of splendor-dsl wrote it" in ask("resume").err
    assert "this game is not saved: " in ask(*START, typed="1\nquit\n").err


# ---- the list ----------------------------------------------------------------------------------
def test_the_list_has_the_latest_game_first(ask: Callable[..., RunResult]) -> None:
    ask(*START, typed="1\nquit\n")
    ask("play", "marvel", "--seed", "7", "--bots", "human,greedy", typed="1\n2\nquit\n")
    first, second = ask("games").out.splitlines()
    assert re.match(
        r"   2  marvel   Player 1 \(human\), Greedy 2 \(greedy\)    4 moves  \d{4}-\d\d-\d\d \d\d:\d\d  "
        r"goes on with: splendor resume 2$",
        first,
    )
    assert re.match(r"   1  classic  Ann \(human\), Bob \(random\)              2 moves", second)
    ask("resume", "1", typed="1\nquit\n")
    assert ask("games").out.splitlines()[0].startswith("   1  classic")


def test_a_game_that_can_t_be_read_leaves_the_list_of_the_others(
    ask: Callable[..., RunResult], data: str
) -> None:
    for _ in range(2):
        ask(*START, typed="1\nquit\n")
    with sqlite3.connect(Path(data) / "games.sqlite") as other:
        other.execute("UPDATE games SET beginning = '{' WHERE number = 1")
    other.close()
    ran = ask("games")
    assert ran.status == 1
    assert ran.out.startswith("   2  classic")
    assert "game 1 can't go on: its data is damaged" in ran.err
    as_json = ask("games", "--json").json
    assert as_json.keys() == {"schema_version", "command", "ok", "games", "problems"}
    assert (as_json["ok"], len(as_json["games"]), len(as_json["problems"])) == (False, 1, 1)
    assert ask("resume", typed="quit\n").status == 0
    assert ask("delete", "1", "--yes").status == 0
    assert ask("games").status == 0


@pytest.mark.parametrize("language", SPOKEN)
def test_the_list_is_in_the_language_that_was_asked_for(
    language: str, ask: Callable[..., RunResult]
) -> None:
    ask(*START, typed="1\nquit\n")
    assert ("goes on with" in ask("games", "--lang", language).out) == (language == "en")
    kept = ask("resume", "--lang", language, typed="quit\n").err
    assert (KEPT.search(kept) is not None) == (language == "en")
    assert "splendor resume 1" in kept


# ---- records -----------------------------------------------------------------------------------
def test_save_record_and_export_write_the_same(
    ask: Callable[..., RunResult], tmp_path: Path
) -> None:
    ask(*START, "--record", "record.txt", typed="1\n2\nsave save.txt\nquit\n")
    assert ask("export", "1", "export.txt").out == "recorded in export.txt\n"
    texts = {(tmp_path / f"{name}.txt").read_text("utf-8") for name in ("record", "save", "export")}
    assert texts == {ask("export", "1").out}
    assert ask("replay", "export.txt", "--quiet").status == 0
    assert "SPL708" in ask("export", "1", "nowhere/export.txt").err


def test_an_exported_game_is_imported_and_goes_on(ask: Callable[..., RunResult]) -> None:
    ask(*START, typed="1\n2\nquit\n")
    ask("export", "1", "game.txt")
    ran = ask("import", "game.txt")
    assert ran.out == "saved as game 2: splendor resume 2 goes on with it\n"
    assert turns(ask("export", "2").out) == turns(ask("export", "1").out)
    assert "Ann (human), Bob (random)" in ask("resume", "2", typed="3\nquit\n").out
    assert ask("games", "--json").json["games"][0]["moves"] == 6


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("1 Ann: ", "1 Bob: ", "SPL610"),
        ("2 white", "9 white", "SPL609"),
        ('[game "classic"]', '[game "../classic.rules"]', "SPL614"),
        ('[game "classic"]', '[game "/etc/passwd"]', "SPL614"),
        ('[game "classic"]', '[game "sprint"]', "SPL607"),
        ("[game", "game", "SPL715"),
        ("Ann", "A\x1bn", "SPL006"),
    ],
)
def test_a_record_that_is_none_is_not_imported(
    old: str, new: str, code: str, ask: Callable[..., RunResult], tmp_path: Path
) -> None:
    ask(*START, "--record", "game.txt", typed="take 2 white\nquit\n")
    file = tmp_path / "game.txt"
    file.write_text(file.read_text("utf-8").replace(old, new), "utf-8")
    ran = ask("import", "game.txt")
    assert ran.status == 2
    assert code in ran.err
    assert len(ask("games", "--json").json["games"]) == 1


def test_who_sits_in_a_stranger_s_record_is_a_person_or_a_bot_from_here(
    ask: Callable[..., RunResult], tmp_path: Path
) -> None:
    ask(*START, "--record", "game.txt", typed="1\nquit\n")
    file = tmp_path / "game.txt"
    text = file.read_text("utf-8")
    for seat in ("exec:touch hacked", "nobody", "evil.py"):
        file.write_text(text.replace("human, random", f"{seat}, random"), "utf-8")
        assert f"Ann: there is no bot {seat!r} here" in ask("import", "game.txt").err
        assert "Ann (human), Bob (random)" in ask("resume", typed="quit\n").out
    file.write_text(text.replace('[seats "human, random"]\n', ""), "utf-8")
    ask("import", "game.txt")
    assert "Ann (human), Bob (human)" in ask("games").out
    assert not (tmp_path / "hacked").exists()


def test_a_record_without_moves_is_not_imported(ask: Callable[..., RunResult]) -> None:
    ask(*START, "--record", "game.txt", typed="quit\n")
    assert "expected a record with moves, found none" in ask("import", "game.txt").err


# ---- deleting ----------------------------------------------------------------------------------
@pytest.mark.parametrize(("answer", "gone"), [("y", True), ("", False)])
def test_delete_asks(answer: str, *, gone: bool, ask: Callable[..., RunResult], data: str) -> None:
    ask(*START, typed="1\nquit\n")
    terminal = Terminal("delete", "1", SPLENDOR_DATA=data)
    terminal.wait_for("delete game 1 for ever? [y/N] ")
    terminal.type(answer)
    status, told = terminal.end()
    assert status == (0 if gone else 1)
    assert ("game 1 is deleted" if gone else "nothing deleted") in told
    assert (ask("games").out == "no game is saved\n") is gone


def test_delete_asks_nobody_without_a_terminal(ask: Callable[..., RunResult]) -> None:
    ask(*START, typed="1\nquit\n")
    assert "expected --yes" in ask("delete", "1", typed="y\n").err
    assert ask("delete", "1", "--yes").out == "game 1 is deleted\n"
    assert "SPL732" in ask("delete", "1", "--yes").err


# ---- rules that change -------------------------------------------------------------------------
@pytest.fixture
def night(ask: Callable[..., RunResult], tmp_path: Path) -> Path:
    """The rule file of a game that was left."""
    file = tmp_path / "night.rules"
    file.write_text(NIGHT, "utf-8")
    ask("play", "night.rules", *START[2:], typed="take 2 white\n2\nquit\n")
    return file


def test_a_game_goes_on_by_the_rules_that_it_began_with(
    night: Path, ask: Callable[..., RunResult]
) -> None:
    assert "has changed" not in ask("resume", typed="quit\n").err
    before = ask("export", "1").out
    night.write_text(NIGHT + "set supply.gold = 3\n", "utf-8")
    ran = ask("resume", typed="quit\n")
    assert ran.status == 0
    assert "gold" in ran.out
    assert f"{night} has changed since (supply.gold): the game goes on by the rules" in ran.err
    assert "splendor resume 1 --migrate" in ran.err
    assert "5 gold" in ran.out
    assert ask("export", "1").out == before
    night.unlink()
    ran = ask("resume", typed="quit\n")
    assert ran.status == 0
    assert f"{night} is not there any more, or has errors" in ran.err


def test_a_game_is_migrated_to_rules_that_fit_its_moves(
    night: Path, ask: Callable[..., RunResult]
) -> None:
    night.write_text(NIGHT + "set supply.gold = 3\n", "utf-8")
    ran = ask("resume", "--migrate", typed="quit\n")
    assert ran.status == 0
    assert "3 gold" in ran.out
    ran = ask("resume", typed="quit\n")
    assert "has changed" not in ran.err
    assert "3 gold" in ran.out


def test_a_game_is_not_migrated_to_rules_that_don_t_fit(
    night: Path, ask: Callable[..., RunResult]
) -> None:
    for text in (NIGHT + "remove actions.take_same\n", "no rules"):
        night.write_text(text, "utf-8")
        before = ask("export", "1").out
        ran = ask("resume", "--migrate")
        assert ran.status == 2
        assert ("can't go on: move 1, 'take 2 white', can't be made" in ran.err) == ("set" in text)
        assert ask("export", "1").out == before
    assert ask("resume", typed="quit\n").status == 0


# ---- plugins -----------------------------------------------------------------------------------
CALM = """\
from splendor_dsl.hookspecs import Bot, hookimpl


class Calm:
    def __init__(self, game):
        pass

    def choose(self, view, moves, stream):
        return moves[-1]


@hookimpl
def splendor_bots():
    return [Bot(name="calm", make=Calm)]
"""


def test_a_plugin_that_a_save_names_is_loaded_by_nobody_else(
    ask: Callable[..., RunResult], tmp_path: Path
) -> None:
    (tmp_path / "calm.py").write_text(CALM, "utf-8")
    plugin = ("--plugin", "calm.py")
    ask("play", "classic", "--seed", "7", "--bots", "human,calm", *plugin, typed="1\nquit\n")
    ran = ask("resume")
    assert ran.status == 2
    assert "the plugin calm is not there: --plugin loads it" in ran.err
    assert "SPL705" in ran.err
    assert ask("resume", *plugin, typed="1\nquit\n").status == 0
    assert len(turns(ask("export", "1").out)) == 4
    assert ask("resume", "--bots", "human,random", typed="quit\n").status == 0


def test_a_plugin_of_another_version_is_told_of(ask: Callable[..., RunResult], data: str) -> None:
    ask(*START, typed="1\nquit\n")
    assert "has version" not in ask("resume", typed="quit\n").err
    with sqlite3.connect(Path(data) / "games.sqlite") as other:
        other.execute(
            """UPDATE games SET beginning = replace(beginning, '"version": "', '"version": "9.')"""
        )
    other.close()
    told = ask("resume", typed="quit\n").err
    assert re.search(r"the plugin builtin_bots has version [\d.]+, and had 9\.", told)


def test_a_save_starts_no_program_that_is_not_named_again(
    ask: Callable[..., RunResult], tmp_path: Path
) -> None:
    bot = program(tmp_path)
    ask("play", "classic", "--seed", "7", "--bots", f"human,{bot}", typed="1\nquit\n")
    assert f"human,{bot}".partition(",")[2] in ask("games").out
    ran = ask("resume")
    assert ran.status == 2
    assert "expected the command of the program in seat 2 after --bots" in ran.err
    ran = ask("resume", "--bots", f"human,{bot}", typed="1\nquit\n")
    assert ran.status == 0
    assert len(turns(ask("export", "1").out)) == 4
    assert '[seats "human, exec:mybot"]' in ask("export", "1").out
    ask("export", "1", "game.txt")
    assert "there is no bot 'exec:mybot' here" in ask("import", "game.txt").err
