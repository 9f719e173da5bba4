"""The program starts at once: bounds in times of an empty Python, as machines differ.

These guard against a slip on a busy machine; `make bench` measures the figures on an idle one.
"""

import subprocess
import sys
from time import perf_counter

import pytest
from cli.program import PROGRAM

_RUNS = 7


def best(*command: str) -> float:
    times = []
    for _ in range(_RUNS):
        begun = perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        times.append(perf_counter() - begun)
    return min(times)


@pytest.mark.slow
@pytest.mark.parametrize(("args", "most"), [(("--help",), 40), (("check", "classic"), 80)])
def test_the_program_starts_at_once(args: tuple[str, ...], most: int) -> None:
    empty = best(sys.executable, "-c", "pass")
    assert best(str(PROGRAM), *args) < most * empty
