"""The program on a full screen, as a person starts it; the table itself is tested in tests/tui."""

import os
import re
import signal
from pathlib import Path

import pytest
from cli.program import Terminal, run

pytest.importorskip("textual", reason="the extra [table] is not installed")

GAME = ("play", "classic", "--seed", "7", "--bots", "human,random")
CODES = re.compile(r"\x1b\[[<>=?]?[0-9;?]*[ -/]*[@-~]")


def at_table(*args: str, **env: str) -> Terminal:
    terminal = Terminal(*GAME, *args, **{"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", **env})
    terminal.wait_for("Player 1" if "LC_ALL" not in env else "Gracz 1")
    return terminal


def test_a_move_is_typed_and_the_record_is_written_at_the_end(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    terminal = at_table("--record", str(file))
    terminal.wait_for("types a move")
    terminal.press(b"/take white blue green\r")
    terminal.wait_for("Random 2: ")
    terminal.press(b"\x1b")
    status, text = terminal.press_until_it_ends(b"\x03\x1b[B\r")
    assert status == 0
    assert "recorded in" in CODES.sub("", text)
    assert "1 Player 1: take white blue green" in file.read_text("utf-8")
    assert run("replay", str(file), "--quiet").status == 0


def test_the_language_of_the_environment_is_spoken() -> None:
    terminal = at_table(LC_ALL="pl_PL.UTF-8")
    terminal.wait_for("pomoc")
    assert terminal.press_until_it_ends(b"\x03")[0] == 0


def test_a_signal_ends_the_program_in_order(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    terminal = at_table("--record", str(file))
    terminal.wait_for("types a move")
    os.kill(terminal.pid, signal.SIGTERM)
    status, text = terminal.end()
    assert status == 128 + signal.SIGTERM
    assert "\x1b[?1049l" in text  # the terminal is as it was before
    assert file.exists()


@pytest.mark.parametrize("env", [{"TERM": "dumb"}, {"TERM": "xterm", "plain": "1"}])
def test_the_prompt_is_there_where_no_screen_can_be_drawn(env: dict[str, str]) -> None:
    plain = ("--plain",) if env.pop("plain", None) else ()
    terminal = Terminal(*GAME, *plain, **{"LC_ALL": "C.UTF-8", **env})
    terminal.wait_for("Player 1> ")
    terminal.type("quit")
    assert terminal.end()[0] == 0
