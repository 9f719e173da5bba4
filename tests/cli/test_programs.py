"""Programs as bots at the command line: named by `exec:COMMAND` alone, tested by `splendor try-bot`."""

import signal
import subprocess
import time
from pathlib import Path

import pytest
from bots.external.programs import ends, program
from cli.program import PROGRAM, Terminal, run

NO_OPTION = "expected a number from 1 to 30 or the text of an option for 'option', found "
SLOW_LATER = """
def decide(message):
    if message["log"]["from"]:
        time.sleep(9)
    return 1
"""
NEVER_BACK = """
known = []
def decide(message):
    known.append(message["log"]["from"] + len(message["log"]["events"]))
    return 1 if known == sorted(known) else 0
"""
HANGS_ON = """
import atexit
message = {"type": "none"}
atexit.register(lambda: message["type"] == "end" or time.sleep(9))
"""
NOISE = "def decide(message):\n    say(type='choose', option=1)\n    return 1"
# What a program does, and what is found.
BAD_MANNERS = {
    "def decide(message): print('hm', flush=True)": "at decision 1: expected a JSON object in a line, found 'hm'",
    "def decide(message): return 99": f"at decision 1: {NO_OPTION}99",
    "def decide(message): sys.exit(3)": "at decision 1: it ended with exit status 3",
    SLOW_LATER: "at decision 2: no answer within 0.5 s",
    NEVER_BACK: "after moves were taken back: expected a number from 1 to",
    NOISE: "when it was not asked",
    "def start(message): say(type='ready'); say(type='choose', option=1)": "when it was not asked",
    "def start(message): say(type='hello')": "at its start: expected a type of message",
    "def end(message): time.sleep(9)": "at the end: it had not ended 1 s after the message 'end'",
    "def end(message): sys.exit(2)": "at the end: it ended with exit status 2 after the message",
    HANGS_ON: "without a game: it had not ended 1 s after the end of its input",
}


@pytest.fixture
def good(tmp_path: Path) -> str:
    return program(tmp_path)


def test_a_program_plays_from_the_command_line(good: str, tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    ran = run("play", "sprint", "--bots", f"{good},random", "--seed", "3", "--record", str(record))
    assert ran.status == 0, ran.err
    assert "Mybot 1: " in ran.out
    assert '[seats "exec:mybot, random"]' in record.read_text("utf-8")
    assert str(tmp_path) not in record.read_text("utf-8")
    assert run("replay", str(record), "--quiet").status == 0


def test_a_person_plays_against_a_program(good: str) -> None:
    terminal = Terminal("play", "sprint", "--bots", f"human,{good}", "--seed", "3")
    terminal.wait_for("Player 1> ")
    terminal.type("1")
    assert "Mybot 2: " in terminal.wait_for("Player 1> ")
    terminal.type("undo")
    terminal.wait_for("Player 1> ")
    terminal.type("2")
    assert "Mybot 2: " in terminal.wait_for("Player 1> ")
    terminal.type("quit")
    assert terminal.end()[0] == 0


def test_games_of_programs_are_not_said_to_be_repeatable(good: str) -> None:
    asked = ("simulate", "sprint", "--games", "2", "--bots")
    of_a_program = run(*asked, f"random,{good}", "--json").json
    assert (of_a_program["repeatable"], of_a_program["seed"]) == (False, 0)
    assert [each["bot"] for each in of_a_program["bots"]] == ["random", good]
    assert run(*asked, "random,greedy", "--json").json["repeatable"] is True
    line = "a program played, or a bot by the clock: the seed alone does not repeat these games"
    assert line in run(*asked, f"random,{good}").out
    assert line not in run(*asked, "random,greedy").out


def test_commas_within_quotes_belong_to_a_command(tmp_path: Path) -> None:
    change = "some = decide\ndef decide(message): return some(message) if sys.argv[1:] == ['1,2', 'a,b', '3,4'] else 0"
    spelling = f"""{program(tmp_path, change)} '1,2' "a,b" 3\\,4"""
    ran = run("simulate", "sprint", "--games", "1", "--bots", f"random,{spelling}")
    assert ran.status == 0, ran.err


def test_no_shell_reads_a_command(tmp_path: Path) -> None:
    change = (
        "some = decide\ndef decide(message):\n"
        "    return some(message) if sys.argv[1:] == [';', 'touch', 'here', '$HOME', '*'] else 0"
    )
    spelling = f"{program(tmp_path, change)} ; touch here $HOME *"
    ran = run("simulate", "sprint", "--games", "1", "--bots", f"random,{spelling}", cwd=tmp_path)
    assert ran.status == 0, ran.err
    assert not (tmp_path / "here").exists()


@pytest.mark.parametrize("named", ["exec:touch here", "exec:mybot"])
def test_a_record_starts_no_program(named: str, good: str, tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    ran = run(
        "play",
        "sprint",
        "--bots",
        "human,random",
        "--seed",
        "3",
        "--record",
        str(record),
        typed="1\nquit\n",
    )
    assert ran.status == 0
    text = record.read_text("utf-8")
    record.write_text(text.replace('"human, random"', f'"human, {named}"'), "utf-8")
    for command in (("play", str(record)), ("play", str(record), "--bots", "human")):
        ran = run(*command, cwd=tmp_path, typed="1\nquit\n")
        assert ran.status == 2
        said = f"expected the command of the program in seat 2 after --bots, found {named!r} in the record alone"
        assert f"error[SPL721]: {said}" in ran.err
    for command in (
        ("replay", str(record)),
        ("migrate", str(record)),
        ("example", str(record), "1"),
    ):
        run(*command, cwd=tmp_path)
    assert not (tmp_path / "here").exists()
    ran = run("play", str(record), "--bots", f"human,{good}", typed="1\nquit\n")
    assert ran.status == 0, ran.err
    assert "Random 2: " in ran.out


@pytest.mark.parametrize(
    ("bots", "said"),
    [
        ("exec:,random", "error[SPL707]: expected a command after 'exec:', found none"),
        ("exec:'x,random", "error[SPL707]: expected a command after 'exec:': no closing quotation"),
        ("exec:move=2", "error[SPL707]: expected a command after 'exec:', found none"),
        (
            "exec:move=soon x",
            "error[SPL707]: expected seconds above 0, up to 3600, for move, found 'soon'",
        ),
        (
            "exec:start=0 x",
            "error[SPL707]: expected seconds above 0, up to 3600, for start, found '0'",
        ),
        (
            "exec:./nobody,random",
            "error[SPL720]: the bot 'exec:./nobody' failed: can't start './nobody': no such file",
        ),
        ("Exec:x", "error[SPL705]: expected one of "),
    ],
)
def test_a_command_that_starts_no_program_is_refused(bots: str, said: str) -> None:
    for command in ("simulate", "play"):
        ran = run(command, "sprint", "--bots", bots)
        assert ran.status == 2
        assert said in ran.err


def test_a_program_ends_when_the_run_is_interrupted(tmp_path: Path) -> None:
    file = tmp_path / "number"
    change = "def decide(message):\n    open(sys.argv[1], 'w').write(f'{os.getpid()} ')\n    time.sleep(60)"
    spelling = program(tmp_path, change, str(file), limits="move=60")
    process = subprocess.Popen(
        [PROGRAM, "simulate", "sprint", "--bots", f"{spelling},random"], stderr=subprocess.DEVNULL
    )
    until = time.monotonic() + 20
    while not (file.exists() and file.read_text("utf-8").endswith(" ")):
        assert time.monotonic() < until
        time.sleep(0.02)
    process.send_signal(signal.SIGTERM)
    assert process.wait(10) == 128 + signal.SIGTERM
    assert ends(int(file.read_text("utf-8")))


# ---- splendor try-bot --------------------------------------------------------------------------
def test_a_program_with_good_manners_passes(good: str) -> None:
    ran = run("try-bot", good, "sprint", "solo", "two_teams", "--decisions", "3")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("3 games, 12 decisions, the slowest in 0.")


@pytest.mark.parametrize("change", BAD_MANNERS)
def test_bad_manners_are_found(change: str, tmp_path: Path) -> None:
    ran = run("try-bot", program(tmp_path, change, limits="move=0.5"), "sprint", "--json")
    assert ran.status == 1
    (problem,) = ran.json["problems"]
    assert problem["code"] == "SPL722"
    assert BAD_MANNERS[change] in problem["message"]
    assert problem["message"].endswith("(sprint)")


def test_a_fault_is_reported_once_with_the_games_and_the_test_ends_after_five(
    tmp_path: Path,
) -> None:
    ran = run("try-bot", program(tmp_path, "def end(message): sys.exit(2)"), "--decisions", "1")
    assert ran.status == 1
    assert ran.out.startswith("5 games, 5 decisions, ")
    assert ran.err.count("SPL722") == 1
    assert ", ...)" in ran.err


def test_what_a_program_writes_to_stderr_is_shown(tmp_path: Path) -> None:
    change = (
        "def start(message):\n    print('so \\x1b[31m red', file=sys.stderr)\n    say(type='ready')"
    )
    ran = run("try-bot", program(tmp_path, change), "sprint")
    assert ran.status == 0
    assert "so \u241b[31m red\n" in ran.err
    assert run("try-bot", program(tmp_path, change), "sprint", "--json").err == ""


def test_a_program_that_starts_only_once_is_found_out(tmp_path: Path) -> None:
    change = "open(sys.argv[1], 'x')"
    ran = run("try-bot", program(tmp_path, change, str(tmp_path / "once")), "sprint", "--json")
    (problem,) = ran.json["problems"]
    said = "without a game: it ended with exit status 1; its last line on stderr: FileExistsError"
    assert problem["message"].startswith(said)


def test_a_seed_beyond_64_bits_is_refused(good: str) -> None:
    ran = run("try-bot", good, "sprint", "--seed", str(1 << 64))
    assert ran.status == 2
    assert "expected at most 64 bits for --seed" in ran.err


def test_what_is_no_program_is_refused() -> None:
    ran = run("try-bot", "./mybot")
    assert ran.status == 2
    assert "expected a program such as 'exec:./mybot', found './mybot'" in ran.err
    assert "did you mean 'exec:./mybot'?" in ran.err
