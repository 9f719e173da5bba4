import re
from pathlib import Path

import pytest
from cli.program import run

from splendor_dsl.cli.output import SCHEMA_VERSION

REPORTS = {
    "list": ("list",),
    "check": ("check", "classic"),
    "test": ("test", "classic", "--games", "1"),
    "fmt": ("fmt", "--check", "classic"),
    "fix": ("fix", "--check", "classic"),
    "show": ("show", "classic", "end.target"),
    "explain": ("explain", "SPL001"),
    "rulebook": ("rulebook", "classic"),
    "diff": ("diff", "classic", "sprint"),
    "why": ("why", "classic", "buy 2-3"),
    "perft": ("perft", "classic", "--depth", "2"),
    "simulate": ("simulate", "classic", "--games", "3", "--bots", "greedy,random"),
    "ladder": ("ladder", "classic", "--games", "2", "--bots", "greedy,random"),
}
# What docs/json.md says that each command adds.
FIELDS = {
    "list": {"games"},
    "games": {"games"},
    "check": {"files"},
    "test": {"files"},
    "fmt": {"check", "files"},
    "show": {"game", "layers", "clauses"},
    "explain": {"pages"},
    "rulebook": {"game", "book"},
    "diff": {"games", "same", "differences", "paths"},
    "why": {"move", "possible", "nearest", "reasons"},
    "perft": {"game", "rules", "players", "seed", "counts"},
    "simulate": {
        "game",
        "rules",
        "seed",
        "repeatable",
        "players",
        "games",
        "finished",
        "outcomes",
        "unfinished",
        "turns",
        "rounds",
        "seats",
        "bots",
        "seatings",
        "deals",
        "failed",
    },
    "ladder": {
        "repeatable",
        "players",
        "seed",
        "rules",
        "bots",
        "anchor",
        "standings",
        "sprt",
        "failed",
    },
    "example": {"record", "move", "name", "example"},
    "migrate": {"records"},
    "fix": {"check", "files"},
    "new": {"name", "base", "file"},
    "try-bot": {"program", "games", "decisions"},
    "replay": {"record", "game", "players", "moves", "of", "hash", "over", "result"},
}
ENVELOPE = {"schema_version", "command", "ok", "problems"}
DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.mark.parametrize("command", REPORTS)
def test_a_report_as_json_is_one_object_of_the_documented_fields(command: str) -> None:
    ran = run(*REPORTS[command], "--json")
    assert ran.json.keys() == ENVELOPE | FIELDS[command]
    assert ran.json["schema_version"] == SCHEMA_VERSION
    assert ran.json["command"] == command
    assert ran.err == ""
    assert ran.status == (0 if ran.json["ok"] else 1)


@pytest.mark.parametrize("command", REPORTS)
def test_a_report_says_the_same_on_every_run(command: str) -> None:
    assert run(*REPORTS[command], "--json").out == run(*REPORTS[command], "--json").out


@pytest.mark.parametrize("command", FIELDS)
def test_the_fields_of_a_report_are_documented(command: str) -> None:
    if not DOCS.is_dir():
        pytest.skip("the docs are no part of a wheel")
    text = (DOCS / "json.md").read_text("utf-8")
    section = text.partition(f"\n## {command}\n")[2].partition("\n## ")[0]
    assert set(re.findall(r"^- `(\w+)`", section, re.MULTILINE)) == FIELDS[command]


def test_list_names_the_editions_and_how_many_play() -> None:
    ran = run("list")
    assert re.search(r"^  classic +Splendor \(2 to 4 players\)$", ran.out, re.MULTILINE)
    assert re.search(r"^  marvel +Splendor: Marvel \(2 to 4 players\)$", ran.out, re.MULTILINE)


def test_list_has_the_editions_first_then_house_rules_then_what_else_there_is() -> None:
    parts = run("list").out.split("\n\n")
    heads = [part.splitlines()[0] for part in parts]
    assert heads[:2] == ["Editions:", "House rules:"]
    names = [[line.split()[0] for line in part.splitlines()[1:]] for part in parts[:2]]
    assert names[0] == ["classic", "first_printing", "marvel"]
    assert "hand_of_four" in names[1]
    assert not set(names[0]) & set(names[1])
    assert names[1] == sorted(names[1])
    assert sorted(names[0] + names[1]) == [
        each["name"] for each in run("list", "--json").json["games"]
    ]
    mechanics, bots = parts[2].splitlines()
    assert "nobles" in mechanics.removeprefix("Mechanics: ").split(", ")
    assert bots == "Bots: greedy, greedy-0, level, planner, random, search"


def test_list_has_its_headings_in_a_language() -> None:
    told = run("list", "--language", "pl").out
    assert "Wydania:\n" in told
    assert "\nBoty: " in told


def test_check_tells_faults_on_stdout_and_ends_with_1(tmp_path: Path) -> None:
    file = tmp_path / "a.rules"
    file.write_text('splendor rules 2\nvariant a "A" extends classic\nset end.traget = 3\n')
    ran = run("check", "classic", str(file))
    assert ran.status == 1
    assert "classic: no problems" in ran.out
    assert f"{file}:3:5: error[SPL" in ran.out
    assert ran.err == ""


def test_a_fault_has_its_place_in_json(tmp_path: Path) -> None:
    file = tmp_path / "a.rules"
    file.write_text("splendor rules 2\n\0")
    ran = run("check", str(file), "--json")
    assert ran.status == 2
    assert [problem["code"] for problem in ran.json["problems"]] == ["SPL002"]
    assert ran.json["files"] == [{"name": str(file), "ok": False, "errors": 1, "warnings": 0}]


def test_test_runs_examples_and_invariants_and_tells_those_that_fail(tmp_path: Path) -> None:
    file = tmp_path / "a.rules"
    file.write_text(
        'splendor rules 2\nvariant a "A" extends classic\n'
        'example wrong "nobody has 3" {\n  players Ann, Bob\n'
        '  when Ann plays "take 2 white"\n  then white in purse of Ann = 3\n}\n'
    )
    ran = run("test", str(file), "--games", "1")
    assert ran.status == 1
    assert "error[SPL502]: example 'wrong'" in ran.out
    assert run("test", "classic", "--games", "1").status == 0


def test_fmt_changes_a_file_once_and_keeps_its_rights_and_line_ends(tmp_path: Path) -> None:
    file = tmp_path / "a.rules"
    file.write_bytes(b'splendor rules 2\r\n\r\nvariant  a "A"   extends classic # a note\r\n')
    file.chmod(0o640)
    assert run("fmt", "--check", str(file)).status == 1
    ran = run("fmt", str(file))
    assert ran.status == 0
    assert (
        file.read_bytes() == b'splendor rules 2\r\n\r\nvariant a "A" extends classic  # a note\r\n'
    )
    assert file.stat().st_mode & 0o777 == 0o640
    assert run("fmt", str(file)).out == ""
    assert run("fmt", "--check", str(file)).status == 0
    assert [each.name for each in tmp_path.iterdir()] == ["a.rules"]


def test_fmt_leaves_a_file_with_faults_alone(tmp_path: Path) -> None:
    file = tmp_path / "a.rules"
    file.write_text("splendor rules 2\n}}\n")
    assert run("fmt", str(file)).status == 1
    assert file.read_text() == "splendor rules 2\n}}\n"


def test_show_says_what_a_clause_cites_and_who_touched_it() -> None:
    ran = run("show", "marvel", "values.goal")
    assert "cites    M-TILE, M-END" in ran.out
    assert "layer    mechanics.time_stone add values.goal" in ran.out
    assert "marvel.rules:" in ran.out


def test_show_of_a_file_with_faults_tells_them(tmp_path: Path) -> None:
    file = tmp_path / "a.rules"
    file.write_text('splendor rules 2\nvariant a "A" extends classic\nset parameters.target = 99\n')
    ran = run("show", str(file), "parameters.target")
    assert ran.status == 1
    assert "target 99 from 1 to 60" in ran.out
    assert "error[SPL304]" in ran.err
    told = run("show", str(file), "--json")
    assert told.status == 1
    assert told.json["ok"] is False
    assert [problem["code"] for problem in told.json["problems"]] == ["SPL304"]
    assert told.json["clauses"]


def test_show_gives_a_reason_once(tmp_path: Path) -> None:
    file = tmp_path / "a.rules"
    reason = 'because "a short game"'
    file.write_text(
        f'splendor rules 2\nvariant a "A" extends classic\nset parameters.target = 9 {reason}\n'
    )
    layer = run("show", str(file), "parameters.target").out.splitlines()[-1]
    assert layer.endswith(f"set parameters.target = 9 {reason}")


def test_show_lists_every_path_of_the_game() -> None:
    paths = [clause["path"] for clause in run("show", "classic", "--json").json["clauses"]]
    assert "end.target" in paths
    assert "triggers.visit.needs" in paths
    assert len(set(paths)) == len(paths)


def test_explain_shows_the_page_of_every_code() -> None:
    listed = run("explain").out.splitlines()
    codes = [line.split()[0] for line in listed]
    assert codes == sorted(set(codes))
    assert len(codes) > 50
    page = run("explain", codes[-1].lower())
    assert page.out.startswith((f"error[{codes[-1]}]", f"warning[{codes[-1]}]"))


def test_why_names_the_clause_that_forbids_a_move() -> None:
    ran = run("why", "classic", "buy 2-3", "--seed", "7")
    assert ran.status == 0
    assert ran.out.startswith("buy 2-3: not possible\n")
    assert "actions.buy.pay; C-PAY" in ran.out
    possible = run("why", "classic", "take 2 white", "--seed", "7", "--json")
    assert possible.json["possible"] is True
    assert possible.json["nearest"] is None


def test_why_names_the_nearest_move() -> None:
    ran = run("why", "classic", "take 2 white", "--after", "take 2 white")
    assert ran.out.splitlines()[-1] == "  the nearest move that is possible: take 2 blue"
    ran = run("why", "classic", "take white blue", "--json")
    assert ran.json["nearest"] == "take white blue green"


def test_why_looks_at_the_position_after_some_moves() -> None:
    ran = run("why", "classic", "take 2 white", "--after", "take 2 white", "--json")
    assert [reason["path"] for reason in ran.json["reasons"]] == ["actions.take_same.pile"]


def test_perft_counts_what_the_moves_lead_to() -> None:
    counts = run("perft", "classic", "--players", "2", "--depth", "2", "--json").json["counts"]
    assert counts[0] == 30
    assert counts[1] == 865


def test_simulate_gives_honest_intervals() -> None:
    facts = run("simulate", "classic", "--games", "10", "--bots", "greedy,random", "--json").json
    assert facts["finished"] == 10
    greedy, chance = facts["bots"]
    assert greedy["wins"] > chance["wins"]
    for each in facts["bots"] + facts["seats"]:
        low, high = each["interval"]
        assert 0 <= low <= each["share"] <= high <= 1
        assert high - low > 0.2  # ten games prove little


def test_simulate_plays_the_same_games_for_the_same_seed_and_others_for_another() -> None:
    args = ("simulate", "marvel", "--games", "3", "--json", "--seed")
    assert run(*args, "5").out == run(*args, "5").out
    assert run(*args, "5").json["turns"] != run(*args, "6").json["turns"]


ENDLESS = """splendor rules 2

variant endless "Endless" extends classic

remove end.stuck
replace end.target { target: when round > 2000 then at once }
"""


def test_simulate_names_the_games_that_were_not_finished_so_that_one_can_look(
    tmp_path: Path,
) -> None:
    (tmp_path / "endless.rules").write_text(ENDLESS, "utf-8")
    asked = ("simulate", "endless.rules", "--games", "2", "--seed", "3", "--bots", "random,random")
    ran = run(*asked, cwd=tmp_path)
    told = "splendor play endless.rules --bots random,random --seed 3 --game 0"
    assert f"unfinished: 0, 1; '{told}' shows the first" in ran.out
    assert run(*asked, "--json", cwd=tmp_path).json["unfinished"] == [0, 1]
    shown = run(*told.split()[1:], cwd=tmp_path)
    assert "The game is unfinished after" in shown.out
    assert run("simulate", "classic", "--games", "2", "--json").json["unfinished"] == []


def test_play_shows_the_game_of_a_number_that_simulate_plays(tmp_path: Path) -> None:
    asked = ("play", "classic", "--bots", "random,random", "--seed", "5", "--game", "2")
    run(*asked, "--record", "two.txt", cwd=tmp_path)
    record = (tmp_path / "two.txt").read_text("utf-8")
    assert '[number "2"]' in record
    many = ("simulate", "classic", "--seed", "5", "--bots", "random,random", "--json", "--games")
    two, three = (run(*many, str(games)).json for games in (2, 3))
    wins = [three["seats"][seat]["wins"] - two["seats"][seat]["wins"] for seat in range(2)]
    replayed = run("replay", "two.txt", "--json", cwd=tmp_path).json
    won = replayed["result"].partition(" > ")[0].split(" = ")
    assert wins == [int(name in won) for name in replayed["players"]]


def test_rules_with_a_doubt_are_played_and_warned_of(tmp_path: Path) -> None:
    rules = tmp_path / "loose.rules"
    head = 'splendor rules 2\nvariant loose "Loose" extends classic\n'
    rules.write_text(f"{head}remove actions.reserve.room\n", "utf-8")
    checked = run("check", str(rules))
    assert checked.status == 0
    assert "warning[SPL414]" in checked.out
    played = run("simulate", str(rules), "--players", "2", "--games", "2", "--seed", "1")
    assert played.status == 0
    assert "warning[SPL414]" in played.err
    assert "2 games of 2 players" in played.out
