"""`splendor analyse`: a recorded game is judged, in words, as data and as a page that asks nobody else for anything."""

import json
import re
from pathlib import Path

import pytest
from cli.program import run

from splendor_dsl.bundled import variants_folder

RECORD = variants_folder() / "classic.games" / "two_players.record"
FEW = ("--playouts", "3", "--plain")


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game that was left in its third round."""
    file = tmp_path_factory.mktemp("games") / "short.record"
    typed = f"take white blue green\ntake red black white\nsave {file}\nquit\n"
    run("play", "classic", "--bots", "human,greedy-0", "--seed", "3", typed=typed)
    return file


def test_each_move_is_judged_by_its_number(short: Path) -> None:
    told = json.loads(run("analyse", str(short), *FEW, "--json").out)
    assert [each["number"] for each in told["moves"]] == [*range(1, len(told["moves"]) + 1)]
    assert len(told["moves"]) >= 4
    for each in told["moves"]:
        assert sum(each["chances"]) == pytest.approx(1, abs=0.01)
        assert each["best_chance"] >= each["chance"]
        assert (each["reason"] is None) == (each["best"] == each["move"])
        assert each["line"][0] == {"seat": each["seat"], "move": each["best"]}


def test_the_curve_and_the_worst_moves_are_told(short: Path) -> None:
    ran = run("analyse", str(short), *FEW, "--most", "2")
    assert ran.status == 0
    lines = ran.out.splitlines()
    assert lines[0] == "the chance to win, from the first turn to the last"
    assert re.fullmatch(r"Player 1 +[ ▁▂▃▄▅▆▇█]+ \d+ %", lines[1])
    assert len([line for line in lines if "better was" in line]) <= 2


def test_the_same_playouts_and_seed_judge_alike(short: Path) -> None:
    one, two = (run("analyse", str(short), *FEW, "--json").out for _ in range(2))
    assert one == two


def test_a_page_asks_nobody_else_for_anything(short: Path, tmp_path: Path) -> None:
    page = tmp_path / "game.html"
    assert run("analyse", str(short), *FEW, "--html", str(page), "--language", "pl").status == 0
    text = page.read_text(encoding="utf-8")
    assert '<html lang="pl">' in text
    assert text.count("<polyline") == 2
    assert not re.search(r"(src|href)=|url\(|https?://(?!www\.w3\.org/2000/svg)", text)
    assert run("analyse", str(short), *FEW, "--html", str(page)).status == 0, "it replaces itself"
    page.write_text("something else")
    assert run("analyse", str(short), *FEW, "--html", str(page)).status == 2


def test_who_has_won_had_the_best_chance_at_the_end() -> None:
    told = json.loads(run("analyse", str(RECORD), "--playouts", "1", "--plain", "--json").out)
    chances = told["moves"][-1]["chances"]
    assert RECORD.read_text(encoding="utf-8").count('[result "Ann > Bob"]') == (
        chances[0] > chances[1]
    )


@pytest.mark.parametrize("text", ["", "no record", '[game "classic"]\n'])
def test_what_is_no_record_is_refused(text: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.record"
    file.write_text(text)
    assert run("analyse", str(file)).status == 2
