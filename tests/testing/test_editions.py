"""The rules of the editions are pinned down: nearly every change of them is noticed, and the rest is listed.

A sample of the changes is tried with all other tests; `make mutants` tries all.
"""

import os
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from splendor_dsl.bundled import variants_folder
from splendor_dsl.extensions import load_extensions
from splendor_dsl.pipeline import load_file
from splendor_dsl.report.mutation import change_text, noticed, unpinned
from splendor_dsl.report.terminal import render_problems
from splendor_dsl.testing.mutants import CELL, KINDS, Mutant
from splendor_dsl.testing.mutation import Trial, TriedMutant, try_all, wanted
from splendor_dsl.testing.suite import RECORDED, suite_of
from splendor_dsl.testing.verdicts import Bench

EDITIONS = ("classic", "first_printing", "marvel")
LEAST = 95  # percent
EVERY = 9  # of how many changes one is a part of the sample
DOCUMENT = Path(__file__).resolve().parent.parent.parent / "docs" / "mutants.md"
ROW = re.compile(
    r"^\| (?P<rules>[\w, ]+) \| `(?P<path>[\w.]+)` \| (?P<was>.+) \| (?P<now>.+) \| (.+) \|$"
)
Change = tuple[str, str, str]

needs_docs = pytest.mark.skipif(
    not DOCUMENT.is_file(), reason="the documents are no part of a wheel"
)


def trial(name: str) -> Trial:
    return Trial(rules=variants_folder() / f"{name}.rules", plugins=(), games=1)


@cache
def opened(name: str) -> Bench:
    made = trial(name).open(load_extensions())
    assert made is not None
    return made


def listed(name: str) -> set[Change]:
    """Return the mutants of an edition that the document lists as not noticed."""
    rows = (ROW.match(line) for line in DOCUMENT.read_text("utf-8").splitlines())
    return {
        (row["path"], row["was"], row["now"])
        for row in rows
        if row is not None and name in row["rules"].split(", ")
    }


def left(tried: Sequence[TriedMutant]) -> set[Change]:
    return {(each.path, each.was, each.now) for each in unpinned(tried)}


def run(name: str, mutants: Sequence[Mutant]) -> list[TriedMutant]:
    jobs = os.cpu_count() or 1
    return list(try_all(trial(name), opened(name), mutants, jobs=min(jobs, 4), notes=None))


@needs_docs
@pytest.mark.parametrize("name", EDITIONS)
def test_a_sample_of_changes_is_noticed(name: str) -> None:
    mutants = wanted(opened(name), cells=False)[EDITIONS.index(name) :: EVERY]
    assert len(mutants) > 10
    tried = [TriedMutant(mutant=each, verdict=opened(name).judge(each)) for each in mutants]
    assert left(tried) <= listed(name)


@needs_docs
@pytest.mark.parametrize("name", EDITIONS)
def test_what_is_listed_can_be_changed(name: str) -> None:
    changes = {(each.path, each.was, each.now) for each in wanted(opened(name), cells=False)}
    assert listed(name) <= changes


def test_every_kind_of_change_is_made_in_the_editions() -> None:
    kinds = {each.kind for name in EDITIONS for each in wanted(opened(name), cells=True)}
    assert kinds == {*KINDS, CELL}


@pytest.mark.parametrize("name", EDITIONS)
def test_the_recorded_games_of_an_edition_hold(name: str) -> None:
    suite = suite_of(load_file(variants_folder() / f"{name}.rules"), watch=None)
    assert suite is not None
    assert {path.stem for path in suite.recorded} >= {
        "two_players",
        "three_players",
        "four_players",
    }
    ran = [each.ran for each in suite.run(games=0) if each.kind == RECORDED]
    assert len(ran) == len(suite.recorded)
    failed = [each.problem for each in ran if each.problem is not None]
    assert not failed, render_problems(failed)


@needs_docs
@pytest.mark.mutants
@pytest.mark.parametrize("name", EDITIONS)
def test_changes_of_an_edition_are_noticed_but_for_those_that_are_listed(name: str) -> None:
    tried = run(name, wanted(opened(name), cells=False))
    told = "\n".join(f"{each.span}: {each.path}: {change_text(each)}" for each in unpinned(tried))
    assert left(tried) == listed(name), told
    count = noticed(tried)
    assert count.percent >= LEAST
    share = f"{count.noticed} of {count.total} | {count.percent} % | {count.refused}"
    assert f"| {name} | {share} |" in DOCUMENT.read_text("utf-8").splitlines()


@pytest.mark.mutants
@pytest.mark.parametrize("name", EDITIONS)
def test_cells_are_tried_too_and_counted_apart(name: str) -> None:
    cells = [each for each in wanted(opened(name), cells=True) if each.kind == CELL]
    tried = run(name, cells[:: EVERY * 3])
    count = noticed(tried, kinds=(CELL,))
    assert count.total > 20
    assert count.noticed > 0
    assert noticed(tried).total == 0
