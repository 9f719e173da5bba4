"""No command writes what acts on a terminal, wherever the text comes from."""

import os
import pty
import re
import subprocess
from pathlib import Path

import pytest
from cli.program import PROGRAM, run

from splendor_dsl.hidden import HIDDEN

CLIPBOARD = "\x1b]52;c;aGF4\x07"
# A sequence of a terminal, a sign that turns what follows, and each other sort at once.
EVIL = (CLIPBOARD, "\u202e", "\x9b2J\u2028\u200b")
each_evil = pytest.mark.parametrize("evil", EVIL)
RULES = 'splendor rules 2\nvariant it "It{}" extends classic\nend {{ late "Late" }}\n'
PLUGIN = """
from splendor_dsl.hookspecs import Bot, Command, hookimpl

EVIL = {evil!r}

def bad(view, moves, rng):
    raise ValueError(EVIL)

def shout():
    print(EVIL)
    raise ValueError(EVIL)

@hookimpl
def splendor_bots():
    return [Bot(name="bad", make=lambda *args: bad)]

@hookimpl
def splendor_commands():
    return [Command(name="shout", help="Shout", function=shout)]
"""
COLOURS = re.compile(r"\x1b\[[0-9;]*m")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "good.rules").write_text(RULES.partition("\nend")[0].format("") + "\n", "utf-8")
    run("play", "good.rules", "--players", "2", "--seed", "1", "--record", "game.txt", cwd=tmp_path)
    return tmp_path


def clean(*args: str, cwd: Path, typed: str = "", **env: str) -> str:
    ran = run(*args, cwd=cwd, typed=typed, **env)
    assert not HIDDEN.search(ran.out), (args, ran.out)
    assert not HIDDEN.search(ran.err), (args, ran.err)
    return ran.out + ran.err


@each_evil
def test_rules_that_hold_them_are_told_of_in_signs(evil: str, folder: Path) -> None:
    (folder / "it.rules").write_text(RULES.format(evil), "utf-8")
    record = (folder / "game.txt").read_text("utf-8")
    (folder / "bad.txt").write_text(record.replace("take", f"take{evil}", 1), "utf-8")
    for command in (
        ["play", "it.rules"],
        ["check", "it.rules"],
        ["show", "it.rules"],
        ["rulebook", "it.rules"],
        ["diff", "classic", "it.rules"],
        ["why", "it.rules", "take 2 red"],
        ["replay", "game.txt", "--rules", "it.rules"],
        ["fmt", "it.rules"],
        ["test", "it.rules"],
    ):
        assert "it.rules:2:15: error[SPL006]" in clean(*command, cwd=folder)
        clean(*command, *["--json"] * (command[0] not in ("play", "rulebook")), cwd=folder)
    for command in (["replay", "bad.txt"], ["play", "bad.txt"], ["why", "bad.txt", "take 2 red"]):
        assert re.search(r"bad.txt:\d+:\d+: error\[SPL006\]", clean(*command, cwd=folder))


@each_evil
def test_arguments_names_and_what_is_typed_are_shown_in_signs(evil: str, folder: Path) -> None:
    for command in (
        [f"pl{evil}ay"],
        ["play", f"cl{evil}assic"],
        ["play", f"--op{evil}tion"],
        ["play", "classic", "--names", f"A{evil}nn,Bob"],
        ["play", "classic", "--bots", f"gr{evil}eedy"],
        ["play", "classic", "--seed", f"1{evil}"],
        ["play", "classic", "--set", f"tar{evil}get=1"],
        ["play", "classic", "--record", f"no{evil}where/x"],
        ["play", "classic", "--lang", f"p{evil}l"],
        ["replay", f"ga{evil}me.txt"],
        ["check", f"cl{evil}assic"],
        ["show", "classic", f"end{evil}"],
        ["explain", f"end{evil}", "classic"],
        ["explain", f"SPL{evil}"],
        ["rulebook", f"cl{evil}assic"],
        ["diff", "classic", f"mar{evil}vel"],
        ["why", "classic", f"take 2{evil} red"],
        ["new", f"na{evil}me"],
        ["simulate", "classic", "--plugin", f"no{evil}where"],
    ):
        clean(*command, cwd=folder, typed="quit\n")
    # as what is typed, and as the name of a file that is there
    told = clean(
        "play",
        "classic",
        "--bots",
        "human",
        cwd=folder,
        typed=f"ta{evil}ke\nsave {evil}.txt\nquit\n",
    )
    assert "Player 1" in told
    (folder / f"a{evil}.rules").write_text(RULES, "utf-8")
    for command in ("check", "show", "play", "rulebook", "fmt", "test"):
        clean(command, f"a{evil}.rules", cwd=folder)
    (folder / f"b{evil}.txt").write_text((folder / "game.txt").read_text("utf-8"), "utf-8")
    assert "has won" in clean("replay", f"b{evil}.txt", cwd=folder)
    clean("play", "classic", "--players", "2", "--record", f"c{evil}.txt", cwd=folder)


@each_evil
def test_no_record_names_rules_that_it_could_not_be_read_with(evil: str, folder: Path) -> None:
    (folder / f"a{evil}.rules").write_text((folder / "good.rules").read_text("utf-8"), "utf-8")
    play = ("play", f"a{evil}.rules", "--players", "2")
    ran = run(*play, "--record", "b.txt", cwd=folder)
    assert ran.status == 2
    assert "cannot write 'b.txt': the name of its rule file can't be seen as it is: 'a" in ran.err
    assert "round 1" not in ran.out
    assert not (folder / "b.txt").exists()
    told = clean(*play, "--bots", "human", cwd=folder, typed="save c.txt\nquit\n")
    assert "cannot write 'c.txt': the name of its rule file can't be seen as it is: 'a" in told
    assert not (folder / "c.txt").exists()


@each_evil
def test_plugins_and_the_environment_are_shown_in_signs(evil: str, folder: Path) -> None:
    (folder / "outsider.py").write_text(PLUGIN.format(evil=evil), "utf-8")
    plugin = ("--plugin", "./outsider.py")
    clean("play", "classic", "--bots", "bad,bad", *plugin, cwd=folder)
    clean(*plugin, "shout", cwd=folder)
    clean("simulate", "classic", "--bots", "bad,bad", "--games", "1", *plugin, cwd=folder)
    (folder / "broken.py").write_text(f"raise ValueError({evil!r})", "utf-8")
    clean("list", "--plugin", "./broken.py", cwd=folder)
    clean("play", "classic", "--plugin", "./broken.py", cwd=folder)
    for name in ("SPLENDOR_CACHE", "XDG_CACHE_HOME", "COLUMNS", "TERM", "LANG"):
        clean("show", "classic", "end", cwd=folder, **{name: f"/nowhere{evil}"})


def test_on_a_terminal_there_are_colours_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "it.rules").write_text(RULES.format(CLIPBOARD), "utf-8")
    ours, theirs = pty.openpty()
    env = {"TERM": "xterm", "PATH": "", "HOME": str(tmp_path)}
    command = [PROGRAM, "check", "it.rules", f"a{CLIPBOARD}.rules"]
    subprocess.run(command, cwd=tmp_path, env=env, stdout=theirs, stderr=theirs, check=False)
    os.close(theirs)
    text = os.read(ours, 1 << 16).decode().replace("\r\n", "\n")
    os.close(ours)
    assert COLOURS.search(text)
    assert not HIDDEN.search(COLOURS.sub("", text))
