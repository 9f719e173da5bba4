"""The additions that `make growth` makes, and the lists of their files in CONTRIBUTING.md."""

import re
from pathlib import Path

import pytest
from growth.additions import FOLDER, THINGS, Addition, AdditionError, added, additions

CHECKOUT = Path(__file__).parents[2]
MOST = 12  # files that a new step takes, tests and documents aside
GUIDE = CHECKOUT / "CONTRIBUTING.md"
OUTSIDE = ("docs/", "grammar/", "tests/")  # all others are files of the package
PATH = re.compile(r"`((?:\w+/)+(?:\w+\.\w+)?)`")


ALL = [(thing, path) for thing in THINGS for path in additions(thing)]
SECTIONS = {"bot": "How to add a bot", "check": "How to add a check", "swap": "How to add a step"}


@pytest.mark.parametrize(("thing", "path"), ALL)
def test_the_additions_find_their_places(thing: str, path: str) -> None:
    file, parts = CHECKOUT / path, additions(thing)[path]
    assert file.exists() != isinstance(parts, str)
    old = file.read_text(encoding="utf-8") if file.exists() else ""
    assert len(added(old, path, parts).splitlines()) >= len(old.splitlines())


@pytest.mark.parametrize("old", ["", "one\none\n"])
def test_an_addition_without_its_place_is_told(old: str) -> None:
    with pytest.raises(AdditionError, match=r"here\.py: expected 'one' once"):
        added(old, "here.py", (Addition("after", "one", "two\n"),))


def test_additions_stand_where_they_are_said_to() -> None:
    parts = tuple(Addition(how, "b", "x\n") for how in ("after", "before", "instead of"))
    assert [part.to("a\nb c\nd\n", "here.py") for part in parts] == [
        "a\nb c\nx\nd\n",
        "a\nx\nb c\nd\n",
        "a\nx c\nd\n",
    ]


@pytest.mark.parametrize("thing", THINGS)
def test_a_thing_takes_the_files_that_the_guide_lists(thing: str) -> None:
    guide = GUIDE.read_text(encoding="utf-8")
    section = guide[guide.index(f"\n## {SECTIONS[thing]}\n") :].split("\n## ")[1]
    steps = section[section.index("\n1. ") : section.index("\n\n", section.index("\n1. "))]
    written = PATH.findall(steps)
    listed = {path if path.startswith(OUTSIDE) else f"splendor_dsl/{path}" for path in written}
    listed = {path for path in listed if not path.startswith("docs/")}
    taken = {*additions(thing)}
    assert len([path for path in taken if not path.startswith("tests/")]) <= MOST
    for path in taken:
        assert any(_stands_for(each, path) for each in listed), f"no step of the guide names {path}"
    for each in listed:
        # A folder of tests is where those of a new thing itself belong.
        if not (each.startswith("tests/") and each.endswith("/")):
            assert any(_stands_for(each, path) for path in taken), f"{each} is added nothing"


def _stands_for(listed: str, path: str) -> bool:
    """Return whether a path of the guide, in which capitals stand for a name, is this path or its folder."""
    pattern = re.sub(r"NAME|CODE", r"\\w+", re.escape(listed))
    return re.fullmatch(pattern + (r"[^/]+" if listed.endswith("/") else ""), path) is not None


def test_all_additions_are_texts_of_this_folder() -> None:
    files = [file for thing in THINGS for file in (FOLDER / thing).rglob("*") if file.is_file()]
    assert len(ALL) == len(files)
