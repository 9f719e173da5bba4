"""Rule files with one character changed: each gives a game or messages, never a traceback, and soon."""

import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli.program import run, spent
from samples import sampled

import splendor_dsl
from splendor_dsl.bundled import variants_folder
from splendor_dsl.extensions import load_extensions
from splendor_dsl.pipeline import load_source
from splendor_dsl.report.terminal import render_problems
from splendor_dsl.source import source_from_text

FILES = ("classic", "marvel", "first_printing")
SIGNS = 'abcz019 \n\t{}()"#;:,.|=<>+-*/\\_éż€\u200b\x01'
CHUNKS = 40
EDITS = 2_000
SECONDS = 2.0
EXTENSIONS = load_extensions()


def check(name: str, text: str) -> None:
    """Check a text as `splendor check` does."""
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
    """Yield (file, offset, how, sign): deletions, insertions and replacements in equal parts."""
    chance = random.Random(20_190_816)
    for number in range(EDITS):
        name = FILES[number % len(FILES)]
        how = ("delete", "insert", "replace")[number // len(FILES) % 3]
        yield name, chance.randrange(len(text_of(name))), how, chance.choice(SIGNS)


def edited(text: str, offset: int, how: str, sign: str) -> str:
    kept = text[offset:] if how == "insert" else text[offset + 1 :]
    return text[:offset] + ("" if how == "delete" else sign) + kept


@pytest.mark.parametrize("chunk", sampled(range(CHUNKS), 1))
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


# ---- by the command ---------------------------------------------------------------------------
PARTS = 4
RECORD_EDITS = 40


def judged(command: str, file: Path) -> int:
    """Return the exit code of a command on a changed file, which it explains, and soon; `run` looks for a traceback."""
    begun = spent()
    ran = run(command, str(file))
    assert spent() - begun < SECONDS
    assert ran.status == 0 or "error[SPL" in ran.out + ran.err
    return ran.status


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_a_sample_of_the_edits_by_the_command(part: int, tmp_path: Path) -> None:
    for name, offset, how, sign in list(seeded_edits())[:: EDITS // 40][part::PARTS]:
        file = tmp_path / "edited.rules"
        file.write_text(edited(text_of(name), offset, how, sign), "utf-8")
        assert judged("check", file) in {0, 1}


def short_record() -> str:
    game = splendor_dsl.load("classic")
    state = game.start(2, seed=5)
    for _ in range(6):
        state.advance(state.moves[0])
    return splendor_dsl.to_record(game, state, seats=["human", "greedy"])


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_edits_of_a_record_by_the_command(part: int, tmp_path: Path) -> None:
    text, chance = short_record(), random.Random(20_190_817)
    edits = [
        (
            chance.randrange(len(text)),
            chance.choice(("delete", "insert", "replace")),
            chance.choice(SIGNS),
        )
        for _ in range(RECORD_EDITS)
    ]
    for offset, how, sign in edits[part::PARTS]:
        file = tmp_path / "edited.record"
        file.write_text(edited(text, offset, how, sign), "utf-8")
        assert judged("replay", file) in {0, 1, 2}


def test_time_that_copies_of_the_program_take_is_counted() -> None:
    begun = spent()
    assert run("check", "classic").status == 0
    assert spent() > begun
