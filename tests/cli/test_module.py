"""`python -m splendor_dsl` is the program, whatever folder one is in."""

import subprocess
import sys
from pathlib import Path

import pytest
from cli.program import run


@pytest.mark.parametrize("options", [[], ["-P"]])
@pytest.mark.parametrize(
    "args", [["--version"], ["--help"], ["check", "classic"], ["check", "no_such_game"], ["chekc"]]
)
def test_the_module_runs_as_the_program(
    options: list[str], args: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    done = subprocess.run(
        [sys.executable, *options, "-m", "splendor_dsl", *args],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    program = run(*args, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (program.status, program.out, program.err)
