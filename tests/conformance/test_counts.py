"""Every backend counts the same sequences of moves from a fixed deal, to depth 4."""

from pathlib import Path

import pytest
from conformance.comparing import BACKENDS, REFERENCE
from conformance.parts import PART, WHOLE

import splendor_dsl
from splendor_dsl.compiler.backend_choice import Backend
from splendor_dsl.game.game import Game
from splendor_dsl.game.playouts import perft

COUNTS = Path(__file__).resolve().parent.parent / "counts" / "perft.txt"
SEED = 7
QUICK = 3  # the depth that is counted in every run

Count = tuple[str, int, int, int]


def counts() -> list[Count]:
    lines = (line.split() for line in COUNTS.read_text().splitlines() if line[:1].isalpha())
    return [(name, int(players), int(depth), int(count)) for name, players, depth, count in lines]


DEEP = [each for each in counts() if each[2] > QUICK]


def found(name: str, players: int, depth: int, backend: Backend) -> int:
    made = splendor_dsl.load(name)
    game = Game(made.program, made.notation, wanted=backend)
    assert game.choose(tell=lambda _: None).backend == backend
    return perft(game.start(players, seed=SEED, logging=False), depth)


def test_each_edition_is_counted_to_depth_four() -> None:
    assert {each[:3] for each in counts()} == {
        (name, players, depth)
        for name in ("classic", "marvel", "first_printing")
        for players in (2, 3, 4)
        for depth in (1, 2, 3, 4)
    }


@pytest.mark.parametrize("backend", [REFERENCE, *BACKENDS])
@pytest.mark.parametrize(
    ("name", "players", "depth", "count"), [each for each in counts() if each[2] <= QUICK]
)
def test_every_backend_counts_as_many(
    name: str, players: int, depth: int, count: int, backend: Backend
) -> None:
    assert found(name, players, depth, backend) == count


@pytest.mark.conformance
@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(("name", "players", "depth", "count"), DEEP)
def test_compiled_rules_count_as_many_further_on(
    name: str, players: int, depth: int, count: int, backend: Backend
) -> None:
    assert found(name, players, depth, backend) == count


@pytest.mark.conformance
@pytest.mark.parametrize(
    ("name", "players", "depth", "count"),
    DEEP if WHOLE else [DEEP[PART % len(DEEP)]],
)
def test_the_interpreter_counts_as_many_further_on(
    name: str, players: int, depth: int, count: int
) -> None:
    assert found(name, players, depth, REFERENCE) == count
