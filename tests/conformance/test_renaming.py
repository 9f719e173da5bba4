"""Names make no difference to play: a few of the programs of which `make fuzz` plays hundreds (tests/fuzz)."""

from importlib.util import find_spec

import pytest
from conformance.renaming import bundled, language, program

pytestmark = pytest.mark.slow

FEW = 4


@pytest.mark.parametrize("number", range(FEW))
def test_a_game_under_other_names_is_the_same(number: int) -> None:
    program(number).compare()


@pytest.mark.conformance
@pytest.mark.skipif(not find_spec("numba"), reason="numba is not installed")
@pytest.mark.parametrize("number", range(FEW, FEW + 2))
def test_a_game_under_other_names_is_the_same_as_native_code(number: int) -> None:
    program(number).compare(("python", "native"))


def test_everything_that_an_author_named_is_renamed() -> None:
    rules = bundled("classic")
    assert {"deck", "hand", "purse", "cost", "bonus", "white", "buy", "target", "colour"} <= {
        *rules.words
    }
    assert not {"cards", "of", "player", "supply", "worth", "top"} - {"cards"} & {*rules.words}
    other = rules.renamed({word: f"name{at}" for at, word in enumerate(rules.words)})
    assert {word for word in other.words if not word.startswith("name")} == set()
    assert language().isdisjoint(rules.words)
