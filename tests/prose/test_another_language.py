"""A language that is added is two files of data: no test and no code has to know of it."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import splendor_dsl
from splendor_dsl.bundled import grammar_folder, variants_folder

PACKAGE, TESTS = Path(splendor_dsl.__file__).parent, Path(__file__).parents[1]
# Each is Spanish under a code of its own, so that `-k` finds what is run for it.
NEW, SHORT, CLAIMING = "qz", "qy", "qx"
CLAIM = "every_game = true\n"
LEFT_OUT = '"Who wins" = "Quién gana"\n'


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the package with three more languages; what it reads beside it is that of this one."""
    shutil.copytree(PACKAGE, tmp_path / PACKAGE.name)
    for folder in (grammar_folder(), variants_folder()):
        (tmp_path / folder.name).symlink_to(folder)
    folder = tmp_path / PACKAGE.name / "languages"
    own, rules = (
        file.read_text("utf-8") for file in (folder / "es.toml", folder / "rules/es.toml")
    )
    for code in (NEW, SHORT, CLAIMING):
        (folder / f"{code}.toml").write_text(
            own if code == CLAIMING else own.replace(CLAIM, ""), "utf-8"
        )
        (folder / "rules" / f"{code}.toml").write_text(
            rules.replace(LEFT_OUT, "") if code == SHORT else rules, "utf-8"
        )
    return tmp_path


def test_tests_find_a_language_by_its_files_and_say_what_it_lacks(checkout: Path) -> None:
    outside = {name: text for name, text in os.environ.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(
        [sys.executable, "-P", "-m", "pytest", "-q", "-p", "no:cacheprovider", "-rA"]
        + ["-k", f"({NEW} or {SHORT} or {CLAIMING}) and (phrases or classic)"]
        + [TESTS / "prose" / name for name in ("test_phrases.py", "test_rulebook.py")],
        cwd=TESTS.parent,
        env={**outside, "PYTHONPATH": str(checkout)},
        capture_output=True,
        text=True,
        check=False,
    )
    passed, failed = (
        set(re.findall(rf"^{word} \S+::(\S+)", done.stdout, re.MULTILINE))
        for word in ("PASSED", "FAILED")
    )
    each_sentence = "test_each_sentence_is_said_in_each_language"
    sentences_end = "test_sentences_begin_and_end_as_sentences_do"
    assert {f"{each_sentence}[{NEW}]", f"{sentences_end}[{NEW}-classic]"} <= passed, done.stdout
    # A sentence is left out; names are claimed that the rules do not have, and so is a rulebook that nobody has read.
    assert failed == {
        f"{each_sentence}[{SHORT}]",
        f"test_no_english_is_left[{CLAIMING}-classic]",
        f"test_a_rulebook_reads_as_it_was_read[classic-{CLAIMING}]",
    }
