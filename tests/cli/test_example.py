"""`splendor example`: from a game that was played to an example that passes where it is pasted."""

from pathlib import Path

import pytest
from cli.program import run
from cli.test_reports import ENVELOPE, FIELDS

VARIANT = 'splendor rules 2\n\nvariant night "Night" extends classic\n\nset limits.hand = 4\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "night.rules").write_text(VARIANT, "utf-8")
    (tmp_path / "night.games").mkdir()
    args = ("play", "night.rules", "--players", "2", "--seed", "3", "--bots", "greedy,greedy")
    ran = run(*args, "--record", "night.games/one.record", cwd=tmp_path)
    assert ran.status == 0, ran.err
    return tmp_path


def paste(folder: Path, text: str) -> None:
    (folder / "night.rules").write_text(f"{VARIANT}\n{text}", "utf-8")


def passes(folder: Path) -> str:
    ran = run("test", "night.rules", "--games", "0", cwd=folder)
    assert ran.status == 0, ran.out
    return ran.out


@pytest.mark.parametrize("options", [(), ("--short",)])
def test_what_is_printed_passes_as_it_stands(folder: Path, options: tuple[str, ...]) -> None:
    ran = run("example", "night.games/one.record", "20", "--name", "pasted", *options, cwd=folder)
    assert ran.status == 0, ran.err
    assert ran.out.startswith('example pasted "move 20 of one.record" {\n  players Ann, Bob\n')
    paste(folder, ran.out)
    passes(folder)
    assert run("fmt", "--check", "night.rules", cwd=folder).status == 0


def test_it_fails_where_the_rules_are_others(folder: Path) -> None:
    ran = run("example", "night.games/one.record", "20", cwd=folder)
    changed = VARIANT.replace("set limits.hand = 4", "set supply.gold = 1")
    (folder / "night.rules").write_text(f"{changed}\n{ran.out}", "utf-8")
    assert run("test", "night.rules", "--games", "0", cwd=folder).status == 1


def test_an_example_can_go_on_from_the_record(folder: Path) -> None:
    ran = run("example", "night.games/one.record", "20", cwd=folder)
    played = [line for line in ran.out.splitlines() if line.startswith("  when ")]
    number = 21 - len(played)
    given = f'  given record "night.games/one.record" before move {number}'
    paste(folder, "\n".join(["example on {", given, *played, "  then the game goes on", "}", ""]))
    assert "hold" in passes(folder)


def test_the_report_as_json_holds_the_text(folder: Path) -> None:
    plain = run("example", "night.games/one.record", "5", cwd=folder)
    ran = run("example", "night.games/one.record", "5", "--json", cwd=folder)
    assert ran.json.keys() == ENVELOPE | FIELDS["example"]
    assert ran.json["example"] == plain.out
    assert ran.json["name"] == "one_5"


@pytest.mark.parametrize(
    ("move", "told"), [("900", "expected a move from 1 to"), ("0", "MOVE"), ("x", "MOVE")]
)
def test_a_move_that_is_none_is_refused(folder: Path, move: str, told: str) -> None:
    ran = run("example", "night.games/one.record", move, cwd=folder)
    assert ran.status == 2
    assert told in ran.err


def test_what_is_no_record_or_can_t_be_played_is_refused(folder: Path) -> None:
    assert run("example", "night.rules", "1", cwd=folder).status == 2
    assert run("example", "none.record", "1", cwd=folder).status == 2
    (folder / "night.rules").write_text(VARIANT.replace("4", "2"), "utf-8")
    assert "SPL607" in run("example", "night.games/one.record", "1", cwd=folder).err


def test_a_game_with_parameters_set_is_no_example(folder: Path) -> None:
    args = ("play", "classic", "--set", "target=16", "--bots", "random,random", "--seed", "1")
    run(*args, "--record", "set.record", cwd=folder)
    ran = run("example", "set.record", "1", cwd=folder)
    assert ran.status == 2
    assert "target=16" in ran.err


@pytest.mark.parametrize("name", ["", "x y", "2nd", "and", 'x "y" { }\n#'])
def test_a_name_that_no_example_can_have_is_refused(folder: Path, name: str) -> None:
    ran = run("example", "night.games/one.record", "1", "--name", name, cwd=folder)
    assert (ran.status, ran.out) == (2, "")
    assert "expected a name of letters, digits and _, found" in ran.err
