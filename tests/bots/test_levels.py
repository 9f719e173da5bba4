"""Levels: each errs less, or thinks longer, than the one below; leaves that were learned are kept and read again."""

import json
from pathlib import Path

import pytest

from splendor_dsl.bots.evaluation import evaluation
from splendor_dsl.bots.leaf import Leaf, features, usual_leaf
from splendor_dsl.bots.level import LEVELS, OfLevel
from splendor_dsl.bots.trained import forget_leaf, keep_leaf, leaf_hash, leaf_hash_of, trained_leaf
from splendor_dsl.hookspecs import Budget
from splendor_dsl.loading import load


def test_each_level_errs_less_or_thinks_longer_than_the_one_below() -> None:
    strength = [(-level.any_moves, level.playouts) for level in LEVELS]
    assert strength == sorted(set(strength))
    assert len(LEVELS) == 10


@pytest.mark.parametrize("budget", [Budget(0), Budget(11), Budget(seconds=1.0)])
def test_there_is_no_other_level(budget: Budget) -> None:
    with pytest.raises(ValueError, match="expected a level from 1 to 10"):
        OfLevel(load("classic"), budget)


def test_chances_add_up_and_who_is_ahead_has_the_better_one() -> None:
    leaf = usual_leaf(3)
    found = leaf.chances([(6.0, 1.0, 0.0), (3.0, 1.0, 0.5), (0.0, 0.0, 0.0)], 1, mover=1)
    assert sum(found) == pytest.approx(1)
    assert found == sorted(found, reverse=True)
    assert leaf.chances([(2.0, 1.0, 0.0)] * 2, 1, mover=0) == pytest.approx([0.5, 0.5])


def test_weights_of_a_stage_count_as_far_as_the_game_has_come() -> None:
    early = features([(0.0, 2.0), (0.0, 1.0)], 1, seat=0, mover=0)
    late = features([(15.0, 2.0), (15.0, 1.0)], 1, seat=0, mover=1)
    assert early == (0.0, 1.0, 0.0, 0.0, 1.0)
    assert late == (0.0, 1.0, 0.0, 1.0, 0.0)


def test_what_was_learned_is_kept_by_rules_and_players(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPLENDOR_CACHE", str(tmp_path / "cache"))
    two, three = (evaluation(load("classic"), players) for players in (2, 3))
    assert trained_leaf(two) is None
    assert leaf_hash_of(two) is None
    leaf = Leaf.of_numbers([0.1 * at for at in range(2 * two.count + 1)])
    assert keep_leaf(two, leaf) is not None
    assert trained_leaf(two) == leaf
    assert leaf_hash_of(two) == leaf_hash(leaf)
    assert trained_leaf(three) is None
    assert trained_leaf(evaluation(load("marvel"), 2)) is None
    forget_leaf(two)
    forget_leaf(two)
    assert trained_leaf(two) is None


@pytest.mark.parametrize(
    "content", ["", "[]", '{"numbers": 1}', '{"numbers": [1.0]}', '{"numbers": ["x"]}', "[" * 9000]
)
def test_a_damaged_file_is_as_if_nothing_was_learned(
    content: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPLENDOR_CACHE", str(tmp_path / "cache"))
    worth = evaluation(load("classic"), 2)
    file = keep_leaf(worth, usual_leaf(worth.count))
    assert file is not None
    file.write_text(content)
    assert trained_leaf(worth) is None
    numbers = [0.5] * (2 * worth.count) + [1e9]
    file.write_text(json.dumps({"numbers": numbers}))
    assert trained_leaf(worth) is None
