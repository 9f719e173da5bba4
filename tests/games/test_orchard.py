"""A game with names, tokens, levels, limits, ends and a ranking of its own, on the untouched core."""

from functools import cache
from pathlib import Path

import pytest

from splendor_dsl.examples.runner import run_examples, run_invariants
from splendor_dsl.game.game import Game, game
from splendor_dsl.game.playouts import playout
from splendor_dsl.pipeline import load_file
from splendor_dsl.report.terminal import render_problems
from splendor_dsl.semantics import model as m

FILE = Path(__file__).with_name("orchard.rules")


@cache
def orchard() -> Game:
    loaded = load_file(FILE)
    assert not loaded.problems, render_problems(loaded.problems)
    assert loaded.model is not None
    return game(loaded.model)


def test_it_shares_no_word_with_the_bundled_games() -> None:
    rules = orchard().model
    assert not {"gems", "stones", "gold", "gray"} & (rules.groups.keys() | set(rules.token_names()))
    assert len(rules.groups["fruit"]) == 7
    assert orchard().players == range(2, 6)
    assert not rules.mechanics


def test_it_uses_every_sort_of_step_but_those_of_mechanics() -> None:
    text = FILE.read_text(encoding="utf-8")
    words = ("choose", "may choose", "require", "pay", "gain", "return", "move", "shuffle", "fill")
    for word in (*words, "give", "count", "if", "else", "for each", "again", "do", "one action"):
        assert f"{word} " in text or f"{word}\n" in text, word
    ends = {each.name: each for each in orchard().model.ends}
    assert isinstance(ends["autumn"].ranking, m.Ranking)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_it_plays_to_the_end(players: int) -> None:
    for number in range(5):
        played = playout(orchard().start(players, seed=2, game=number, logging=False))
        assert played.state.over
        assert played.kind in {"won", "shared"}


def test_its_examples_hold() -> None:
    loaded = load_file(FILE)
    assert loaded.model is not None
    for ran in run_examples(orchard(), loaded.examples):
        assert ran.problem is None, render_problems([ran.problem])


def test_its_invariants_hold() -> None:
    for ran in run_invariants(orchard()):
        assert ran.problem is None, render_problems([ran.problem])
