"""How many sequences of moves there are from a fixed deal, to depth 4, is the same on every backend."""

import sys
from pathlib import Path

import pytest

import splendor_dsl
from splendor_dsl.backends.compiled.choice import choose

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from comparing import BACKENDS  # noqa: E402  # it stands beside this file

from splendor_dsl.backends.interpreter import interpreter  # noqa: E402
from splendor_dsl.play.chance import stream_key  # noqa: E402

COUNTS = HERE.parent / "counts" / "depths.txt"
SEED = 7
QUICK = 3  # what the interpreter counts in every run


def counts() -> list[tuple[str, int, int, int]]:
    lines = [line.split() for line in COUNTS.read_text().splitlines() if line[:1].isalpha()]
    return [(name, *map(int, numbers)) for name, *numbers in lines]  # type: ignore[misc]


@pytest.mark.slow
@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(("name", "players", "depth", "count"), counts())
def test_compiled_rules_count_as_many(
    name: str, players: int, depth: int, count: int, backend: str
) -> None:
    program = splendor_dsl.load(name, backend="interpreter").program
    runner = choose(program, "native" if backend == "native" else "python").runner(players)
    assert runner is not None
    position, options = runner.start(stream_key(SEED))

    def below(here: object, numbers: list[int], left: int) -> int:
        if left == 1:
            return len(numbers)
        total = 0
        for number in numbers:
            after = runner.copy(here)  # type: ignore[arg-type]
            total += below(after, runner.take(after, number), left - 1)
        return total

    assert below(position, options, depth) == count


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "players", "depth", "count"), [each for each in counts() if each[2] <= QUICK]
)
def test_the_interpreter_counts_as_many(name: str, players: int, depth: int, count: int) -> None:
    engine = interpreter(splendor_dsl.load(name, backend="interpreter").program, players)
    cells, options = engine.start(stream_key(SEED))

    def below(here: list[object], offered: tuple[object, ...], left: int) -> int:
        if left == 1:
            return len(offered)
        total = 0
        for option in offered:
            after = here.copy()
            total += below(after, engine.apply(after, option), left - 1)  # type: ignore[arg-type]
        return total

    assert below(cells, options, depth) == count
