"""The blocks of rules in the documents load without problems; house rules play to the end."""

import re
from functools import cache
from typing import NamedTuple

import pytest
from rules.loading import DOCS

from splendor_dsl.bundled import variants_folder
from splendor_dsl.diagnostics import has_errors
from splendor_dsl.examples.runner import run_examples
from splendor_dsl.game.game import game
from splendor_dsl.game.playouts import playout
from splendor_dsl.pipeline import Loaded, load_source
from splendor_dsl.report.terminal import render_problems
from splendor_dsl.semantics.layers import SECTIONS
from splendor_dsl.source import source_from_text
from splendor_dsl.syntax.from_text import from_text

BLOCK = re.compile(r"^```rules\n(.*?)^```$", re.MULTILINE | re.DOTALL)
HEADER = re.compile(r"^(?:variant|game|mechanic) (\w+)", re.MULTILINE)
MOST_LINES = 15
FOLDER = variants_folder()
needs_docs = pytest.mark.skipif(not DOCS.is_dir(), reason="a wheel has no docs")


class Block(NamedTuple):
    name: str
    text: str


@cache
def blocks(document: str) -> tuple[Block, ...]:
    path = DOCS / document
    if not path.is_file():
        return ()
    texts = BLOCK.findall(path.read_text(encoding="utf-8"))
    return tuple(whole(number, text) for number, text in enumerate(texts, 1))


def whole(number: int, text: str) -> Block:
    """A block as a file; one without a header stands in a variant of the classic game."""
    match = HEADER.search(text)
    if match is not None:
        edition = "" if text.startswith("splendor") else "splendor rules 2\n"
        return Block(match[1], edition + text)
    name = f"block_{number}"
    return Block(name, f'splendor rules 2\n\nvariant {name} "Block" extends classic\n\n{text}')


def load(block: Block) -> Loaded:
    return load_source(source_from_text(f"{block.name}.rules", block.text, FOLDER / "doc.rules"))


def names(some: list[Block]) -> list[str]:
    return [each.name for each in some]


HOUSE_RULES = list(blocks("kernel.md"))


@needs_docs
def test_there_are_ten_house_rules() -> None:
    assert len(HOUSE_RULES) == 10


@needs_docs
@pytest.mark.parametrize("block", HOUSE_RULES, ids=names(HOUSE_RULES))
def test_a_house_rule_is_short(block: Block) -> None:
    lines = [each for each in block.text.splitlines() if each.strip()]
    assert lines[0] == "splendor rules 2"
    assert len(lines) - 2 <= MOST_LINES  # without the edition and the header


@needs_docs
@pytest.mark.parametrize("block", HOUSE_RULES, ids=names(HOUSE_RULES))
def test_a_house_rule_loads_and_plays(block: Block) -> None:
    loaded = load(block)
    assert not loaded.problems, render_problems(loaded.problems)
    assert loaded.model is not None
    rules = game(loaded.model)
    for players in rules.players:
        played = playout(rules.start(players, seed=6, logging=False))
        assert played.state.over


LANGUAGE = list(blocks("language.md"))


@needs_docs
@pytest.mark.parametrize("block", LANGUAGE, ids=names(LANGUAGE))
def test_a_block_of_the_language_loads(block: Block) -> None:
    if block.text.startswith("splendor mechanic"):
        parsed = from_text(source_from_text("mechanic.rules", block.text))
        assert not parsed.problems, render_problems(parsed.problems)
        return
    loaded = load(block)
    # A block shows one construct: that nothing uses what it declares is a warning.
    assert loaded.model is not None, render_problems(loaded.problems)
    assert not has_errors(loaded.problems), render_problems(loaded.problems)


@needs_docs
def test_a_whole_game_and_the_examples_of_the_language_hold() -> None:
    shown = 0
    for block in LANGUAGE:
        loaded = load(block)
        own = [each for each in loaded.examples if f"example {each.name} " in block.text]
        if own and loaded.model is not None:
            for ran in run_examples(game(loaded.model), own):
                assert ran.problem is None, render_problems([ran.problem])
                shown += 1
    assert shown == 3


@needs_docs
def test_the_language_shows_every_section() -> None:
    text = "\n".join(block.text for block in LANGUAGE)
    for section in SECTIONS:
        word = {"mechanics": "use", "examples": "example"}.get(section, section)
        assert re.search(rf"^{word}\b", text, re.MULTILINE), section
