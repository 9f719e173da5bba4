"""Rule files judged in a process of their own, within the stated goals of time and memory."""

import json
import os
import resource
import select
import subprocess
import sys
from pathlib import Path
from time import monotonic
from typing import Any, Final, Self

from attrs import define, evolve, frozen

WORKER: Final = Path(__file__).with_name("worker.py")
PATIENCE: Final = 90.0  # seconds of processor time, as a machine may do other things too
LONGEST: Final = 3_600.0  # seconds by the clock, of a process that takes no processor time
LOOK: Final = 1.0  # seconds from one look at a process that has not answered to the next
TICKS: Final = os.sysconf("SC_CLK_TCK")
MOST_MEMORY: Final = 4 * 1024**3  # then the process gets no more
MOST_ANSWERS: Final = 500  # of one process, as what it has freed is not always given back
# The goals: what `check` may take of a file of so many megabytes, its tables counted.
SECONDS, SECONDS_A_MEGABYTE, MEGABYTES = 0.5, 6.0, 300.0


@frozen(kw_only=True)
class Answer:
    """The result of judging a file, with its fault, if any."""

    fault: str = ""
    passed: bool = False
    codes: tuple[str, ...] = ()
    shown: str = ""
    seconds: float = 0
    megabytes: float = 0
    all_seconds: float = 0
    all_megabytes: float = 0
    backend: str = ""
    decisions: int = 0


def allowed(path: Path) -> float:
    """The seconds that `check` may take."""
    tables = sum(each.stat().st_size for each in path.parent.glob("*.csv"))
    return SECONDS + SECONDS_A_MEGABYTE * (path.stat().st_size + tables) / 1e6


@define
class Worker:
    """A process that judges files, started anew when it has ended."""

    process: "subprocess.Popen[str] | None" = None
    answers: int = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def judge(self, path: Path, *, decisions: int = 0, fmt: bool = False) -> Answer:
        """Judge a file; let a process that has judged nothing else judge one that takes too much again, up to twice.

        Processor time depends on what else runs, as processors share what they are made of.
        """
        task = {"path": str(path), "decisions": decisions, "format": fmt}
        found = self._ask(task)
        for _ in range(2):
            if found.fault or not _with_fault(found, allowed(path)).fault:
                break
            self.end()
            found = self._ask(task)
        return found if found.fault else _with_fault(found, allowed(path))

    def end(self) -> None:
        """End the process."""
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
        self.process, self.answers = None, 0

    def _ask(self, task: dict[str, Any]) -> Answer:
        if self.answers >= MOST_ANSWERS:
            self.end()
        process = self.process = self.process or _started()
        self.answers += 1
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(task) + "\n")
        process.stdin.flush()
        fault = _waited(process)
        line = "" if fault else process.stdout.readline()
        if not line:
            status = process.poll()
            self.end()
            return Answer(fault=fault or f"the process has ended ({status})")
        told = json.loads(line)
        error = told.pop("error")
        return Answer(fault=error, **{**told, "codes": tuple(told["codes"])})


def _waited(process: "subprocess.Popen[str]") -> str:
    """Wait for an answer, or an end; return why no longer, if there is none."""
    begun, clock = processor_time(process.pid), monotonic()
    while not select.select([process.stdout], [], [], LOOK)[0]:
        if processor_time(process.pid) - begun > PATIENCE:
            return f"no answer in {PATIENCE:.0f} s of processor time"
        if monotonic() - clock > LONGEST:
            return "the process stands still"
    return ""


def processor_time(process: int) -> float:
    """The seconds of processor time that a process has taken."""
    found = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(found[11]) + int(found[12])) / TICKS


def _started() -> "subprocess.Popen[str]":
    def bounded() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))

    return subprocess.Popen(
        [sys.executable, "-P", str(WORKER)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=bounded,  # noqa: PLW1509  # no threads run here
    )


def _with_fault(answer: Answer, seconds: float) -> Answer:
    fault = ""
    if answer.seconds > seconds:
        fault = f"took {answer.seconds:.2f} s, where {seconds:.2f} s are allowed"
    elif answer.megabytes > MEGABYTES:
        fault = f"took {answer.megabytes:.0f} MB"
    return evolve(answer, fault=fault)
