"""The man page has all that the page of the commands says, and man's programs read it without a warning."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from splendor_dsl.cli.manual import manual

PAGE = Path(__file__).resolve().parents[2] / "docs" / "splendor.1"

pytestmark = pytest.mark.skipif(not PAGE.is_file(), reason="the documents are no part of a wheel")


def shown(*command: str) -> str:
    """What a program makes of the page, without a warning; a line for each paragraph."""
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    done = subprocess.run([*command, PAGE], capture_output=True, text=True, check=False)
    assert done.returncode == 0 or "-Tlint" in command
    assert done.stderr == ""
    return done.stdout


@pytest.mark.parametrize(
    "command",
    [
        ["groff", "-man", "-Tutf8", "-ww", "-P-cbou", "-rHY=0"],
        ["mandoc", "-Tutf8"],
    ],
    ids=lambda command: command[0],
)
def test_the_page_says_what_the_commands_do(command: list[str]) -> None:
    signs = str.maketrans("\u2019\u2010\u2212", "'--")
    text = " ".join(re.sub(r".\x08", "", shown(*command)).translate(signs).split())
    plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", manual()).replace("`", "")
    sayings = [part for line in plain.splitlines() for part in line.strip("#| ").split(" | ")]
    headings = {"The commands", "Option", "---|---"}
    lacking = [each for each in sayings if each not in headings and each.strip() not in text]
    assert lacking == []


def test_nothing_in_it_is_wrong_but_that_it_has_no_date() -> None:
    assert "WARNING" not in shown("mandoc", "-Tlint", "-Wwarning").replace(
        "WARNING: missing date", ""
    )


def test_man_finds_its_name_and_its_sections() -> None:
    text = PAGE.read_text("utf-8")
    assert re.search(r'^\.TH SPLENDOR 1 "" "splendor\\-dsl [\d.]+" ', text, re.MULTILINE)
    assert re.findall(r"^\.SH (.*)$", text, re.MULTILINE) == [
        "NAME",
        "SYNOPSIS",
        "DESCRIPTION",
        "OPTIONS",
        "COMMANDS",
        "SEE ALSO",
    ]
    assert "\n.SH NAME\nsplendor \\- " in text
