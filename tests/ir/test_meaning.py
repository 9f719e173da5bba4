"""The hashes of rules stay as they are: records and positions that were saved go on to know their rules by them."""

from hashlib import blake2b
from pathlib import Path
from typing import get_args

import pytest

from splendor_dsl.bundled import bundled_games
from splendor_dsl.ir.meaning import CHOSEN, clause_hashes, meaning
from splendor_dsl.pipeline import load_file
from splendor_dsl.semantics import model as m

TESTS = Path(__file__).resolve().parent.parent
GAMES = {**bundled_games(), "orchard": TESTS / "games" / "orchard.rules"}
# Each game with the hash of its rules, and one over those of all its clauses.
KNOWN = {
    name: (rules, clauses)
    for line in (TESTS / "data" / "rules_hashes.txt").read_text("utf-8").splitlines()
    if not line.startswith("#")
    for name, rules, clauses in [line.split()]
}


def test_the_hashes_of_all_bundled_games_are_known() -> None:
    assert KNOWN.keys() == GAMES.keys()


@pytest.mark.parametrize("name", GAMES)
def test_rules_have_the_hashes_that_they_always_had(name: str) -> None:
    model = load_file(GAMES[name]).model
    assert model is not None
    clauses = " ".join(f"{path}={found}" for path, found in clause_hashes(model).items())
    assert (meaning(model), blake2b(clauses.encode(), digest_size=8).hexdigest()) == KNOWN[name]


def test_each_kind_of_choice_is_hashed_as_the_one_form_that_they_had() -> None:
    assert CHOSEN.keys() == set(get_args(m.Choose))
