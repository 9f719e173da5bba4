"""Rule files with one character changed: each gives a game or messages, never a traceback, and soon."""

import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from splendor_dsl.bundled import variants_folder
from splendor_dsl.extensions import load_extensions
from splendor_dsl.pipeline import load_source
from splendor_dsl.report.terminal import render_problems
from splendor_dsl.source import source_from_text

FILES = ("classic", "marvel", "first_printing")
SIGNS = 'abcz019 \n\t{}()"#;:,.|=<>+-*/\\_éż€\u200b\x01'
CHUNKS = 8
EDITS = 2_000
SECONDS = 2.0
EXTENSIONS = load_extensions()


def check(name: str, text: str) -> None:
    """What `splendor check` does with the text."""
    path = variants_folder() / f"{name}.rules"
    source = source_from_text(str(path), text, path)
    begun = time.process_time()
    loaded = load_source(source, extensions=EXTENSIONS)
    shown = render_problems(loaded.problems)
    spent = time.process_time() - begun
    assert loaded.model is not None or (loaded.problems and "error[SPL" in shown)
    assert spent < SECONDS, f"{spent:.2f} s"


def text_of(name: str) -> str:
    return (variants_folder() / f"{name}.rules").read_text()


def seeded_edits() -> Iterator[tuple[str, int, str, str]]:
    """(file, offset, how, sign): deletions, insertions and replacements in equal parts."""
    chance = random.Random(20_190_816)
    for number in range(EDITS):
        name = FILES[number % len(FILES)]
        how = ("delete", "insert", "replace")[number // len(FILES) % 3]
        yield name, chance.randrange(len(text_of(name))), how, chance.choice(SIGNS)


def edited(text: str, offset: int, how: str, sign: str) -> str:
    kept = text[offset:] if how == "insert" else text[offset + 1 :]
    return text[:offset] + ("" if how == "delete" else sign) + kept


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_seeded_edits(chunk: int) -> None:
    for number, (name, offset, how, sign) in enumerate(seeded_edits()):
        if number % CHUNKS == chunk:
            check(name, edited(text_of(name), offset, how, sign))


@pytest.mark.fuzz
@pytest.mark.parametrize("how", ["delete", "insert"])
@pytest.mark.parametrize("part", range(16))
@pytest.mark.parametrize("name", FILES)
def test_every_place(name: str, part: int, how: str) -> None:
    text, chance = text_of(name), random.Random(part)
    for offset in range(part, len(text), 16):
        check(name, edited(text, offset, how, chance.choice(SIGNS)))


def test_the_files_are_there() -> None:
    assert all(isinstance(variants_folder() / f"{name}.rules", Path) for name in FILES)
    assert len(list(seeded_edits())) == EDITS
