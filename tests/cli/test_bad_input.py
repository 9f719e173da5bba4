"""Bad input of all sorts: a person gets a message and an exit code, and never a traceback (`run` looks for one)."""

import os
import subprocess
from pathlib import Path

import pytest
from cli.program import PROGRAM, run, run_without_room
from samples import sampled

from splendor_dsl.cli import main


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files that are no rules and no records."""
    folder = tmp_path_factory.mktemp("bad")
    (folder / "binary").write_bytes(bytes(range(256)) * 8)
    (folder / "empty").touch()
    (folder / "folder").mkdir()
    (folder / "cut").write_text('[game "classic"]\n[players "Ann, Bob"]\n1 Ann: take 2 wh')
    (folder / "brackets").write_text("[" * 5_000)
    os.mkfifo(folder / "pipe")
    with (folder / "large").open("wb") as stream:
        stream.truncate(50 * 1024 * 1024)
    return folder


FILES = [
    "binary",
    "empty",
    "folder",
    "cut",
    "brackets",
    "pipe",
    "large",
    "missing",
    "a/b/c",
    "x" * 300,
]
READERS = [
    ("check",),
    ("test",),
    ("fmt",),
    ("show",),
    ("play",),
    ("replay",),
    ("perft",),
    ("simulate",),
]


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("command", READERS, ids=lambda command: command[0])
def test_a_file_that_is_none_of_ours_is_refused(
    command: tuple[str, ...], name: str, folder: Path
) -> None:
    ran = run(*command, name, cwd=folder)
    assert ran.status in {1, 2}
    assert "error[SPL" in ran.out + ran.err


@pytest.mark.parametrize("name", FILES)
def test_why_refuses_it_too(name: str, folder: Path) -> None:
    ran = run("why", name, "pass", cwd=folder)
    assert ran.status in {1, 2}
    assert "error[SPL" in ran.err


@pytest.mark.parametrize(
    ("args", "near"),
    [
        (("rulebook", "classic", "--format", "pfd"), "pdf"),
        (("rulebook", "classic", "--lang", "pll"), "pl"),
        (("simulate", "classic", "--backend", "natvie"), "native"),
        (("new", "My-Rule", "--from", "classic"), "my_rule"),
    ],
)
def test_what_is_misspelt_is_answered_by_what_was_meant(
    args: tuple[str, ...], near: str, tmp_path: Path
) -> None:
    ran = run(*args, cwd=tmp_path)
    assert ran.status == 2
    assert f"did you mean '{near}'?" in ran.err


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("play", "clasic"), "did you mean 'classic'?"),
        (("play", "classic", "--players", "9"), "expected 2 to 4 players, found 9"),
        (("play", "classic", "--players", "0"), "expected 2 to 4 players, found 0"),
        (
            ("play", "classic", "--players", "two"),
            "error[SPL713]: --players: expected a whole number, found 'two'",
        ),
        (("play", "classic", "--players", "2.5"), "expected a whole number, found '2.5'"),
        (("play", "classic", "--seed", "x"), "--seed: expected a whole number, found 'x'"),
        (("play", "classic", "--seed", "9" * 30), "64 bits"),
        (("play", "classic", "--seed", "9" * 5000), "--seed"),
        (("play", "classic", "--bots", "gredy"), "did you mean 'greedy'?"),
        (("play", "classic", "--bots", "random,random,random,random,random"), "found 5"),
        (("play", "classic", "--players", "2", "--bots", "random,random,random"), "at most 2 bots"),
        (("play", "solo", "--players", "5"), "expected 1 player, found 5"),
        (("play", "two_teams", "--players", "2"), "expected 4 players, found 2"),
        (("simulate", "solo", "--players", "1", "--bots", "random,random"), "at most 1 bot, found"),
        (
            ("play", "solo", "--players", "1", "--names", "Ann,Bob"),
            "expected at most 1 name, found 2",
        ),
        (("play", "classic", "--names", "Ann: Bob"), "found 'Ann: Bob'"),
        (("play", "classic", "--names", "Ann,Ann"), "expected different names"),
        (("play", "classic", "--names", "Ann,ann"), "expected names that are read differently"),
        (
            ("play", "classic", "--names", "Ann,\u0410nn"),
            "expected names that look different, found '\u0410nn' beside 'Ann'",
        ),
        (("play", "classic", "--set", "target"), "such as target=20"),
        (("play", "classic", "--set", "target=x"), "such as target=20"),
        (
            ("play", "classic", "--set", "target=9", "--set", "target=8"),
            "expected 'target' to be set once, found it twice",
        ),
        (("play", "classic", "--set", "targt=9"), "did you mean 'target'?"),
        (
            ("play", "classic", "--set", "target=999"),
            "error[SPL304]: 'target': expected 1 to 60, found 999\n",
        ),
        (("play", "classic", "--set", "target=999"), "note: its range stands here"),
        (("play", "classic", "--set", "target=1.5"), "found 'target=1.5'"),
        (("play", "classic", "--record", "nowhere/game.txt"), "cannot write"),
        (("play", "classic", "--record", "."), "cannot write"),
        (("show", "classic", "end.traget"), "did you mean 'end.target'?"),
        (("show", "classic", ""), "path of a clause"),
        (("explain", "SPL00"), "did you mean 'SPL0"),
        (("explain", ""), "code of a problem"),
        (("explain", "201"), "did you mean 'SPL201'?"),
        (("why", "classic", "buuy 2-3"), "expected 'buy {card}'"),
        (("why", "classic", ""), "expected one of"),
        (("why", "classic", "pass", "--after", "buy 1-1"), "can't be made"),
        (
            ("simulate", "classic", "--bots", "human"),
            "expected one of random, greedy-0, greedy, planner, search, level, found 'human'",
        ),
        (
            ("simulate", "classic", "--bots", "a"),
            "expected one of random, greedy-0, greedy, planner, search, level, found 'a'",
        ),
        (("play", "classic", "--names", ","), "expected names with commas between them, found ','"),
        (("play", "classic", "--bots", "random,,random"), "expected bots with commas between them"),
        (("simulate", "classic", "--games", "0"), "--games: expected a whole number from 1 to"),
        (("perft", "classic", "--depth", "-1"), "expected a whole number from 1 to 20, found '-1'"),
        (("perft", "classic", "--depth", "0"), "expected a whole number from 1 to 20, found '0'"),
        (("perft", "classic", "--dept", "2"), "no such option: --dept (possible options: --depth"),
        (("chek", "classic"), "no such command 'chek'; did you mean 'check'?"),
        (("check",), "FILE"),
        (("list", "more"), "more"),
        (("diff", "classic", ""), "expected the name of a game or a rule file, found ''"),
        (("watch", "", "--once"), "expected the name of a game or a rule file, found ''"),
        (("explain", "reserve", "classic"), "did you mean 'actions.reserve'?"),
        (("show", "classic", "hand"), "did you mean 'limits.hand'?"),
        (("example", "classic", "0"), "MOVE: expected a whole number of at least 1, found '0'"),
        (("example", "classic", "x"), "MOVE: expected a whole number of at least 1, found 'x'"),
        (
            ("test", "classic", "--games", "99999999999"),
            "--games: expected a whole number from 0 to 10000000, found '999",
        ),
        (("watch", "classic", "--once", "--games", "99999999999"), "from 0 to 10000000, found"),
        (("test", "classic", "--jobs", "0"), "--jobs: expected a whole number from 1 to 256"),
        (("test", "classic", "--html", "."), "cannot write '.': it is a folder"),
        (("rulebook", "classic", "--out", "."), "cannot write '.': it is a folder"),
        (("rulebook", "classic", "--out", "no/book.md"), "there is no such folder"),
        (("why", "classic", "pass", "--at", "3"), "expected --at with a record"),
        (("why", "nosuch.txt", "pass", "--at", "3"), "cannot find the file 'nosuch.txt'"),
        (("play", "nosuch.txt", "--rules", "classic"), "cannot find the file 'nosuch.txt'"),
        (("explain", "classic"), "expected a clause or a move before the game 'classic'"),
        (("explain", "limits"), "expected a game after 'limits'"),
        (("explain", "top-1"), "expected a game after 'top-1'"),
        (("explain", "spl"), "expected the code of a problem, found 'spl'"),
        (("explain", "it's mine"), "splendor explain 'it'\"'\"'s mine' GAME"),
        (("why", "clasic", "pass", "--at", "3"), "did you mean 'classic'?"),
        (("show", "classic", "end", "--form", "x"), "expected --form by itself"),
        (("play", "classic", "--set", f"target={'9' * 30}"), "expected 1 to 60, found 999"),
        (("--plugin", "nosuch", "list"), "cannot import the plugin 'nosuch'"),
        (("--plugin", "nosuch", "fmt", "classic"), "cannot import the plugin 'nosuch'"),
    ],
)
def test_wrong_usage_ends_with_2_and_says_what_was_expected(
    args: tuple[str, ...], said: str
) -> None:
    ran = run(*args)
    assert ran.status == 2
    assert said in ran.err
    assert ran.out == ""


@pytest.mark.parametrize(
    "args",
    [
        ("check", "clasic"),
        ("why", "clasic", "pass"),
        ("replay", "no"),
        ("perft", "classic", "--depth", "x"),
        ("simulate", "classic", "--games", "0"),
        ("simulate", "classic", "--gams", "3"),
        ("show",),
        ("show", "classic", "end", "more"),
        ("test", "classic", "--games"),
    ],
)
def test_a_refusal_as_json_is_json_too(args: tuple[str, ...]) -> None:
    ran = run(*args, "--json")
    assert ran.status == 2
    assert ran.json["ok"] is False
    assert ran.json["command"] == args[0]
    assert ran.json["problems"]
    assert ran.err == ""


def test_a_refusal_of_the_program_itself_is_json_too() -> None:
    ran = run("chek", "classic", "--json")
    assert (ran.status, ran.json["command"], ran.json["ok"]) == (2, "splendor", False)


@pytest.mark.parametrize("command", ["check", "show", "test", "fmt", "perft", "simulate"])
def test_a_record_in_the_place_of_rules_is_told(command: str, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    run("play", "classic", "--seed", "1", "--record", str(file))
    ran = run(command, str(file))
    assert ran.status == 2
    said = ran.out + ran.err
    assert said.startswith("error[SPL714]: expected a rule file, found ")
    assert said.count("error[") == 1


def test_rules_in_the_place_of_a_record_are_told(tmp_path: Path) -> None:
    rules = tmp_path / "mine.rules"
    rules.write_text("splendor rules 2\n")
    ran = run("replay", str(rules))
    assert ran.status == 2
    assert ran.err.startswith("error[SPL715]: expected the record of a game, found ")
    assert ran.err.count("error[") == 1


def test_a_plugin_that_was_asked_for_and_is_broken_ends_the_command(tmp_path: Path) -> None:
    plugin = tmp_path / "bent.py"
    plugin.write_text("1 / 0\n")
    ran = run("perft", "classic", "--depth", "1", "--plugin", str(plugin), "--json")
    assert ran.status == 2
    (problem,) = ran.json["problems"]
    assert problem["message"].startswith(f"cannot import the plugin {str(plugin)!r}: ZeroDivision")
    assert ran.err == ""


BOTS = """
from splendor_dsl.hookspecs import Bot, Command, hookimpl

class Bent:
    def __init__(self, game): pass
    def choose(self, view, moves, stream): {choice}

@hookimpl
def splendor_bots(): return [Bot(name="bent", make=Bent)]
"""


@pytest.mark.parametrize(
    ("choice", "said"),
    [
        ("return None", "it chose None, which is no move"),
        ("return 1 / 0", "ZeroDivisionError"),
        ("return view.hand", ""),
    ],
)
def test_a_bot_that_fails_is_named(choice: str, said: str, tmp_path: Path) -> None:
    plugin = tmp_path / "bots.py"
    plugin.write_text(BOTS.format(choice=choice))
    ran = run("simulate", "classic", "--bots", "bent", "--plugin", str(plugin))
    assert ran.status == 2
    assert "error[SPL709]: the bot 'bent' of the plugin 'bots' failed" in ran.err
    assert said in ran.err


def test_a_bot_of_an_outsider_plays(tmp_path: Path) -> None:
    plugin = tmp_path / "bots.py"
    plugin.write_text(BOTS.format(choice="return moves[0]"))
    ran = run(
        "simulate", "classic", "--bots", "bent", "--games", "2", "--plugin", str(plugin), "--json"
    )
    assert ran.status == 0
    assert [each["bot"] for each in ran.json["bots"]] == ["bent", "greedy"]


# ---- streams ---------------------------------------------------------------------------------
def shell(command: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        ["/bin/bash", "-c", command.replace("splendor", f"'{PROGRAM}'")],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=60,
        check=False,
    )
    assert "Traceback" not in done.stdout + done.stderr
    assert "Exception ignored" not in done.stderr
    return done


@pytest.mark.parametrize(
    "command", ["list", "show classic", "play classic --seed 1", "explain", "--help"]
)
def test_a_reader_may_leave_early(command: str) -> None:
    assert shell(f"splendor {command} | head -1").stderr == ""
    done = shell(f"set -o pipefail; splendor {command} | true")
    assert (done.returncode, done.stderr) == (0, "")


def stopped() -> None:
    raise KeyboardInterrupt


def test_who_stops_the_program_sees_no_more_of_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("splendor_dsl.cli.app.run", stopped)
    for setting in ("gc.set_threshold", "sys.set_int_max_str_digits", "signal.signal"):
        monkeypatch.setattr(setting, lambda *_: None)  # of this process, which goes on
    with pytest.raises(SystemExit) as left:
        main()
    assert (left.value.code, *capsys.readouterr()) == (130, "", "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full device")
@pytest.mark.parametrize("command", ["list", "list --json", "play classic --seed 1", "--help"])
def test_a_full_disk_is_told(command: str) -> None:
    done = shell(f"splendor {command} > /dev/full")
    assert done.returncode == 2
    assert done.stderr == "cannot write: no space left on device\n"


@pytest.mark.parametrize("closed", ["2>&-", "<&-", "2>&- <&-"])
def test_closed_streams_do_no_harm(closed: str) -> None:
    assert shell(f"splendor list {closed}").returncode == 0
    assert shell(f"splendor play classic --seed 1 {closed}").returncode == 0


@pytest.mark.parametrize(
    ("command", "closed"),
    [
        ("list", ">&-"),
        ("list --json", ">&- <&-"),
        ("play classic --seed 1", ">&- <&-"),
        ("perft classic --depth 1 --json", ">&- 2>&- <&-"),
        ("--help", ">&-"),
    ],
)
def test_what_has_nowhere_to_go_is_told(command: str, closed: str) -> None:
    done = shell(f"splendor {command} {closed}")
    assert (done.returncode, done.stdout) == (2, "")
    told = "" if "2>" in closed else "cannot write: bad file descriptor\n"
    assert done.stderr == told


def test_who_has_nothing_to_say_needs_no_stream(tmp_path: Path) -> None:
    done = shell(f"splendor rulebook classic --out {tmp_path / 'book.md'} >&-")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("encoding", sampled(["ascii", "latin-1", "cp1252"], 1))
def test_a_terminal_without_unicode_shows_what_it_can(encoding: str, tmp_path: Path) -> None:
    file = tmp_path / "ż.rules"
    file.write_text('splendor rules 2\ngame a "Żółw" { players 2 to 4 }\nżółw\n')
    ran = run("check", str(file), PYTHONIOENCODING=encoding, LC_ALL="C", PYTHONUTF8="0")
    assert ran.status == 1
    assert run("play", "marvel", "--seed", "1", PYTHONIOENCODING=encoding).status == 0
    assert run("list", "--json", PYTHONIOENCODING=encoding).json["ok"]


def test_a_narrow_terminal_loses_nothing_of_the_moves() -> None:
    ran = run("play", "marvel", "--seed", "1", COLUMNS="12")
    assert ran.status == 0
    assert ran.out.count("recruit") == run("play", "marvel", "--seed", "1").out.count("recruit")


def test_no_colour_where_it_is_not_wanted() -> None:
    for env in ({"NO_COLOR": "1"}, {"TERM": "dumb"}, {}):
        assert "\x1b[" not in run("play", "classic", "--seed", "1", **env).out


def test_a_file_that_may_not_be_written_stays_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "a.rules"
    file.write_text('splendor rules 2\nvariant   a "A" extends classic\n')
    done = run_without_room("fmt", file)
    assert done.returncode == 2
    assert "cannot write" in done.stderr
    assert "variant   a" in file.read_text()
    assert [each.name for each in tmp_path.iterdir()] == ["a.rules"]


def test_a_rule_file_beside_one_is_meant_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "night.rules").write_text("splendor rules 2\n")
    ran = run("show", "night", cwd=tmp_path)
    assert ran.status == 2
    assert "help: did you mean 'night.rules'?" in ran.err


def test_the_name_of_a_file_does_not_act_on_the_terminal(tmp_path: Path) -> None:
    for command in ("test", "watch"):
        ran = run(command, *["--once"] * (command == "watch"), "a\x1b[31mb.rules", cwd=tmp_path)
        assert "a␛[31mb.rules: " in ran.out
        assert "\x1b" not in ran.out


@pytest.mark.parametrize("name", ["a\u202eb.rules", "a\x9bb.rules", "a\x7f.rules", "a\udce9.rules"])
def test_a_report_for_programs_names_a_file_as_it_is_called(name: str, tmp_path: Path) -> None:
    ran = run("test", name, "--json", cwd=tmp_path)
    assert ran.json["files"][0]["name"] == name
    assert name not in ran.out


def test_a_position_of_a_record_is_the_one_that_was_asked_for(tmp_path: Path) -> None:
    record = str(tmp_path / "game.txt")
    run("play", "classic", "--players", "2", "--seed", "1", "--record", record)
    for args, said in (
        (("--at", "999"), "expected --at from 0 to "),
        (("--seed", "3"), "expected no --seed with a record"),
        (("--players", "2"), "expected no --players with a record"),
    ):
        ran = run("why", record, "pass", *args)
        assert ran.status == 2
        assert said in ran.err
    assert run("why", record, "buy 1-1", "--at", "3").status == 0


def test_a_book_is_written_and_reported_at_once(tmp_path: Path) -> None:
    file = tmp_path / "book.md"
    ran = run("rulebook", "classic", "--out", str(file), "--json")
    assert ran.json["ok"]
    assert file.read_text("utf-8").startswith("# Splendor\n")


def test_the_help_cuts_no_sentence() -> None:
    assert "..." not in run("--help").out.partition("Commands:")[2]


@pytest.mark.parametrize("command", [("test", "--games", "0"), ("watch", "--once")])
@pytest.mark.parametrize(
    ("record", "code"), [("night.games/one.record", "SPL001"), ("../one.record", "SPL214")]
)
def test_a_record_that_an_example_lacks_is_told_once(
    command: tuple[str, ...], record: str, code: str, tmp_path: Path
) -> None:
    (tmp_path / "night.rules").write_text(
        'splendor rules 2\nvariant night "Night" extends classic\n'
        f'example late {{ given record "{record}" before move 6; then round = 3 }}\n'
        "example soon { then round = 1 }\n"
    )
    ran = run(*command, "night.rules", cwd=tmp_path)
    assert ran.status == 1
    assert ran.out.count(f"error[{code}]") == 1
    assert "SPL504" not in ran.out
    assert " of " in ran.out.splitlines()[-1]  # all others ran


def test_a_value_of_thousands_of_digits_is_shown(tmp_path: Path) -> None:
    squares = "\n".join(f"total h{n} {{ it: h{n - 1} * h{n - 1} }}" for n in range(1, 10))
    rules = tmp_path / "huge.rules"
    rules.write_text(
        'splendor rules 2\nvariant huge "Huge" extends classic\n'
        f"values {{ total h0 {{ it: 999999999 }}\n{squares} }}\n"
    )
    ran = run("simulate", str(rules), "--games", "1", "--json")
    assert ran.status == 0
    assert ran.err.startswith(str(rules))  # the warning that nothing uses the last value
    assert "Traceback" not in ran.err
    shown = run("play", str(rules), "--bots", "random,random", "--seed", "1")
    assert (shown.status, "Traceback" in shown.err) == (0, False)
