"""`splendor check --compose`: rule files and mechanics laid on each other as one game."""

from pathlib import Path

import pytest
from cli.program import run

VARIANT = 'splendor rules 2\n\nvariant {name} "{name}" extends classic\n\n{edit}\n'


def test_two_that_agree() -> None:
    done = run("check", "--compose", "sprint", "hand_of_four")
    assert (done.status, done.out) == (0, "sprint + hand_of_four: no problems\n")


def test_two_that_contradict_are_named_with_both_places() -> None:
    done = run("check", "--compose", "sprint", "long_game")
    assert done.status == 1
    assert "'sprint' changes 'parameters.target'" in done.out
    assert "long_game.rules:7:1: error[SPL204]" in done.out
    assert "sprint.rules:7:1: note" in done.out
    assert "part_1" not in done.out


def test_files_of_any_name_compose(tmp_path: Path) -> None:
    one, other = tmp_path / "my rules 1.rules", tmp_path / "end.rules"
    one.write_text(VARIANT.format(name="one", edit="set limits.hand = 4"), "utf-8")
    other.write_text(VARIANT.format(name="other", edit="set parameters.target = 12"), "utf-8")
    done = run("check", "--compose", str(one), str(other), "--json")
    report = done.json
    assert (done.status, report["ok"], len(report["files"])) == (0, True, 1)


def test_a_base_that_lies_beside_its_file_is_found(tmp_path: Path) -> None:
    edit, over = "set limits.hand = 4", "set supply.gold = 6"
    later = VARIANT.format(name="late", edit=over).replace("classic", "night")
    (tmp_path / "night.rules").write_text(VARIANT.format(name="night", edit=edit), "utf-8")
    (tmp_path / "late.rules").write_text(later, "utf-8")
    (tmp_path / "lost.rules").write_text(later.replace("extends night", "extends nihgt"), "utf-8")
    for names in (("late.rules", "sprint"), ("night.rules", "late.rules")):
        ran = run("check", "--compose", *names, cwd=tmp_path)
        assert (ran.status, ran.out) == (0, f"{' + '.join(names)}: no problems\n")
    ran = run("check", "--compose", "lost.rules", "sprint", cwd=tmp_path)
    assert ran.status == 1
    assert "did you mean 'night'?" in ran.out


@pytest.mark.parametrize(
    ("names", "status", "text"),
    [
        (("nobles",), 2, "expected a game or variant to lay nobles on"),
        (("sprint", "nosuch"), 2, "found 'nosuch'"),
        (("sprint", "time_stone"), 1, "needs the option 'token'"),
        (("sprint", "marvel_nobles"), 1, "two games, 'classic' and 'marvel'"),
    ],
)
def test_what_cannot_compose(names: tuple[str, ...], status: int, text: str) -> None:
    done = run("check", "--compose", *names)
    assert done.status == status
    assert text in done.out + done.err


def test_the_name_of_a_mechanic_may_have_been_meant() -> None:
    ran = run("check", "--compose", "sprint", "nobels")
    assert ran.status == 2
    assert "did you mean 'nobles'?" in ran.out


def test_problems_stand_in_files_that_are_there() -> None:
    ran = run("check", "--compose", "sprint", "avengers_tile")
    assert ran.status == 1
    assert "avengers_tile.rules:" in ran.out
    assert "needs the option 'tag'" in ran.out
    assert "it must be given in a rule file, by 'use avengers_tile { tag ... }'" in ran.out
    for names in (("sprint", "avengers_tile"), ("classic", "marvel"), ("sprint", "nobles")):
        out = run("check", "--compose", *names).out
        assert f"{' + '.join(names)}:" not in out


def test_what_a_file_is_warned_of_by_itself_is_told(tmp_path: Path) -> None:
    edit = "replace end.target {\n  dry: when cards in deck = 0 then finish the round\n}"
    text = VARIANT.format(name="dry", edit=edit)
    (tmp_path / "dry.rules").write_text(text, "utf-8")
    ran = run("check", "--compose", "dry.rules", "hand_of_four", cwd=tmp_path)
    assert ran.status == 0
    assert "dry.rules:5:9: warning[SPL402]: expected a clause that uses the value 'goal'" in ran.out


def test_a_file_is_laid_on_itself_by_nobody(tmp_path: Path) -> None:
    (tmp_path / "one.rules").write_text(VARIANT.format(name="one", edit="set limits.hand = 4"))
    for again in ("one.rules", "./one.rules"):
        ran = run("check", "--compose", "one.rules", again, cwd=tmp_path)
        assert ran.status == 2
        assert f"expected each file once, found {again!r} twice" in ran.err
