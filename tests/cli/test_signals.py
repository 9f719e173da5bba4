"""A game that is broken off leaves the record that it promised, whole."""

import io
import os
import signal
import subprocess
from contextlib import suppress
from pathlib import Path
from threading import Timer

import pytest
from cli.program import PROGRAM, Terminal, heed_signals, run

from splendor_dsl.cli.signals import Interrupted, Interruption, signals_handled

GAME = ("play", "classic", "--players", "2", "--seed", "1", "--record")
FOUR = ("play", "classic", "--players", "4", "--seed", "1", "--bots", "random,random", "--record")
PIPE = 4_096  # bytes: the game of four fills it, and what Python holds back, before it ends
HANG = 600  # seconds: more than the busiest machine needs
ENDING = [signal.SIGHUP, signal.SIGTERM, signal.SIGINT]


def replayed(file: Path) -> int:
    """Return the number of moves of a record that is whole."""
    ran = run("replay", str(file), "--json")
    assert ran.status == 0
    assert ran.json["moves"] == ran.json["of"]
    assert not list(file.parent.glob(f".{file.name}*"))
    return int(ran.json["moves"])


@pytest.mark.parametrize("number", ENDING)
def test_a_signal_leaves_the_record_and_a_message(number: int, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    terminal = Terminal(*GAME, str(file), "--bots", "human,greedy")
    terminal.wait_for("Player 1> ")
    terminal.type("take 2 white")
    terminal.wait_for("Player 1> ")
    os.kill(terminal.pid, number)
    status, told = terminal.end()
    assert status == 128 + number
    assert f"recorded in {file}" in told
    assert replayed(file) >= 2


def test_a_terminal_that_is_closed_leaves_the_record(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    terminal = Terminal(*GAME, str(file), "--bots", "human,greedy")
    terminal.wait_for("Player 1> ")
    terminal.type("take 2 white")
    terminal.wait_for("Player 1> ")
    os.close(terminal.handle)
    _, status = os.waitpid(terminal.pid, 0)
    assert os.waitstatus_to_exitcode(status) == 128 + signal.SIGHUP
    assert replayed(file) >= 2


def held_at_its_pipe(file: Path) -> "subprocess.Popen[bytes]":
    """Start a game of bots that can't end before somebody reads on."""
    process = subprocess.Popen(
        [PROGRAM, *FOUR, file],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        pipesize=PIPE,
        preexec_fn=heed_signals,  # noqa: PLW1509  # no threads run here
    )
    assert process.stdout is not None
    assert process.stdout.read(1)
    return process


def test_the_game_of_bots_is_longer_than_the_pipe(tmp_path: Path) -> None:
    """The next tests rest on this."""
    out = run(*FOUR, str(tmp_path / "game.txt")).out
    assert len(out.encode()) > PIPE + io.DEFAULT_BUFFER_SIZE + 1


@pytest.mark.parametrize("number", ENDING)
def test_bots_that_play_are_broken_off_too(number: int, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    process = held_at_its_pipe(file)
    process.send_signal(number)
    out, err = process.communicate(timeout=HANG)
    assert b"Traceback" not in out + err
    assert process.returncode == 128 + number
    replayed(file)


def test_whoever_reads_no_further_leaves_the_record(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    process = held_at_its_pipe(file)
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(HANG) == 0
    assert replayed(file) >= 1
    assert "unfinished" not in file.read_text("utf-8")
    whole = tmp_path / "whole.txt"
    run(*FOUR, str(whole))
    assert file.read_text("utf-8") == whole.read_text("utf-8")


def test_whoever_reads_no_further_ends_a_game_that_people_play(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    command = [PROGRAM, *GAME, file, "--bots", "human,greedy"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdout.read(1)
    process.stdout.close()
    with suppress(BrokenPipeError):
        process.stdin.write("take 2 white\n" * 2)
        process.stdin.close()
    assert process.wait(HANG) == 0
    assert file.is_file()


def test_the_end_of_what_is_typed_leaves_the_record(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    ran = run(*GAME, str(file), "--bots", "human,greedy", typed="take 2 white\n")
    assert ran.status == 0
    assert f"recorded in {file}" in ran.out
    assert replayed(file) >= 2


def test_what_is_ignored_ends_nothing(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    command = f"trap '' HUP; exec {PROGRAM} {' '.join(GAME)} {file} --bots human,greedy"
    process = subprocess.Popen(
        ["/bin/sh", "-c", command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    process.stdout.read(1)  # the game is under way
    process.send_signal(signal.SIGHUP)
    process.communicate("take 2 white\nquit\n", timeout=HANG)
    assert process.returncode == 0
    assert replayed(file) >= 2


# ---- by itself ----------------------------------------------------------------------------------
def test_what_must_not_be_cut_in_two_holds_a_signal_up() -> None:
    interruption, done = Interruption(), []
    before = signal.getsignal(signal.SIGTERM)

    def cut() -> None:
        with signals_handled(interruption):
            with interruption.deferred(), interruption.deferred():
                signal.raise_signal(signal.SIGTERM)
                done.append("first")
            done.append("second")

    with pytest.raises(Interrupted) as found:
        cut()
    assert found.value.status == 143
    assert done == ["first"]
    assert signal.getsignal(signal.SIGTERM) == before


def test_a_signal_that_has_ended_the_game_does_not_cut_off_what_follows() -> None:
    interruption, done = Interruption(), []

    def end() -> None:
        with signals_handled(interruption):
            try:
                signal.raise_signal(signal.SIGTERM)
            finally:
                with interruption.deferred():
                    done.append("kept")

    with pytest.raises(Interrupted) as found:
        end()
    assert found.value.status == 143
    assert done == ["kept"]


def test_a_signal_ends_the_wait_for_a_terminal() -> None:
    interruption = Interruption()
    ours, theirs = os.openpty()

    def wait() -> None:
        with signals_handled(interruption):
            with interruption.deferred():
                os.write(ours, b"a line\n")
                interruption.wait_for(theirs)
            assert os.read(theirs, 100) == b"a line\n"
            Timer(0.1, os.kill, [os.getpid(), signal.SIGTERM]).start()
            interruption.wait_for(theirs)

    with pytest.raises(Interrupted) as found:
        wait()
    assert found.value.status == 143
    assert interruption.wakeup is None
    os.close(ours)
    os.close(theirs)
