"""The page of programs as bots: its two bots play every sort of game, and its commands print what it shows."""

import shutil
from pathlib import Path

import pytest
from cli.program import run
from cli.test_documents import blocks, matches, sessions

from splendor_dsl.bots.external.command import LONGEST, TimeLimits
from splendor_dsl.bots.external.player import END_SECONDS
from splendor_dsl.bots.external.process import MOST_IN_LINE
from splendor_dsl.bots.external.protocol import _READERS, VERSION
from splendor_dsl.bots.external.samples import MOST_SAMPLES

PAGE = Path(__file__).resolve().parents[2] / "docs" / "exec.md"

pytestmark = pytest.mark.skipif(not PAGE.is_file(), reason="the documents are no part of a wheel")

ODD = ("secret_tokens", "snake_draft", "solo", "two_teams")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the bots of the page."""
    for _, name, text in blocks(PAGE):
        if name:
            (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def test_the_commands_print_what_is_shown(folder: Path) -> None:
    shown = 0
    for language, _, text in blocks(PAGE):
        for (program, *args), expected in sessions(text) if language == "console" else ():
            assert program == "splendor"
            ran = run(*args, cwd=folder)
            assert matches(expected, ran.out + ran.err), f"{args}\n{ran.out + ran.err}"
            shown += 1
    assert shown >= 6


@pytest.mark.parametrize(("program", "file"), [("python3", "mybot.py"), ("node", "mybot.js")])
def test_a_bot_of_the_page_has_good_manners(program: str, file: str, folder: Path) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    ran = run("try-bot", f"exec:{program} {file}", *ODD, cwd=folder)
    assert (ran.status, ran.err) == (0, "")


def test_the_page_names_each_message_and_bound() -> None:
    text = PAGE.read_text("utf-8")
    for kind in (*_READERS, "start", "decide", "end"):
        assert f'"type": "{kind}"' in text or f"### {kind}\n" in text
    limits = TimeLimits()
    for bound in (
        f"{limits.start:g} s to start and {limits.move:g} s for a\n  decision",
        f"the most is {LONGEST:g}.",
        f"A line has more than {MOST_IN_LINE} bytes.",
        f"or for more than {MOST_SAMPLES}.",
        f"`protocol`: {VERSION}, the version",
    ):
        assert bound in text
    assert END_SECONDS == 1
    assert "After a second it is ended." in text
