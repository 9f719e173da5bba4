"""No read or write waits beyond its deadline, whatever there is to read."""

import time
from collections.abc import Iterator
from time import monotonic

import pytest
from bots.external.programs import is_awaited, runs

from splendor_dsl.bots.external.errors import ProgramTooSlow
from splendor_dsl.bots.external.process import ProgramProcess, start_program


@pytest.fixture
def process() -> Iterator[ProgramProcess]:
    started = start_program(["sh", "-c", "echo one; echo two; read line; echo three >&2; sleep 60"])
    yield started
    assert started.end() is None
    assert not runs(started.process.pid)
    assert not is_awaited(started.process.pid)


def test_a_line_that_was_read_too_late_is_not_taken(process: ProgramProcess) -> None:
    assert process.receive(monotonic() + 5) == b"one"
    assert process.unread(5) == b"two\n"
    with pytest.raises(ProgramTooSlow):
        process.receive(monotonic())
    assert process.receive(monotonic() + 5) == b"two"


def test_what_comes_on_stderr_puts_no_deadline_off(process: ProgramProcess) -> None:
    process.receive(monotonic() + 5)
    process.receive(monotonic() + 5)
    process.send(b"go on", monotonic() + 5)
    time.sleep(0.2)
    with pytest.raises(ProgramTooSlow):
        process._wait(monotonic())
    assert process.last_words == "three"


def test_a_line_that_is_not_read_is_not_waited_for(process: ProgramProcess) -> None:
    begun = monotonic()
    with pytest.raises(ProgramTooSlow):
        process.send(b"x" * 10_000_000, begun + 0.2)
    assert 0.2 <= monotonic() - begun < 3


def test_the_exit_status_is_that_of_the_program() -> None:
    assert start_program(["sh", "-c", "exit 7"]).end(5) == 7
    assert start_program(["cat"]).end(5) == 0
    waits = start_program(["sleep", "60"])
    assert waits.end(0.1) is None
    assert waits.end(0.1) is None
