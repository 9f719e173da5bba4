"""`splendor ladder` and the games of `splendor simulate`, as a person starts them."""

import json
import re
import signal
import subprocess
import time
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from cli.program import PROGRAM, run

from splendor_dsl.report.ladder_chart import _ticks

PLUGIN = str(Path(__file__).parents[1] / "arena" / "bots_that_err.py")
SVG = "{http://www.w3.org/2000/svg}"
ASKED = ("ladder", "classic", "--bots", "greedy-0,random", "--seed", "1")


def report(*args: str) -> Any:
    ran = run(*args, "--json")
    assert ran.status == 0, ran.err
    return ran.json


# ---- ladders -----------------------------------------------------------------------------------
def test_a_ladder_prints_a_table_a_chart_and_each_pairing() -> None:
    ran = run(
        "ladder", "classic", "--bots", "random,greedy-0,greedy", "--games", "2", "--seed", "1"
    )
    assert ran.status == 0
    head, heads, *rows = ran.out.splitlines()
    assert head == "classic: 6 games of 2 players: 6 won"
    assert heads.split() == ["bot", "rating", "95", "%", "interval", "games"]
    assert [row.split()[0] for row in rows[:3]] == ["greedy", "greedy-0", "random"]
    assert rows[2].split()[1:4] == ["0", "anchor", "4"]
    assert rows[2].endswith("o")
    assert rows[0].endswith("o-->")
    assert all(len(line) <= 80 for line in rows[:3])
    against = [" ".join(row.split()[:3]) for row in rows[3:]]
    assert against == [
        "random against greedy-0:",
        "random against greedy:",
        "greedy-0 against greedy:",
    ]


def test_ratings_are_relative_to_the_anchor() -> None:
    ratings = {
        anchor: {
            each["bot"]: each["rating"]
            for each in report(*ASKED, "--games", "4", "--anchor", anchor)["standings"][0][
                "ratings"
            ]
        }
        for anchor in ("greedy-0", "random")
    }
    assert ratings["greedy-0"]["greedy-0"] == ratings["random"]["random"] == 0
    assert ratings["greedy-0"]["random"] == pytest.approx(-ratings["random"]["greedy-0"])


def test_a_chart_is_a_picture_that_needs_nothing_else(tmp_path: Path) -> None:
    chart = tmp_path / "chart.svg"
    asked = ("ladder", "classic", "sprint", *ASKED[2:], "--games", "2", "--chart", str(chart))
    for _ in range(2):  # it replaces its own picture
        assert run(*asked).status == 0
    tree = ET.parse(chart).getroot()  # noqa: S314  # our own
    texts = [each.text for each in tree.iter(f"{SVG}text")]
    heads = [each for each in texts if each is not None and "games" in each]
    assert [each.partition(":")[0] for each in heads] == ["classic", "sprint", "all rules"]
    assert texts.count("greedy-0") == texts.count("random") == 3
    dots = [float(each.get("cx", "")) for each in tree.iter(f"{SVG}circle")]
    assert len(dots) == 6
    assert dots[0] > dots[1]  # greedy is the better one, and to the right
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", chart.read_text("utf-8"))
    other = tmp_path / "letter.svg"
    other.write_text("a letter to Ann")
    refused = run(*ASKED, "--chart", str(other))
    assert (refused.status, other.read_text()) == (2, "a letter to Ann")
    assert "it holds something that is no chart of a ladder" in refused.err


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (-529, 0, [-500, -400, -300, -200, -100, 0]),
        (-3, 4, [-2, 0, 2, 4]),
        (0, 0, [0]),
        (-1234, 2345, [-1000, 0, 1000, 2000]),
    ],
)
def test_the_ticks_of_a_chart_are_round(low: float, high: float, ticks: list[int]) -> None:
    assert [*_ticks(low, high)] == ticks


def test_two_processes_print_the_same() -> None:
    asked = (*ASKED, "--games", "6", "--json")
    assert run(*asked, "--jobs", "2").out == run(*asked).out


def test_a_ladder_speaks_other_languages() -> None:
    asked = (*ASKED, "--games", "2", "--sprt", "0,50")
    english, polish, spanish = (run(*asked, "--lang", code).out for code in ("en", "pl", "es"))
    assert "not decided whether greedy-0 is stronger" in english
    assert "nie wiadomo, czy greedy-0 przewyższa random" in polish
    assert "no se sabe si greedy-0 supera a random" in spanish
    for line in english.splitlines():
        assert line not in polish + spanish or not line


def test_four_players_meet_as_one_against_copies() -> None:
    found = report(
        "ladder", "classic", "--bots", "greedy-0,random", "--games", "1", "--players", "4"
    )
    (table,) = found["standings"]
    assert [each["bots"] for each in table["pairings"]] == [
        ["greedy-0", "random", "random", "random"],
        ["random", "greedy-0", "greedy-0", "greedy-0"],
    ]
    assert table["games"] == 8  # each deal from four seatings


def test_a_sequential_test_is_reported() -> None:
    found = report(*ASKED, "--sprt", "0,200", "--games", "60")
    assert found["sprt"]["verdict"] == "accepted"
    assert found["standings"][0]["games"] == 2 * found["sprt"]["deals"] < 60


def test_a_sequential_test_of_three_players_is_of_one_pairing(tmp_path: Path) -> None:
    asked = ("--players", "3", "--out", str(tmp_path / "kept"))
    found = report(*ASKED, *asked, "--sprt", "0,500", "--games", "90")
    (pairing,) = found["standings"][0]["pairings"]
    assert pairing["bots"] == ["greedy-0", "random", "random"]
    assert found["sprt"]["verdict"] == "accepted"
    assert pairing["games"] == 3 * found["sprt"]["deals"] < 90
    again = run(*ASKED, *asked, "--games", str(pairing["games"]))
    assert "random against copies of greedy-0" in again.out


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (("--bots", "greedy"), "expected two bots or more, each once, found greedy"),
        (("--bots", "greedy,greedy"), "expected two bots or more, each once"),
        (("--bots", "greedy,human"), "found 'human'"),
        (("--bots", "greedy,randon"), "did you mean 'random'?"),
        (("--bots", "greedy-0,random", "--anchor", "planner"), "expected one of greedy-0, random"),
        (("--bots", "greedy-0,random", "--players", "7"), "expected 2 to 4 players, found 7"),
        (("--bots", "greedy-0,random", "--players", "1"), "expected 2 to 4 players, found 1"),
        (("--bots", "greedy-0,random", "--sprt", "20"), "expected two numbers of points"),
        (("--bots", "greedy-0,random", "--sprt", "20,0"), "expected two numbers of points"),
        (("--bots", "greedy-0,random", "--sprt", "nan,nan"), "expected two numbers of points"),
        (("--bots", "greedy,random,planner", "--sprt", "0,9"), "expected two bots and one game"),
        (("--bots", "greedy-0,random", "--move-time", "0"), "expected a number of seconds above 0"),
        (
            ("--bots", "greedy-0,random", "--move-time", "nan"),
            "expected a number of seconds above 0",
        ),
        (
            ("--bots", "greedy-0,random", "--seed", str(1 << 70)),
            "expected at most 64 bits for --seed",
        ),
        (("--bots", "greedy-0,random", "--jobs", "0"), "expected a whole number from 1 to"),
        (("--bots", "greedy-0,random", "--out", "nowhere/at/all"), "there is no such folder"),
        (("--bots", "greedy-0,random", "--out", "."), "it is a folder"),
        ((), "missing option"),
    ],
)
def test_what_can_t_be_played_is_refused(args: tuple[str, ...], reason: str) -> None:
    ran = run("ladder", "classic", *args)
    assert (ran.status, ran.out) == (2, "")
    assert reason in ran.err


# ---- results on disk ---------------------------------------------------------------------------
def test_a_ladder_that_was_killed_goes_on(tmp_path: Path) -> None:
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    asked = (*ASKED, "--games", "12", "--json")
    expected = run(*asked, "--out", str(whole))
    process = subprocess.Popen(
        [PROGRAM, *asked, "--jobs", "2", "--out", str(killed)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    end = time.monotonic() + 30
    while not killed.exists() or killed.read_bytes().count(b"\n") < 3:
        assert time.monotonic() < end
        time.sleep(0.01)
    started = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text("ascii").split()
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert killed.read_bytes().count(b"\n") < 13
    again = run(*asked, "--out", str(killed))
    assert again == expected
    assert killed.read_bytes() == whole.read_bytes()
    assert len(started) >= 2
    assert not [child for child in started if Path(f"/proc/{child}/exe").exists()]


def test_a_file_of_other_settings_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "results"
    asked = (*ASKED, "--games", "2", "--out", str(file))
    assert run(*asked).status == 0
    before = file.read_bytes()
    for more in (
        ("--seed", "2"),
        ("--players", "3"),
        ("--bots", "random,greedy-0"),
        ("--set", "target=10"),
    ):
        ran = run(*asked, *more)
        assert ran.status == 2
        assert "error[SPL716]: cannot go on with" in ran.err
    assert file.read_bytes() == before
    rules = tmp_path / "own.rules"
    rules.write_text('splendor rules 2\nvariant own "Own" extends classic\n', "utf-8")
    ran = run("ladder", str(rules), "--bots", "greedy-0,random", "--seed", "1", "--out", str(rules))
    assert "it holds something that is no results" in ran.err
    assert rules.read_text("utf-8").startswith("splendor rules 2")


# ---- mistakes of bots --------------------------------------------------------------------------
@pytest.mark.parametrize("command", ["simulate", "ladder"])
def test_a_bot_that_errs_loses_and_the_run_goes_on(command: str) -> None:
    asked = (command, "classic", "--bots", "unmade,random", "--games", "4", "--plugin", PLUGIN)
    ran = run(*asked)
    assert ran.status == 2
    assert "4 games of 2 players: 4 failed" in ran.out
    assert "unmade failed in 4 games; 'splendor play classic --bots unmade,random" in ran.out
    assert "error[SPL709]: the bot 'unmade' of the plugin 'bots_that_err' failed" in ran.err
    found = run(*asked, "--json")
    assert (found.status, found.json["ok"]) == (2, False)
    assert [problem["code"] for problem in found.json["problems"]] == ["SPL709"]
    (failed,) = found.json["failed"]
    assert (failed["bot"], failed["games"]) == ("unmade", 4)
    strict = run(*asked, "--strict")
    assert (strict.status, strict.out) == (2, "")
    assert "error[SPL709]" in strict.err


def test_a_bot_that_takes_too_long_loses() -> None:
    asked = ("--bots", "random,hanging", "--games", "2", "--plugin", PLUGIN)
    ran = run("simulate", "classic", *asked, "--move-time", "0.05")
    assert ran.status == 2
    assert "it took longer than 0.05 seconds for a move" in ran.err


# ---- simulate ----------------------------------------------------------------------------------
def test_simulate_plays_each_deal_from_every_seating() -> None:
    found = report(
        "simulate", "classic", "--bots", "greedy-0,random", "--games", "5", "--seed", "1"
    )
    assert (found["games"], found["deals"]) == (6, 3)
    assert found["seatings"] == [["greedy-0", "random"], ["random", "greedy-0"]]
    assert [each["bot"] for each in found["bots"]] == ["greedy-0", "random"]
    assert [each["bot"] for each in found["seats"]] == [None, None]
    assert sum(each["wins"] for each in found["seats"]) == 6
    assert found == report(
        "simulate",
        "classic",
        "--bots",
        "greedy-0,random",
        "--games",
        "5",
        "--seed",
        "1",
        "--jobs",
        "2",
    )


def test_simulate_of_one_bot_plays_each_deal_once() -> None:
    found = report("simulate", "classic", "--games", "2", "--seed", "1")
    assert (found["games"], found["deals"], found["bots"]) == (2, 2, [])
    assert [each["bot"] for each in found["seats"]] == ["greedy", "greedy"]
    named = report("simulate", "classic", "--games", "2", "--seed", "1", "--bots", "greedy,greedy")
    assert json.dumps(named) == json.dumps(found)
