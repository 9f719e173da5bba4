"""Each test that docs/SECURITY.md names is there."""

import re
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
DOCUMENT = CHECKOUT / "docs" / "SECURITY.md"
NAMED = re.compile(r"`(tests/[\w/]+\.py)(?:::(\w+))?`")

pytestmark = pytest.mark.skipif(
    not DOCUMENT.is_file(), reason="the documents are no part of a wheel"
)


def named() -> list[tuple[str, str]]:
    return NAMED.findall(DOCUMENT.read_text("utf-8"))


def test_each_test_that_is_named_is_there() -> None:
    assert len(named()) > 20
    for file, name in named():
        text = (CHECKOUT / file).read_text("utf-8")
        assert re.search(rf"^def {name}\(" if name else r"^def test_", text, re.MULTILINE), name


def test_every_line_that_names_a_test_names_one_that_can_be_found() -> None:
    lines = [line for line in DOCUMENT.read_text("utf-8").splitlines() if "tests/" in line]
    assert len(lines) == len(named())


def test_each_section_about_what_strangers_send_names_tests() -> None:
    sections = re.split(r"^## ", DOCUMENT.read_text("utf-8"), flags=re.MULTILINE)[1:]
    assert [part.splitlines()[0] for part in sections if not NAMED.search(part)] == []
