"""The guide for contributors names what there is."""

import re
from pathlib import Path

import pytest

import splendor_dsl
from splendor_dsl import checks

CHECKOUT = Path(__file__).resolve().parents[2]
GUIDE = CHECKOUT / "CONTRIBUTING.md"
PACKAGE = Path(splendor_dsl.__file__).parent

pytestmark = pytest.mark.skipif(not GUIDE.is_file(), reason="the documents are no part of a wheel")


def test_the_tables_of_checks_that_the_guide_names_are_there() -> None:
    guide = GUIDE.read_text(encoding="utf-8")
    section = guide[guide.index("\n## How to add a check\n") :].split("\n## ")[1]
    named = re.findall(r"`([A-Z][A-Z_]+)`", section)
    assert len(named) >= 3
    assert [name for name in named if not hasattr(checks, name)] == []


def test_the_table_of_rooms_leads_to_files_and_sections_that_exist() -> None:
    guide = GUIDE.read_text(encoding="utf-8")
    table = re.findall(r"^\| (an? .*|how .*|the .*) \| (.*) \| (.*) \|$", guide, re.MULTILINE)
    asked = " ".join(topic for topic, _, _ in table)
    for thing in ("step", "check", "bot", "message", "language", "CLI command", "mechanic"):
        assert thing in asked
    for topic, rooms, way in table:
        named = re.findall(r"`([a-z_/.]+[/y])`", rooms)
        assert named, topic
        for room in named:
            assert (PACKAGE / room).exists() or (CHECKOUT / room).exists(), room
        page, anchor = re.findall(r"\]\(([^)#]*)#?([^)]*)\)", way)[0]
        text = (CHECKOUT / page).read_text("utf-8") if page else guide
        assert anchor in {"", *map(slug, re.findall(r"^#+ (.*)$", text, re.MULTILINE))}, way


def slug(heading: str) -> str:
    """The anchor that GitHub and the site give a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def test_each_file_that_the_guide_names_exists() -> None:
    """Names in capitals are to be replaced."""
    named = re.findall(r"`([a-z_]+(?:/[a-z_]+)+\.(?:py|lark|md|toml))`", GUIDE.read_text("utf-8"))
    assert len(named) >= 20
    places = (CHECKOUT, PACKAGE, PACKAGE / "prose")
    assert [name for name in named if not any((place / name).exists() for place in places)] == []
