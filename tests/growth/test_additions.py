"""The additions of the step that `make growth` adds, and the list of its files in CONTRIBUTING.md."""

import re
from pathlib import Path

import pytest
from growth.additions import FOLDER, Addition, AdditionError, added, additions

CHECKOUT = Path(__file__).parents[2]
MOST = 12  # files that a new step takes, tests and documents aside
GUIDE = CHECKOUT / "CONTRIBUTING.md"
OUTSIDE = ("docs/", "grammar/", "tests/")  # all others are files of the package
PATH = re.compile(r"`((?:\w+/)+(?:\w+\.\w+)?)`")


@pytest.mark.parametrize("path", additions())
def test_the_additions_find_their_places(path: str) -> None:
    old = (CHECKOUT / path).read_text(encoding="utf-8")
    assert len(added(old, path, additions()[path]).splitlines()) >= len(old.splitlines())


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


def test_a_step_takes_the_files_that_the_guide_lists() -> None:
    product = {path for path in additions() if not path.startswith("tests/")}
    assert len(product) <= MOST
    guide = GUIDE.read_text(encoding="utf-8")
    section = guide[guide.index("\n## How to add a step\n") :].split("\n## ")[1]
    steps = section[section.index("\n1. ") : section.index("\n\n", section.index("\n1. "))]
    listed = {
        path if path.startswith(OUTSIDE) else f"splendor_dsl/{path}" for path in PATH.findall(steps)
    }
    listed = {path for path in listed if not path.startswith("docs/")}
    folders = tuple(path for path in listed if path.endswith("/"))
    own = {
        path for path in folders if path.startswith("tests/")
    }  # where tests of the step itself belong
    in_folders = {path for path in additions() if path.startswith(folders)}
    assert {*additions()} - in_folders == listed - {*folders}
    assert {f"{path.rpartition('/')[0]}/" for path in in_folders} == {*folders} - own


def test_all_additions_are_texts_of_this_folder() -> None:
    assert len(additions()) == len([file for file in FOLDER.rglob("*") if file.is_file()])
