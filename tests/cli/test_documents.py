"""What the documents show is what the program does."""

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli.program import run

CHECKOUT = Path(__file__).resolve().parents[2]
README = CHECKOUT / "README.md"
DOCS = CHECKOUT / "docs"
# Documents whose commands run here; those with rules alone run in tests/rules.
SESSIONS = (
    README,
    *(DOCS / f"{name}.md" for name in ("tutorial", "coverage", "records", "ladder", "saves")),
)
RULES = (DOCS / "language.md", DOCS / "kernel.md")
# Documents whose blocks are run, one with the other, by a test of their own.
BY_ITSELF = {
    DOCS / "api.md": "tests/docs/test_api.py",
    DOCS / "exec.md": "tests/docs/test_exec.py",
    DOCS / "plugins.md": "tests/test_outside_package.py",
    DOCS / "testing.md": "tests/docs/test_testing.py",
}
# Each of their blocks is made from what has just been run.
GENERATED = ("problems", "reference", "cookbook.md")
BLOCK = re.compile(r"^```(\w+)(?: file=(\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)

pytestmark = pytest.mark.skipif(not README.is_file(), reason="the documents are no part of a wheel")


each_session = pytest.mark.parametrize("document", SESSIONS, ids=lambda path: path.stem)


def blocks(document: Path) -> Iterator[tuple[str, str, str]]:
    """The language, file name and text of each block."""
    for found in BLOCK.finditer(document.read_text("utf-8")):
        yield found[1], found[2] or "", found[3]


def sessions(text: str) -> Iterator[tuple[list[str], str]]:
    """Each command of a console block with what it prints."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, printed = part.partition("\n")
        yield shlex.split(command), printed


def with_input(args: list[str]) -> tuple[list[str], str]:
    """The words of a command, and what `<<<` hands to it."""
    if "<<<" not in args:
        return args, ""
    *words, _, typed = args
    return words, f"{typed}\n"


def matches(expected: str, printed: str) -> bool:
    """Whether they are the same; `...` stands for anything."""
    parts = [re.escape(part) for part in re.split(r"\.\.\.\n?", expected)]
    return re.fullmatch(".*".join(parts), printed, re.DOTALL) is not None


@each_session
def test_a_document_shows_what_the_program_prints(document: Path, tmp_path: Path) -> None:
    shown = 0
    for language, name, text in blocks(document):
        if name:
            (tmp_path / name).write_text(text, "utf-8")
        if language == "console":
            for (program, *args), expected in sessions(text):
                assert program == "splendor"
                words, typed = with_input(args)
                ran = run(*words, typed=typed, cwd=tmp_path, SPLENDOR_DATA=str(tmp_path / "saved"))
                whole = ran.out + ran.err
                report = (
                    ran.out if ran.status == 0 else whole
                )  # a note to who waits may be left out
                assert matches(expected, whole) or matches(expected, report), f"{args}\n{whole}"
                shown += 1
    assert shown >= 6


@each_session
def test_each_file_of_a_document_is_used_by_a_command(document: Path) -> None:
    texts = [text for language, _, text in blocks(document) if language == "console"]
    for name in {name for _, name, _ in blocks(document) if name}:
        assert any(name in text for text in texts), name


def test_the_python_of_the_readme_runs() -> None:
    (code,) = (text for language, _, text in blocks(README) if language == "python")
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_every_block_of_every_document_runs() -> None:
    """Blocks of commands and Python stand where this file runs them, rules where tests/rules does."""
    run_in = {"console": SESSIONS, "python": (README,), "rules": (*SESSIONS, *RULES)}
    for document in [README, *DOCS.rglob("*.md")]:
        made = document != README and document.relative_to(DOCS).parts[0] in GENERATED
        for language, _, text in blocks(document):
            ran = document in run_in.get(language, (document,))
            assert ran or made or document in BY_ITSELF, f"{document}\n{text}"


def test_what_is_run_elsewhere_is_read_there() -> None:
    for document, test in BY_ITSELF.items():
        assert document.name in (CHECKOUT / test).read_text("utf-8")


def test_the_rules_of_the_readme_stand_in_the_game() -> None:
    rules = (CHECKOUT / "variants" / "classic.rules").read_text("utf-8")
    (shown,) = (text for language, name, text in blocks(README) if language == "rules" and not name)
    assert shown in rules


def test_the_links_of_the_readme_lead_somewhere() -> None:
    for link in re.findall(r"\]\(([^)#]+)", README.read_text("utf-8")):
        assert (CHECKOUT / link).is_file(), link


def test_the_readme_leads_to_every_document() -> None:
    linked = set(re.findall(r"\]\(([^)#]+)", README.read_text("utf-8")))
    folders = {f"docs/{path.parent.name}/README.md" for path in DOCS.glob("*/README.md")}
    assert {f"docs/{path.name}" for path in DOCS.glob("*.md")} | folders <= linked


def test_the_readme_says_what_it_must() -> None:
    text = README.read_text("utf-8")
    for words in ("make play", "make test", "unofficial", "no art"):
        assert words in text


def test_make_play_is_the_command_that_plays() -> None:
    done = subprocess.run(
        ["make", "-n", "play"],  # noqa: S607  # whichever there is
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "splendor play classic" in done.stdout
