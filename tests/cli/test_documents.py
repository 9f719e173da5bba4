"""What the documents show is what the program does."""

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli.program import run

from splendor_dsl.cli.manual import manual

CHECKOUT = Path(__file__).resolve().parents[2]
README = CHECKOUT / "README.md"
BLOCK = re.compile(r"^```(\w+)(?: file=(\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)

pytestmark = pytest.mark.skipif(not README.is_file(), reason="the documents are no part of a wheel")


def blocks() -> Iterator[tuple[str, str, str]]:
    """The language, file name and text of each block."""
    for found in BLOCK.finditer(README.read_text("utf-8")):
        yield found[1], found[2] or "", found[3]


def sessions(text: str) -> Iterator[tuple[list[str], str]]:
    """Each command of a console block with what it prints."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, printed = part.partition("\n")
        yield shlex.split(command), printed


def matches(expected: str, printed: str) -> bool:
    """Whether they are the same; `...` stands for anything."""
    parts = [re.escape(part) for part in re.split(r"\.\.\.\n?", expected)]
    return re.fullmatch(".*".join(parts), printed, re.DOTALL) is not None


def test_the_readme_shows_what_the_program_prints(tmp_path: Path) -> None:
    shown = 0
    for language, name, text in blocks():
        if name:
            (tmp_path / name).write_text(text, "utf-8")
        if language == "console":
            for (program, *args), expected in sessions(text):
                assert program == "splendor"
                ran = run(*args, cwd=tmp_path)
                assert matches(expected, ran.out + ran.err), f"{args}\n{ran.out}{ran.err}"
                shown += 1
    assert shown >= 6


def test_the_python_of_the_readme_runs() -> None:
    (code,) = (text for language, _, text in blocks() if language == "python")
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_the_rules_of_the_readme_stand_in_the_game() -> None:
    rules = (CHECKOUT / "variants" / "classic.rules").read_text("utf-8")
    (shown,) = (text for language, name, text in blocks() if language == "rules" and not name)
    assert shown in rules


def test_the_links_of_the_readme_lead_somewhere() -> None:
    for link in re.findall(r"\]\(([^)#]+)", README.read_text("utf-8")):
        assert (CHECKOUT / link).is_file(), link


def test_the_readme_says_what_it_must() -> None:
    text = README.read_text("utf-8")
    for words in ("make play", "make test", "unofficial", "no art"):
        assert words in text


def test_the_page_of_the_commands_is_made_from_the_program() -> None:
    page = (CHECKOUT / "docs" / "cli.md").read_text("utf-8")
    assert page.rstrip() == manual().rstrip(), (
        "run: python -m splendor_dsl.cli.manual > docs/cli.md"
    )


def test_make_play_is_the_command_that_plays() -> None:
    done = subprocess.run(
        ["make", "-n", "play"],  # noqa: S607
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "splendor play classic" in done.stdout
