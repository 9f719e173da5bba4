"""A lock is one program's until it ends, in whatever way."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from splendor_dsl.saves.lock import TakenError, is_taken, take

HOLDER = """\
import sys, time
from pathlib import Path
from splendor_dsl.saves.lock import take
lock = take(Path(sys.argv[1]))
print("held", flush=True)
time.sleep(600)
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "playing" / "3.lock"


def test_a_lock_is_taken_once(path: Path) -> None:
    lock = take(path)
    assert is_taken(path)
    with pytest.raises(TakenError) as error:
        take(path)
    assert error.value.process == str(os.getpid())
    lock.release()
    lock.release()
    assert not is_taken(path)
    take(path).release()
    assert list(path.parent.iterdir()) == []


def test_a_lock_can_be_taken_when_its_file_was_left_behind(path: Path) -> None:
    path.parent.mkdir()
    path.write_text("4711", "ascii")
    assert not is_taken(path)
    lock = take(path)
    assert path.read_text("ascii") == str(os.getpid())
    lock.release()


def test_an_owner_that_is_not_known_is_not_named(path: Path) -> None:
    lock = take(path)
    path.write_bytes(b"\xff\x1b[2J")
    with pytest.raises(TakenError) as error:
        take(path)
    assert error.value.process == ""
    lock.release()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_a_program_that_was_killed_holds_no_lock(number: int, path: Path) -> None:
    command = [sys.executable, "-P", "-c", HOLDER, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(TakenError) as error:
            take(path)
        assert error.value.process == str(holder.pid)
        holder.send_signal(number)
        holder.wait()
    take(path).release()


def test_a_program_that_the_holder_started_does_not_hold_on(path: Path) -> None:
    lock = take(path)
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        os.close(lock._handle)  # as the system does it for a holder that was killed
        lock._handle = -1
        take(path).release()
        child.communicate(b"\n")


def test_a_file_that_was_removed_meanwhile_counts_for_nobody(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = os.open
    removed = []

    def open_late(file: Path, *flags: int) -> int:
        handle = opened(file, *flags)
        if not removed:  # its owner gives the lock back just now, and a third program makes another
            removed.append(file)
            file.unlink()
            file.touch()
        return handle

    monkeypatch.setattr(os, "open", open_late)
    lock = take(path)
    assert removed
    assert is_taken(path)
    with pytest.raises(TakenError):
        take(path)
    lock.release()
