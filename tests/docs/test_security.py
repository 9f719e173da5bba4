"""Each test that docs/SECURITY.md names is there."""

import re
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
DOCUMENT = CHECKOUT / "docs" / "SECURITY.md"
NAMED = re.compile(r"`(tests/[\w/]+\.py)(?:::(\w+))?`")
MARKED = re.compile(r"\*(?:Trusted|Not promised)\*: ")

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


def points() -> dict[str, list[str]]:
    """The points of each section, with all their lines."""
    sections = re.split(r"^## ", DOCUMENT.read_text("utf-8"), flags=re.MULTILINE)[1:]
    found = {}
    for each in sections:
        head, *listed = re.split(r"^- ", each, flags=re.MULTILINE)
        found[head.strip()] = listed
    return found


def test_each_point_names_a_test_or_says_that_none_shows_it() -> None:
    found = [each for listed in points().values() for each in listed]
    assert len(found) > 20
    assert [each for each in found if not NAMED.search(each) and not MARKED.match(each)] == []


def test_what_is_trusted_stands_in_its_section_alone() -> None:
    trusting = {
        head: [each.startswith("*Trusted*: ") for each in listed]
        for head, listed in points().items()
    }
    assert all(trusting.pop("Whom the program trusts"))
    assert not any(any(each) for each in trusting.values())
