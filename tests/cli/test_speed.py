"""The program starts at once: bounds in times of an empty Python, in processor time.

Machines differ and are busy; `make bench` measures the figures on an idle one.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from cli.program import PROGRAM, run, served

_RUNS = 6
_HEAVY = ("pydantic", "rich", "numba")


def spent(command: tuple[str, ...]) -> float:
    """The processor time of a program that does what it is asked."""
    started = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(started.pid, 0)
    started.returncode = os.waitstatus_to_exitcode(status)
    assert started.returncode == 0
    return used.ru_utime + used.ru_stime


@pytest.mark.slow
@pytest.mark.parametrize(("args", "most"), [(("--help",), 20), (("check", "classic"), 40)])
def test_the_program_starts_at_once(args: tuple[str, ...], most: int) -> None:
    empty, program = (sys.executable, "-c", "pass"), (str(PROGRAM), *args)
    pairs = [
        (spent(program), spent(empty)) for _ in range(_RUNS)
    ]  # in turns, as others come and go
    assert min(long for long, _ in pairs) < most * min(short for _, short in pairs)


@pytest.mark.parametrize("args", [("--help",), ("check", "classic"), ("list", "--json")])
def test_nothing_heavy_is_loaded_for_plain_work(args: tuple[str, ...]) -> None:
    code = f"""
import sys
from pathlib import Path
from splendor_dsl.cli import main
sys.argv = ["splendor", *{args!r}]
try:
    main()
except SystemExit as left:
    assert not left.code
print(*(name for name in {_HEAVY!r} if name in sys.modules), file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stderr.split() == []


def test_a_run_with_a_python_of_its_own_slows_no_later_one(tmp_path: Path) -> None:
    assert run("list", PYTHONPATH=str(tmp_path)).status == 0
    assert served(["splendor", "list"], None, dict(os.environ)) is not None
