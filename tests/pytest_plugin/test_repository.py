"""A designer's repository, made from nothing: a rule file, and pytest."""

import os
import re
import subprocess
import sys
from argparse import ArgumentTypeError
from importlib.metadata import entry_points
from pathlib import Path

import pytest
import typer
from attrs import frozen
from cli.program import PROGRAM, run, started

from splendor_dsl.cli.usage import whole_number
from splendor_dsl.game import MOST_GAMES
from splendor_dsl.hidden import HIDDEN
from splendor_dsl.pytest_plugin import _games

PYTEST = PROGRAM.with_name("pytest")
RULES = """\
splendor rules 2

variant night "Night" extends classic

set limits.hand = 2

example pair "two of one colour" {
  when Ann plays "take 2 white"
  then white in purse of Ann = 2
}

example room "a hand of two is full" {
  given hand of Ann: 2 cards where (level = 1)
  then Ann cannot play "reserve 2-1" by actions.reserve.room
}

invariants { two: every player has (cards in hand <= 2) }
"""
WRONG = RULES.replace("white in purse of Ann = 2", "white in purse of Ann = 3")


@frozen
class Ended:
    status: int
    out: str

    @property
    def counts(self) -> dict[str, int]:
        found = re.findall(r"(\d+) (passed|failed|error)", self.out.splitlines()[-1])
        return {word: int(number) for number, word in found}


def run_pytest(folder: Path, *args: str, anew: bool = False, **env: str) -> Ended:
    """A run of pytest in a repository, which has nothing to do with the one of these tests."""
    own = {name: os.environ[name] for name in os.environ if not name.startswith("PYTEST_")}
    command = [str(PYTEST), "-p", "no:cacheprovider", "-W", "ignore", *args]
    done = started(command, folder, {**own, **env}, anew=anew)
    assert "INTERNALERROR" not in done.out + done.err, done.out + done.err
    return Ended(done.status, done.out)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "night.rules").write_text(RULES, "utf-8")
    # whoever runs these tests may have settings above their folder for temporary files
    (tmp_path / "pytest.ini").write_text("[pytest]\n", "utf-8")
    return tmp_path


def write(folder: Path, rules: str) -> None:
    (folder / "night.rules").write_text(rules, "utf-8")


def test_the_plugin_comes_with_the_package() -> None:
    (found,) = entry_points(group="pytest11", name="splendor")
    assert found.value == "splendor_dsl.pytest_plugin"


def test_a_rule_file_is_all_that_it_takes(folder: Path) -> None:
    (folder / "pytest.ini").unlink()
    ran = run_pytest(folder, "--rootdir", str(folder), "-v", anew=True)
    assert ran.status == 0, ran.out
    for name in ("rules", "examples::pair", "examples::room", "invariants::two"):
        assert f"night.rules::{name} PASSED" in ran.out


def test_a_failure_is_told_in_the_words_of_the_rules(folder: Path) -> None:
    write(folder, WRONG)
    ran = run_pytest(folder)
    assert ran.status == 1
    assert ran.counts["failed"] == 1
    told = ran.out.partition(" FAILURES ")[2].partition(" short test summary ")[0]
    assert "night.rules:9:3: error[SPL502]: example 'pair': " in told
    assert str(folder) not in told
    assert "expected white in purse of Ann = 3, found 2 against 3" in told
    assert "9 |   then white in purse of Ann = 3" in told  # the step
    assert "> Bob" in told  # the state around it
    assert re.search(r"Ann .*\n.*\n +purse +2 white", told)
    assert "Traceback" not in told
    assert ".py" not in told


def test_rules_with_errors_fail_by_themselves_and_stop_nothing_else(folder: Path) -> None:
    (folder / "wrong.rules").write_text(RULES.replace("limits.hand", "limits.hnd"), "utf-8")
    ran = run_pytest(folder)
    assert ran.counts == {"failed": 1, "passed": len(sound(folder))}
    assert "did you mean 'limits.hand'?" in ran.out
    assert "FAILED wrong.rules::rules" in ran.out


def sound(folder: Path) -> list[str]:
    ran = run_pytest(folder, "--collect-only", "-q", "night.rules")
    return [line for line in ran.out.splitlines() if line.startswith("night.rules::")]


def test_an_invariant_that_breaks_shows_the_moment(folder: Path) -> None:
    write(folder, RULES.replace("cards in hand <= 2", "cards in hand <= 1"))
    ran = run_pytest(folder, "--rule-games", "1", "night.rules::invariants.two")
    assert ran.counts == {"failed": 1}
    assert re.search(
        r"the invariant 'two' does not hold after move \d+ of game 0 of seed 1", ran.out
    )
    assert "hand-2" in ran.out
    assert "after: " in ran.out
    without = run_pytest(folder, "--rule-games", "0", "--collect-only", "-q")
    assert "invariants.two" not in without.out
    for games in ("-1", "10000001", "9" * 5000):
        wrong = run_pytest(folder, "--rule-games", games, "night.rules")
        assert wrong.status == pytest.ExitCode.USAGE_ERROR


@pytest.mark.parametrize(
    "games",
    [
        "0",
        "3",
        "0000000010",
        " 7",
        "1_000",
        "10000000",
        "-1",
        "10000001",
        "9" * 5000,
        "x",
        "",
        "1.0",
    ],
)
def test_how_many_games_is_read_as_the_command_reads_it(games: str) -> None:
    command = whole_number(0, MOST_GAMES)
    try:
        expected = command(games)
    except typer.BadParameter as error:
        with pytest.raises(ArgumentTypeError, match=re.escape(error.message)):
            _games(games)
    else:
        assert _games(games) == expected


def test_each_recorded_game_is_a_test(folder: Path) -> None:
    (folder / "night.games").mkdir()
    for name in ("one", "two"):
        args = ("play", "night.rules", "--players", "2", "--bots", "random,random")
        done = run(
            *args, "--seed", str(len(name)), "--record", f"night.games/{name}.record", cwd=folder
        )
        assert done.status == 0, done.err
    assert run_pytest(folder, "-k", "games").counts == {"passed": 2}
    write(folder, RULES.replace("set limits.hand = 2", "set limits.hand = 3"))
    ran = run_pytest(folder, "-k", "games")
    assert ran.counts == {"failed": 2}
    assert "SPL613" in ran.out  # the first position that is another
    assert "night.games/one.record:" in ran.out
    assert str(folder) not in ran.out.partition(" FAILURES ")[2]
    record = folder / "night.games" / "one.record"
    record.write_text("a letter\n", "utf-8")
    assert run_pytest(folder, "-k", "games").counts == {"failed": 2}


def test_a_recorded_game_shows_the_first_position_that_is_another(folder: Path) -> None:
    (folder / "night.games").mkdir()
    args = ("play", "night.rules", "--players", "2", "--bots", "greedy-0,greedy-0", "--seed", "3")
    done = run(*args, "--record", "night.games/one.record", cwd=folder)
    assert done.status == 0, done.err
    write(folder, RULES.replace("set limits.hand = 2", "remove actions.reserve.gain"))
    ran = run_pytest(folder, "-k", "games")
    assert re.search(
        r"night.games/one.record:\d+:\d+: error\[SPL613\]: after move 1, 'reserve .*' of Greedy-0 1, "
        r"the position is another",
        ran.out,
    )
    assert "splendor migrate tells which clauses have changed" in ran.out
    assert re.search(r"Greedy-0 1 .*\n.*\n +purse +nothing\n +hand-1 ", ran.out)


def test_a_move_that_is_none_is_told_as_what_was_expected(folder: Path) -> None:
    write(folder, RULES.replace('"take 2 white"', '"tak 2 white"'))
    ran = run_pytest(folder, "-k", "pair")
    assert "example 'pair': expected 'take {colours}' or 'take 2 {colour}', found 'tak" in ran.out


@pytest.mark.parametrize("evil", ["\x1b]52;c;aGF4\x07", "\x9b2J", "\u202e"])
def test_the_name_of_a_recorded_game_is_shown_in_signs(folder: Path, evil: str) -> None:
    (folder / "night.games").mkdir()
    (folder / "night.games" / f"fi{evil}rst.record").write_text("no record", "utf-8")
    ended = run_pytest(folder, "-v", "-rA")
    assert ended.counts == {"failed": 1, "passed": 7}
    assert "night.rules::games::fi" in ended.out
    assert not HIDDEN.search(ended.out)


def test_a_snapshot_holds_the_rules_and_a_game_for_each_number_of_players(folder: Path) -> None:
    (folder / "pytest.ini").write_text("[pytest]\nrule_snapshots = true\n", "utf-8")
    assert run_pytest(folder, "-k", "snapshot").counts == {"failed": 1}
    assert run_pytest(folder, "-k", "snapshot", "--snapshot-update").counts == {"passed": 1}
    assert run_pytest(folder, "-k", "snapshot").counts == {"passed": 1}
    (kept,) = folder.glob("__snapshots__/night/*.txt")
    text = kept.read_text("utf-8")
    assert "hand: cards in hand at most 2" in text
    assert "\n## Components\n" in text
    assert ".rules:" not in text  # no line of a file, which moves with every other
    assert [f"==== a game of {players} ====" in text for players in (2, 3, 4)] == [True] * 3
    write(folder, RULES.replace("set limits.hand = 2", "set limits.hand = 4"))
    ran = run_pytest(folder, "-k", "snapshot")
    assert ran.counts == {"failed": 1}
    told = ran.out.partition(" FAILURES ")[2]
    assert re.search(r"^- .*hand: cards in hand at most 2", told, re.MULTILINE)
    assert re.search(r"^\+ .*hand: cards in hand at most 4", told, re.MULTILINE)
    assert "Traceback" not in told


def test_the_extension_serves_tests_in_python_too(folder: Path) -> None:
    (folder / "test_night.py").write_text(
        "from pathlib import Path\n"
        "from splendor_dsl.pytest_plugin.snapshots import RulesSnapshot\n"
        "def test_night(snapshot):\n"
        '    path = Path(__file__).with_name("night.rules")\n'
        "    assert path == snapshot.use_extension(RulesSnapshot)\n",
        "utf-8",
    )
    run_pytest(folder, "test_night.py", "--snapshot-update")
    assert run_pytest(folder, "test_night.py").counts == {"passed": 1}
    write(folder, RULES.replace("set limits.hand = 2", "set limits.hand = 4"))
    assert run_pytest(folder, "test_night.py").counts == {"failed": 1}


def test_a_plugin_of_the_settings_is_loaded_and_one_that_fails_is_told(folder: Path) -> None:
    (folder / "pytest.ini").write_text("[pytest]\nrule_plugins = broken.py\n", "utf-8")
    (folder / "broken.py").write_text("1 / 0\n", "utf-8")
    ran = run_pytest(folder, "-k", "rules")
    assert "failed" in ran.counts
    assert "broken" in ran.out
    assert "ZeroDivisionError" in ran.out


def test_several_processes_share_the_tests(folder: Path) -> None:
    write(folder, WRONG)
    ran = run_pytest(folder, "-n", "2")
    assert ran.counts["failed"] == 1
    assert "expected white in purse of Ann = 3, found 2 against 3" in ran.out


def test_a_mechanic_is_collected_and_other_files_are_left_alone(folder: Path) -> None:
    (folder / "tithe.rules").write_text(
        'splendor mechanic 2\n\nmechanic tithe "A tithe" {\n  coin name "what is given"\n}\n',
        "utf-8",
    )
    (folder / "notes.txt").write_text("no rules", "utf-8")
    assert run_pytest(folder, "tithe.rules").counts == {"passed": 1}
    assert "notes" not in run_pytest(folder, "--collect-only", "-q").out


def test_a_run_without_rule_files_loads_nothing_of_the_language(tmp_path: Path) -> None:
    (tmp_path / "test_plain.py").write_text(
        "import sys\n\n\ndef test_plain():\n"
        "    assert 'splendor_dsl.pytest_plugin' in sys.modules\n"
        "    assert not {'splendor_dsl.pipeline', 'splendor_dsl.pytest_plugin.items'} & set(sys.modules)\n",
        "utf-8",
    )
    (tmp_path / "pytest.ini").write_text("[pytest]\n", "utf-8")
    ran = run_pytest(tmp_path, anew=True)
    assert ran.counts == {"passed": 1}, ran.out


def test_the_programs_of_these_tests_are_no_tests_themselves() -> None:
    folder = Path(__file__).resolve().parent.parent
    ran = run_pytest(
        folder, "--collect-only", "-q", "refused", "accepted", "games", "-c", os.devnull
    )
    assert "::" in ran.out or ran.status in {0, 5}
    assert ".rules::" not in ran.out


def test_the_program_needs_no_pytest() -> None:
    code = (
        "import sys; sys.modules['pytest'] = sys.modules['syrupy'] = None\n"
        "from splendor_dsl.cli.app import make_app; make_app()\n"
        "import splendor_dsl; splendor_dsl.load('classic')"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
