"""A save as text is the same save, and damaged text is refused."""

import json
from typing import Any

import pytest
from attrs import evolve
from saves.games import opened, save_of

from splendor_dsl.saves.save import (
    RuleFile,
    UsedPlugin,
    beginning_from_text,
    beginning_to_text,
    drawn_from_text,
    drawn_to_text,
    files_from_text,
    files_to_text,
)

SAVE = save_of(opened().game.start(2, seed=1, names=["Żółw", "Bob"]))
WRONG = (None, 7, "seven", [7], {"seven": []}, True)


def test_a_beginning_comes_back_from_its_text() -> None:
    plugins = (UsedPlugin(name="calm", package="acme", version="1.0"), UsedPlugin(name="odd"))
    deal = {"table": {"1": ["a", "b"]}, "nobles": []}
    given = evolve(
        SAVE.beginning, plugins=plugins, deal=deal, settings={"target": 9}, seed=-(1 << 63), run=5
    )
    assert beginning_from_text(beginning_to_text(given)) == given


@pytest.mark.parametrize("name", json.loads(beginning_to_text(SAVE.beginning)))
def test_a_beginning_with_another_sort_of_fact_is_refused(name: str) -> None:
    data = json.loads(beginning_to_text(SAVE.beginning))
    accepted = []
    for wrong in WRONG:
        try:
            beginning_from_text(json.dumps({**data, name: wrong}))
        except (ValueError, KeyError, TypeError):
            continue
        accepted.append(wrong)
    kind = type(data[name])
    fine: Any = (type(None), dict) if name == "deal" else (kind,)
    assert all(type(each) in fine for each in accepted)
    del data[name]
    with pytest.raises(KeyError):
        beginning_from_text(json.dumps(data))


def test_rule_files_come_back_from_their_text() -> None:
    files = (*SAVE.files, RuleFile(kind="base", name="é", text="\n", tables={"a/b.csv": "x,y\n"}))
    assert files_from_text(files_to_text(files)) == files


@pytest.mark.parametrize(
    "text", ["", "{}", "[7]", '[{"kind": "odd"}]', '[{"kind": "rules", "name": "a"}]']
)
def test_text_that_holds_no_rule_files_is_refused(text: str) -> None:
    with pytest.raises((ValueError, KeyError, TypeError)):
        files_from_text(text)


def test_drawn_words_come_back_from_their_text() -> None:
    for drawn in ({}, {0: 0}, {2: 31, 1: 400}):
        assert drawn_from_text(drawn_to_text(drawn)) == drawn
    for text in ("1", "1:a", "1:2:3"):
        with pytest.raises(ValueError, match=r"."):
            drawn_from_text(text)
