"""`splendor migrate`: what becomes of recorded games when the rules change."""

import json
import resource
import subprocess
from pathlib import Path

import pytest
from attrs import evolve
from cli.program import PROGRAM, run
from cli.test_reports import ENVELOPE, FIELDS

from splendor_dsl.records.parser import read_record
from splendor_dsl.records.record import Record, to_text
from splendor_dsl.source import source_from_text

RULES = 'splendor rules 2\n\nvariant night "Night" extends classic\n\nset limits.hand = 3\n'
KEYS = {
    "record", "verdict", "same_rules", "changed", "moves", "of", "result", "was", "differs", "written",
}  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    change(tmp_path, "")
    (tmp_path / "night.games").mkdir()
    for seed in (1, 2):
        args = ("play", "night.rules", "--players", "2", "--bots", "greedy-0,greedy-0")
        name = f"night.games/g{seed}.record"
        assert run(*args, "--seed", str(seed), "--record", name, cwd=tmp_path).status == 0
    (tmp_path / "old.rules").write_text(RULES.replace("night", "old"), "utf-8")
    return tmp_path


def change(folder: Path, old: str, new: str = "") -> None:
    text = RULES.replace(old, new) if old else RULES
    (folder / "night.rules").write_text(text, "utf-8")


def test_by_the_same_rules_all_is_well(folder: Path) -> None:
    ran = run("migrate", "night.games/g1.record", cwd=folder)
    assert ran.status == 0
    assert "moves, by the rules as they are" in ran.out


def test_by_the_same_rules_too_it_is_told_why_a_move_can_t_be_made(folder: Path) -> None:
    path = folder / "night.games/g1.record"
    record = read_record(source_from_text("g1", path.read_text("utf-8")))
    assert isinstance(record, Record)
    path.write_text(to_text(record).replace(record.turns[0].moves[0].text, "buy 3-1", 1), "utf-8")
    ran = run("migrate", "night.games/g1.record", cwd=folder)
    assert (ran.status, ran.out.count("\n")) == (1, 1)
    assert f"0 of {record.count} moves can be made\n" in ran.out
    assert "error[SPL609]: " in ran.err
    assert "'buy 3-1'" in ran.err


def test_the_clause_and_the_move_are_named(folder: Path) -> None:
    change(folder, "limits.hand = 3", "limits.hand = 2")
    ran = run("migrate", "night.games/g1.record", cwd=folder)
    assert ran.status == 1
    assert "  changed: limits.hand\n" in ran.out
    assert "the hand is full" in ran.err
    assert "SPL609" in ran.err


def test_with_the_old_rules_the_first_position_is_told(folder: Path) -> None:
    change(folder, "set limits.hand = 3", "remove actions.reserve.gain")
    ran = run("migrate", "night.games/g1.record", "--from", "old.rules", cwd=folder)
    assert ran.status == 1
    assert "the first position that differs: after move 1, 'reserve 3-" in ran.out
    assert "  changed: actions.reserve.gain, which that move is made by\n" in ran.out
    assert "gold" in ran.out
    wrong = run("migrate", "night.games/g1.record", "--from", "marvel", cwd=folder)
    assert wrong.status in {1, 2}
    assert "SPL607" in wrong.err


def test_the_record_alone_tells_the_first_position_that_differs(folder: Path) -> None:
    change(folder, "set limits.hand = 3", "remove actions.reserve.gain")
    report = run("migrate", "night.games/g1.record", "--json", cwd=folder).json["records"][0]
    differs = report["differs"]
    assert differs.keys() == {"after", "move", "player", "what", "by"}
    assert (differs["after"], differs["player"], differs["what"]) == (1, "Greedy-0 1", [])
    assert differs["move"].startswith("reserve 3-")
    assert differs["by"] == ["actions.reserve.gain"]
    assert report["changed"] == ["actions.reserve.gain"]


def test_another_course_to_the_same_result_is_told(folder: Path) -> None:
    record = read_record(source_from_text("g1", (folder / "night.games/g1.record").read_text()))
    assert isinstance(record, Record)
    turns, positions = record.turns[:3], record.positions[:4]
    begun = evolve(record, turns=turns, positions=positions, result="unfinished")
    (folder / "night.games/g1.record").write_text(to_text(begun), "utf-8")
    change(folder, "limits.hand = 3", "supply.gold = 6")
    ran = run("migrate", "night.games/g1.record", cwd=folder)
    assert ran.status == 1
    assert "all 3 moves can be made, with the same result on another course\n" in ran.out
    assert "  the first position that differs: the beginning\n" in ran.out
    assert "  changed: supply\n" in ran.out


def test_a_folder_is_summed_up(folder: Path) -> None:
    (folder / "night.games" / "bad.record").write_text("[game 3]\n", "utf-8")
    (folder / "night.games" / "notes.txt").write_text("nothing", "utf-8")
    change(folder, "limits.hand = 3", "limits.hand = 2")
    ran = run("migrate", "--dir", "night.games", cwd=folder)
    assert ran.status == 2
    assert ran.out.splitlines()[-2].startswith("3 records: ")
    assert ran.out.splitlines()[-1].startswith("changed: limits.hand (2), ")
    assert "1 that can't be read" in ran.out
    assert run("migrate", "--dir", "none", cwd=folder).status == 2
    both = run("migrate", "night.games/g1.record", "--dir", "night.games", cwd=folder)
    assert "expected a record, or a folder of them by --dir, found both" in both.err
    (folder / "empty").mkdir()
    assert run("migrate", "--dir", "empty", cwd=folder).out == "0 records: none\n"


def test_what_can_be_played_is_written_anew_and_nothing_else(folder: Path) -> None:
    change(folder, "set limits.hand = 3", "invariants { few: round < 200 }")
    before = {path: path.read_text("utf-8") for path in folder.glob("night.games/*")}
    assert run("replay", "night.games/g1.record", cwd=folder).status == 1
    assert run("migrate", "--dir", "night.games", cwd=folder).status == 0
    assert {path: path.read_text("utf-8") for path in before} == before
    ran = run("migrate", "--dir", "night.games", "--write", cwd=folder)
    assert ran.status == 0
    assert ran.out.count("written anew") == 2
    assert run("replay", "night.games/g1.record", cwd=folder).status == 0
    change(folder, "limits.hand = 3", "limits.hand = 2")
    ran = run("migrate", "night.games/g1.record", "--write", cwd=folder)
    assert ran.out.splitlines()[0].endswith(" moves can be made, nothing written")
    kept = {path: path.read_text("utf-8") for path in before}
    assert run("migrate", "--dir", "night.games", "--write", cwd=folder).status == 1
    assert {path: path.read_text("utf-8") for path in before} == kept


def test_a_record_written_anew_by_other_rules_names_these(folder: Path) -> None:
    change(folder, "set limits.hand = 3", "invariants { few: round < 200 }")
    (folder / "night.rules").rename(folder / "later.rules")
    change(folder, "")
    args = ("migrate", "night.games/g1.record", "--rules", "later.rules", "--write")
    assert "written anew" in run(*args, cwd=folder).out
    head = (folder / "night.games/g1.record").read_text("utf-8").splitlines()[0]
    assert head == '[game "../later.rules"]'
    assert run("replay", "night.games/g1.record", cwd=folder).status == 0


def test_a_record_that_can_t_be_written_is_told_as_what_became_of_it(folder: Path) -> None:
    change(folder, "set limits.hand = 3", "invariants { few: round < 200 }")
    limit = (10, resource.getrlimit(resource.RLIMIT_FSIZE)[1])
    done = subprocess.run(
        [PROGRAM, "migrate", "--dir", "night.games", "--write", "--json"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, limit),
    )
    report = json.loads(done.stdout)
    assert done.returncode == 2
    assert [each["verdict"] for each in report["records"]] == ["as before", "as before"]
    assert [each["written"] for each in report["records"]] == [False, False]
    assert [each["code"] for each in report["problems"]] == ["SPL708", "SPL708"]


def test_the_report_as_json_has_each_record(folder: Path) -> None:
    change(folder, "limits.hand = 3", "limits.hand = 2")
    ran = run("migrate", "--dir", "night.games", "--from", "old.rules", "--json", cwd=folder)
    assert ran.json.keys() == ENVELOPE | FIELDS["migrate"]
    assert [each["verdict"] for each in ran.json["records"]] == ["stops", "stops"]
    for each in ran.json["records"]:
        assert each.keys() == KEYS
        assert "limits.hand" in each["changed"]
    assert {problem["code"] for problem in ran.json["problems"]} == {"SPL609"}
    assert ran.status == 1


def test_one_record_or_a_folder_is_wanted(folder: Path) -> None:
    assert run("migrate", cwd=folder).status == 2
    both = run("migrate", "night.games/g1.record", "--dir", "night.games", cwd=folder)
    assert both.status == 2
