"""The bundled games and the printed facts, as the tests of this folder read them."""

import csv
from functools import cache
from pathlib import Path

from splendor_dsl.bundled import variants_folder
from splendor_dsl.pipeline import Loaded, load_file
from splendor_dsl.report.terminal import render_problems

GAMES = ("classic", "first_printing", "marvel")
TESTS = Path(__file__).resolve().parent.parent
DATA = TESTS / "data"
DOCS = TESTS.parent / "docs"


@cache
def bundled(name: str) -> Loaded:
    loaded = load_file(variants_folder() / f"{name}.rules")
    assert loaded.model is not None, render_problems(loaded.problems)
    assert not loaded.problems, render_problems(loaded.problems)
    return loaded


def table(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
