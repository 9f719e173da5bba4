"""The page of rules as tests: its repository is made, and its table says what pytest calls each test."""

import re
from pathlib import Path

import pytest
from pytest_plugin.test_repository import RULES, run_pytest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "testing.md"

pytestmark = pytest.mark.skipif(not PAGE.is_file(), reason="the documents are no part of a wheel")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "night.rules").write_text(RULES, "utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\nrule_snapshots = true\n", "utf-8")
    return tmp_path


def test_the_python_of_the_page_holds_a_snapshot(folder: Path) -> None:
    (code,) = re.findall(
        r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    (folder / "test_night.py").write_text(code, "utf-8")
    run_pytest(folder, "--snapshot-update")
    assert run_pytest(folder, "test_night.py").counts == {"passed": 1}


def test_each_test_is_called_as_the_page_says(folder: Path) -> None:
    (folder / "night.games").mkdir()
    (folder / "night.games" / "first.record").write_text("no record", "utf-8")
    printed = run_pytest(folder, "--collect-only", "-q").out
    named = re.findall(r"^\| `(night\.rules::\S+)` \|", PAGE.read_text("utf-8"), re.MULTILINE)
    assert len(named) == 5
    for name in named:
        assert name in printed.splitlines(), printed
