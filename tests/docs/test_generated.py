"""The documents that are made from the program are what it says now, and lead to one another."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from semantics.programs import REFUSED, cases

from splendor_dsl.report.pages import problem_pages

CHECKOUT = Path(__file__).resolve().parents[2]
DOCS = CHECKOUT / "docs"

pytestmark = pytest.mark.skipif(not DOCS.is_dir(), reason="the documents are no part of a wheel")


def test_what_is_made_from_the_program_is_not_stale() -> None:
    done = subprocess.run(
        [sys.executable, "docs/generator", "--check"],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"run: python docs/generator\n{done.stdout}{done.stderr}"


@pytest.mark.parametrize("code", problem_pages())
def test_each_code_has_a_page_that_shows_it(code: str) -> None:
    text = (DOCS / "problems" / f"{code}.md").read_text("utf-8")
    shown = text.partition("prints:")[2].partition("## How to mend it")[0]
    assert f"[{code}]:" in shown
    assert f"({code}.md)" in (DOCS / "problems" / "README.md").read_text("utf-8")


def shown_alone() -> list[str]:
    """The codes that some refused program shows in its own file, and nothing else."""
    alone = (
        case.expected[0]
        for case in cases(REFUSED)
        if len(case.expected) == 1 and case.file == case.expected[0][1]
    )
    return sorted({code for code, _, _ in alone})


@pytest.mark.parametrize("code", shown_alone())
def test_a_page_shows_the_fault_where_it_was_made(code: str) -> None:
    text = (DOCS / "problems" / f"{code}.md").read_text("utf-8")
    shown = re.search(r"`splendor check (\w+\.rules)` prints:\n\n```text\n([\w.]+):", text)
    assert shown is not None
    assert shown[1] == shown[2]
