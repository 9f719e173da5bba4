"""`splendor fix`: a rule file of an older edition in the newest."""

from pathlib import Path

import pytest
from cli.program import run
from cli.test_reports import ENVELOPE, FIELDS

OLD = """\
splendor rules 1

variant calm "Calm" extends classic  # a note

example shared "both have passed" {
  players Ann, Bob
  # who knows
  given purse of Ann: 1 gold
  given purse of Bob: 1 gold
  then Ann can play "pass"
}
"""
SHARED = OLD.replace('  then Ann can play "pass"\n', "  then Ann, Bob wins  # both\n")
NEW = SHARED.replace("rules 1", "rules 2").replace("Bob wins", "Bob win")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "calm.rules"
    path.write_text(SHARED, "utf-8")
    return path


def test_a_file_is_brought_to_the_newest_edition_once(file: Path) -> None:
    ran = run("fix", str(file))
    assert ran.status == 0, ran.err
    assert ran.out == f"{file}: brought from edition 1 to 2\n"
    assert file.read_text("utf-8") == NEW
    again = run("fix", str(file))
    assert (again.status, again.out) == (0, "")
    assert file.read_text("utf-8") == NEW


def test_check_changes_nothing(file: Path) -> None:
    ran = run("fix", "--check", str(file))
    assert ran.status == 1
    assert "has to go from edition 1 to 2" in ran.out
    assert file.read_text("utf-8") == SHARED


def test_words_of_an_older_edition_are_mended_too(file: Path) -> None:
    file.write_text(SHARED.replace("rules 1", "rules 2"), "utf-8")
    told = run("check", str(file))
    assert told.status == 1
    assert "SPL121" in told.out
    assert "splendor fix" in told.out
    told = run("fix", "--check", str(file))
    assert (told.status, told.out) == (1, f"{file}: has words that edition 2 has otherwise\n")
    told = run("fix", str(file))
    assert (told.status, told.out) == (0, f"{file}: mended words that edition 2 has otherwise\n")
    assert file.read_text("utf-8") == NEW


def test_line_ends_and_rights_stay(file: Path) -> None:
    file.write_bytes(SHARED.replace("\n", "\r\n").encode())
    file.chmod(0o640)
    assert run("fix", str(file)).status == 0
    assert file.read_bytes() == NEW.replace("\n", "\r\n").encode()
    assert file.stat().st_mode & 0o777 == 0o640


def test_a_file_with_faults_is_left_alone(file: Path) -> None:
    for wrong in (
        SHARED.replace("given", "givn", 1),
        SHARED.replace("rules 1", "rules 9"),
        "no rules",
    ):
        file.write_text(wrong, "utf-8")
        ran = run("fix", str(file))
        assert ran.status == 1
        assert "error" in ran.err
        assert file.read_text("utf-8") == wrong
    assert run("fix", str(file.with_name("none.rules"))).status == 2


def test_the_report_as_json(file: Path) -> None:
    ran = run("fix", str(file), str(file.with_name("none.rules")), "--json")
    assert ran.json.keys() == ENVELOPE | FIELDS["fix"]
    assert ran.json["files"] == [
        {"name": str(file), "edition": 1, "newest": 2, "changed": True},
        {"name": str(file.with_name("none.rules")), "edition": None, "newest": 2, "changed": False},
    ]
    assert ran.status == 2
