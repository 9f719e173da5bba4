"""What installed packages and named modules add to the program."""

from pathlib import Path

import pytest
from cli.program import Ran, run

PLUGIN = '''
from splendor_dsl.hookspecs import Command, Renderer, hookimpl

def count(game: str, loud: bool = False) -> None:
    """Count the letters of a game."""
    print(len(game), "LETTERS" if loud else "letters")

def bent() -> None:
    raise KeyError("bent")

@hookimpl
def splendor_commands():
    return [Command(name="count", function=count), Command(name="bent", function=bent)]

@hookimpl
def splendor_renderers():
    return [
        Renderer(name="labels", render=lambda game: " ".join(p.label for p in game.model.pieces)),
        Renderer(name="bent", render=lambda game: 1 / 0),
    ]
'''


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A folder with a package that has metadata, as an installer leaves it."""
    (tmp_path / "acme_words.py").write_text(PLUGIN)
    metadata = tmp_path / "acme_words-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: acme-words\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text("[splendor_dsl]\nwords = acme_words\n")
    return tmp_path


def started(installed: Path, *args: str) -> Ran:
    return run(*args, PYTHONPATH=str(installed))


def test_a_command_of_an_outsider_stands_in_the_help(installed: Path) -> None:
    assert "Count the letters of a game." in started(installed, "--help").out
    assert "Count the letters" not in run("--help").out


def test_a_command_of_an_outsider_runs_with_its_options(installed: Path) -> None:
    assert started(installed, "count", "classic", "--loud").out == "7 LETTERS\n"


def test_a_command_of_an_outsider_that_fails_is_named(installed: Path) -> None:
    ran = started(installed, "bent")
    assert ran.status == 2
    assert "error[SPL710]: the command 'bent' of the plugin 'words' failed: KeyError" in ran.err


def test_an_unknown_command_is_still_one(installed: Path) -> None:
    assert started(installed, "cuont").status == 2


def test_a_form_of_an_outsider_prints_the_game(installed: Path) -> None:
    ran = started(installed, "show", "marvel", "--form", "labels")
    assert ran.status == 0
    assert " rocket " in ran.out


def test_a_form_that_is_none_or_fails_is_told(installed: Path) -> None:
    assert (
        "expected a form (labels, bent)" in started(installed, "show", "marvel", "--form", "x").err
    )
    assert "error[SPL712]" in started(installed, "show", "marvel", "--form", "bent").err
