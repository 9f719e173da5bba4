"""The shell completes commands, options, games and rule files."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from cli.program import PROGRAM, RunResult, run

from splendor_dsl.bundled import bundled_games

PATH = f"{PROGRAM.parent}{os.pathsep}{os.environ['PATH']}"
# How a shell shows what it completes `splendor play cla` to.
SHELLS = {
    "bash": 'eval "$(splendor --show-completion; true)"; COMP_WORDS=(splendor play cla);'
    ' COMP_CWORD=2; _splendor_completion splendor; echo "${COMPREPLY[@]}"',
    "zsh": "autoload -Uz compinit; compinit -u -D;"
    ' eval "$(splendor --show-completion; true)"; words=(splendor play cla); CURRENT=3;'
    ' _arguments() { echo "$@" }; _splendor_completion',
    "fish": 'splendor --show-completion | source; complete -C "splendor play cla"',
}


def asked(line: str, cwd: Path | None = None) -> list[str]:
    """What bash is told to offer for the last word of a line."""
    words = str(line.count(" "))
    env = {"COMP_WORDS": line, "COMP_CWORD": words, "_SPLENDOR_COMPLETE": "complete_bash"}
    ran = run(cwd=cwd, **env)
    assert (ran.status, ran.err) == (0, "")
    return ran.out.split("\n")[:-1]


def in_shell(shell: str, script: str, home: Path) -> RunResult:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    plain = {"bash": ["--norc"], "zsh": ["-f"], "fish": ["--no-config"]}[shell]
    env = {**os.environ, "PATH": PATH, "HOME": str(home), "XDG_CONFIG_HOME": str(home / ".config")}
    done = subprocess.run(
        [shell, *plain, "-c", script], env=env, capture_output=True, text=True, check=False
    )
    return RunResult(status=done.returncode, out=done.stdout, err=done.stderr)


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("splendor pl", ["play"]),
        ("splendor check --ba", ["--backends"]),
        ("splendor play class", ["classic"]),
        ("splendor check classic marvel_", ["marvel_nobles"]),
        ("splendor new night --from class", ["classic"]),
        ("splendor replay game.txt --rules class", ["classic"]),
        ("splendor explain end.target class", ["classic"]),
        ("splendor diff class", ["classic"]),
        ("splendor play no_such_ga", []),
    ],
)
def test_words_are_completed(line: str, offered: list[str], tmp_path: Path) -> None:
    assert [each for each in asked(line, tmp_path) if each] == offered


def test_all_games_are_offered_where_nothing_is_typed(tmp_path: Path) -> None:
    assert asked("splendor play ", tmp_path) == list(bundled_games())


def test_rule_files_are_offered_as_they_are_typed(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    for name in ("night.rules", "nights.txt", "mine/duel.rules", "ni'ght $(x).rules"):
        (tmp_path / name).touch()
    assert asked("splendor check nig", tmp_path) == ["night.rules"]
    assert asked("splendor check ./", tmp_path) == ["./mine/duel.rules", "./night.rules"]
    assert asked("splendor watch mi", tmp_path) == ["mine/duel.rules"]
    assert asked("splendor fmt mine/d", tmp_path) == ["mine/duel.rules"]


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_completes_in_its_shell(shell: str, tmp_path: Path) -> None:
    ran = in_shell(shell, SHELLS[shell], tmp_path)
    assert (ran.status, ran.err) == (0, "")
    assert "classic" in ran.out


@pytest.mark.parametrize(
    ("shell", "file"),
    [
        ("bash", ".bash_completions/splendor.sh"),
        ("zsh", ".zfunc/_splendor"),
        ("fish", ".config/fish/completions/splendor.fish"),
    ],
)
def test_the_script_is_installed_for_the_shell(shell: str, file: str, tmp_path: Path) -> None:
    ran = in_shell(shell, "splendor --install-completion; true", tmp_path)
    assert (ran.status, ran.err) == (0, "")
    assert f"{shell} completion installed in" in ran.out
    assert "_SPLENDOR_COMPLETE" in (tmp_path / file).read_text("utf-8")


@pytest.mark.parametrize(("word", "status"), [("cla", 0), ("no_such_ga", 1)])
def test_fish_learns_by_the_exit_code_whether_there_is_anything(word: str, status: int) -> None:
    env = {"_SPLENDOR_COMPLETE": "complete_fish", "_TYPER_COMPLETE_FISH_ACTION": "is-args"}
    assert run(_TYPER_COMPLETE_ARGS=f"splendor play {word}", **env).status == status


def test_completion_loads_nothing_heavy() -> None:
    code = """
import sys
from splendor_dsl.cli import main
sys.argv = ["splendor"]
try:
    main()
except SystemExit as left:
    assert not left.code
print(*sorted({"pydantic", "rich", "numba", "splendor_dsl.pipeline"} & {*sys.modules}), file=sys.stderr)
"""
    env = {
        "COMP_WORDS": "splendor play cla",
        "COMP_CWORD": "2",
        "_SPLENDOR_COMPLETE": "complete_bash",
    }
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **env},
        check=True,
        capture_output=True,
        text=True,
    )
    assert (done.stdout, done.stderr.split()) == ("classic\n", [])
