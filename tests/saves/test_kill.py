"""Whoever kills the program at any moment loses no move that was made."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from samples import in_fuzz

TESTS = Path(__file__).parents[1]
ROUNDS = 500


@pytest.mark.parametrize(
    ("rounds", "name"), [(6, "classic"), in_fuzz((ROUNDS, "classic")), in_fuzz((ROUNDS, "marvel"))]
)
def test_a_killed_game_resumes_in_its_last_position(rounds: int, name: str, tmp_path: Path) -> None:
    seed = os.environ.get("SAMPLE_PART") or "0"
    done = subprocess.run(
        [
            sys.executable,
            "-P",
            str(TESTS / "saves" / "killed.py"),
            str(tmp_path),
            str(rounds),
            seed,
            name,
        ],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(TESTS)},
    )
    assert done.returncode == 0, done.stderr
    moves = [int(line) for line in done.stdout.split()]
    assert len(moves) == rounds
    assert max(moves) > 10
