"""`splendor watch`: what becomes of each change, as soon as it is saved."""

import re
import time
from pathlib import Path

import pytest
from cli.program import Terminal, run

from splendor_dsl.bundled import bundled_games
from splendor_dsl.cli.watch import _Watcher
from splendor_dsl.extensions import load_extensions

RULES = """\
splendor rules 2

variant night "Night" extends classic

set limits.hand = 4

remove actions.reserve.gain

before end.target {
  sudden: when any player has (points >= 20) then at once
}

example pair {
  when Ann plays "take 2 white"
  then white in purse of Ann = 2
}
"""
GAP = 0.05  # long enough for a file to be of another time


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "night.rules"
    path.write_text(RULES, "utf-8")
    return path


def test_once_tells_all_and_ends_with_the_code_of_a_test(file: Path) -> None:
    ran = run("watch", str(file), "--once")
    assert ran.status == 0, ran.out
    assert re.search(r"night.rules: \d+ of \d+ tests hold \(\d+\.\d\d s\)$", ran.out.strip())
    assert "now: At most 4 development cards among your reserved cards." in ran.out
    assert "gone: Take 1 gold from the supply, if there is any." in ran.out
    assert "limits.hand" not in ran.out
    file.write_text(RULES.replace("Ann = 2", "Ann = 3"), "utf-8")
    failing = run("watch", str(file), "--once")
    assert failing.status == 1
    assert "found 2 against 3" in failing.out
    file.write_text(RULES.replace("limits.hand", "limits.hnd"), "utf-8")
    wrong = run("watch", str(file), "--once")
    assert wrong.status == 1
    assert "did you mean 'limits.hand'?" in wrong.out
    file.unlink()
    for none in (str(file), ".", "/", str(file.parent)):
        assert run("watch", none, "--once", cwd=file.parent).status == 2, none


def test_what_changes_is_told_by_paths_too_and_in_other_languages(file: Path) -> None:
    told = run("watch", str(file), "--once", "--paths").out
    assert (
        "~ limits.hand: cards in hand at most 4 cite C-RES-2, was cards in hand at most 3" in told
    )
    assert re.search(r"- actions.reserve.gain: ", told)
    assert "+ end.sudden: when any player has (points >= 20) then at once" in told
    polish = run("watch", str(file), "--once", "--language", "pl").out
    assert "teraz: Najwyżej 4 karty rozwoju na ręce." in polish
    wrong = run("watch", str(file), "--once", "--language", "xx")
    assert wrong.status == 2
    assert "expected a language" in wrong.err


def test_each_save_is_seen_and_ctrl_c_ends_it(file: Path) -> None:
    terminal = Terminal("watch", str(file))
    assert "tests hold" not in terminal.wait_for("tests hold")
    file.write_text(RULES.replace("Ann = 2", "Ann = 3"), "utf-8")
    assert "found 2 against 3" in terminal.wait_for("tests hold")
    file.unlink()
    terminal.wait_for("waiting for it")
    file.write_bytes(b"\x00")
    terminal.wait_for("waiting for it")
    file.write_text(RULES, "utf-8")
    assert "found 2" not in terminal.wait_for("tests hold")
    status, _ = terminal.press_until_it_ends(b"\x03")
    assert status == 0


def test_a_file_that_comes_later_is_waited_for(tmp_path: Path) -> None:
    file = tmp_path / "late.rules"
    terminal = Terminal("watch", str(file))
    terminal.wait_for("waiting for it")
    file.write_text(RULES, "utf-8")
    terminal.wait_for("tests hold")
    assert terminal.press_until_it_ends(b"\x03")[0] == 0


def watcher(file: Path) -> _Watcher:
    made = _Watcher(path=file, games=1, extensions=load_extensions(), waits=True, paths=True)
    made.look()
    return made


def test_what_the_rules_read_counts_too(file: Path) -> None:
    (file.parent / "early.rules").write_text(
        'splendor rules 2\n\nvariant early "Early" extends classic\n\nset limits.hand = 5\n',
        "utf-8",
    )
    file.write_text(RULES.replace("extends classic", "extends early"), "utf-8")
    looking = watcher(file)
    assert not looking.has_changed()
    for name in ("early.rules", "cards.csv", "night.games/one.record"):
        time.sleep(GAP)
        path = file.parent / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(
            "" if name != "early.rules" else path.read_text("utf-8") + "# on\n", "utf-8"
        )
        assert looking.has_changed(), name
        looking.look()
    assert not looking.has_changed()


def test_rights_that_change_count_too(file: Path) -> None:
    looking = watcher(file)
    time.sleep(GAP)
    file.chmod(0o600)
    assert looking.has_changed()


def test_a_base_that_changes_is_read_anew(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    base = file.parent / "early.rules"
    text = 'splendor rules 2\n\nvariant early "Early" extends classic\n\nset limits.hand = 5\n'
    base.write_text(text, "utf-8")
    file.write_text(RULES.replace("extends classic", "extends early"), "utf-8")
    looking = watcher(file)
    assert "was cards in hand at most 5" in capsys.readouterr().out
    base.write_text(text.replace("hand = 5", "hand = 6") + "\n", "utf-8")
    looking.look()
    assert "was cards in hand at most 6" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["night", "first_printing"])
def test_a_second_look_takes_little(
    file: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = file if name == "night" else bundled_games()[name]
    looking = _Watcher(path=path, games=1, extensions=load_extensions(), waits=True)
    looking.look()
    capsys.readouterr()
    took = []
    for _ in range(3):
        began = time.process_time()
        looking.look()
        took.append(time.process_time() - began)
    # of its own time, and the best of three, as the machine may be busy
    assert min(took) < 0.5
    assert "tests hold" in capsys.readouterr().out


def test_once_waits_for_nothing(tmp_path: Path) -> None:
    for name in ("missing.rules", "."):
        ran = run("watch", name, "--once", cwd=tmp_path)
        assert ran.status == 2
        assert "1 error (" in ran.out
        assert "waiting" not in ran.out
