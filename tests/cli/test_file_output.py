"""No command puts what it writes in the place of what somebody else wrote."""

import os
from pathlib import Path

import pytest
from cli.program import run

from splendor_dsl.cli.file_output import cannot_write
from splendor_dsl.cli.records import RECORD
from splendor_dsl.prose.rulebook_files import is_rulebook
from splendor_dsl.report.coverage_page import is_coverage_page

RULES = """\
splendor rules 2

variant sprint "Sprint" extends classic

set parameters.target = 9
"""
PDF = """\
class HTML:
    def __init__(self, string):
        pass

    def write_pdf(self):
        return b"%PDF-1.7\\n%%EOF\\n"
"""
WRITING = (
    ("rulebook", "own.rules", "--out"),
    ("rulebook", "own.rules", "--format", "html", "--out"),
    ("rulebook", "own.rules", "--format", "pdf", "--out"),
    ("test", "own.rules", "--games", "0", "--html"),
    ("play", "own.rules", "--seed", "1", "--record"),
)
OTHERS = {
    "own.rules": RULES,
    "notes.md": "# My rules\n\nto be tried on Friday, see [above](#top)\n",
    "page.html": "<!DOCTYPE html>\n<html lang='en'>\n<title>My page</title>\n",
    "paper.pdf": "%PDF-1.7\n%%EOF\n",
    "settings.toml": "[tool]\nname = 1\n",
    "chess.pgn": '[Event "a game of chess"]\n\n1. e4 e5\n',
    "list.json": '["a", "b"]\n',
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "weasyprint.py").write_text(PDF, "utf-8")
    for name, text in OTHERS.items():
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


@pytest.mark.parametrize("command", WRITING, ids=" ".join)
def test_what_another_wrote_is_never_written_over(folder: Path, command: tuple[str, ...]) -> None:
    what = {"rulebook": "rulebook", "test": "page of coverage", "play": "record"}[command[0]]
    ran = run(*command, "own.rules", cwd=folder, PYTHONPATH=str(folder))
    assert ran.status == 2
    assert f"cannot write 'own.rules': it holds something that is no {what}" in ran.err
    assert ran.out == ""  # it is told before the work
    assert (folder / "own.rules").read_text("utf-8") == RULES


@pytest.mark.parametrize("name", OTHERS)
def test_a_file_that_looks_like_ours_is_none(folder: Path, name: str) -> None:
    path = folder / name
    for what, is_one in (RECORD, ("rulebook", is_rulebook), ("page", is_coverage_page)):
        problem = cannot_write(path, what, is_one)
        assert problem is not None
        assert f"it holds something that is no {what}" in problem.message()


@pytest.mark.parametrize("command", WRITING, ids=" ".join)
def test_what_the_command_wrote_is_written_again(folder: Path, command: tuple[str, ...]) -> None:
    (folder / "made").write_text("\n", "utf-8")  # a file that holds nothing can't lose anything
    for _ in range(2):
        ran = run(*command, "made", cwd=folder, PYTHONPATH=str(folder))
        assert ran.status == 0, ran.err
    assert (folder / "made").read_bytes().strip()


@pytest.mark.parametrize("command", WRITING, ids=" ".join)
def test_what_is_no_plain_file_is_not_written_to(folder: Path, command: tuple[str, ...]) -> None:
    os.mkfifo(folder / "pipe")  # nobody reads from it: to open it would wait for ever
    for name in ("pipe", "/dev/null"):
        ran = run(*command, name, cwd=folder, PYTHONPATH=str(folder))
        assert ran.status == 2
        assert f"cannot write {name!r}: it is not a plain file\n" in ran.err
        assert ran.out == ""  # it is told before the work


def test_a_game_is_not_saved_to_what_is_no_plain_file(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    args = ("play", "classic", "--bots", "human,greedy", "--seed", "1")
    ran = run(*args, typed="save pipe\nquit\n", cwd=folder)
    assert "cannot write 'pipe': it is not a plain file\n" in ran.out + ran.err


def test_a_record_is_no_rulebook_and_a_rulebook_no_record(folder: Path) -> None:
    game, book = folder / "game.txt", folder / "book.md"
    run("play", "classic", "--seed", "1", "--record", str(game))
    run("rulebook", "classic", "--out", str(book))
    kept = game.read_bytes(), book.read_bytes()
    assert run("rulebook", "classic", "--out", str(game)).status == 2
    assert run("test", "own.rules", "--html", str(book), cwd=folder).status == 2
    assert run("play", "classic", "--seed", "2", "--record", str(book)).status == 2
    assert (game.read_bytes(), book.read_bytes()) == kept
    assert run("rulebook", "classic", "--format", "html", "--out", str(book)).status == 0
