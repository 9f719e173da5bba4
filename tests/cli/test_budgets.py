"""Budgets behind the names of bots: playouts repeat, seconds don't, and other texts are refused."""

import json
from pathlib import Path

import pytest
from cli.program import run

GAMES = ("--games", "2", "--seed", "3")


@pytest.mark.parametrize(
    ("bots", "reason"),
    [
        ("search@x", "expected playouts such as 1000, or seconds such as 0.5s, found 'x'"),
        ("search@", "expected playouts such as 1000, or seconds such as 0.5s, found ''"),
        ("search@0s", "expected playouts such as 1000, or seconds such as 0.5s, found '0s'"),
        ("search@-1", "expected playouts such as 1000, or seconds such as 0.5s, found '-1'"),
        ("greedy@5", "expected no budget, as greedy takes none, found '5'"),
        ("nobody@5", "found 'nobody@5'"),
        ("level@11", "expected a level from 1 to 10, found 11"),
        ("level@0.1s", "expected a level from 1 to 10, found 0.1s"),
    ],
)
def test_what_is_no_budget_is_refused(bots: str, reason: str) -> None:
    ran = run("simulate", "classic", "--bots", f"{bots},random", *GAMES)
    assert ran.status == 2
    assert reason in ran.err


def test_playouts_repeat_and_seconds_do_not() -> None:
    def told(bots: str) -> dict[str, object]:
        found = json.loads(run("simulate", "sprint", "--bots", bots, *GAMES, "--json").out)
        assert isinstance(found, dict)
        return found

    assert told("level@1,random") == told("level@1,random")
    assert told("level@1,random")["repeatable"] is True
    assert told("greedy,random")["repeatable"] is True


def test_a_level_is_given_to_opponents_that_are_not_named(tmp_path: Path) -> None:
    file = tmp_path / "game.record"
    typed = f"save {file}\nquit\n"
    run("play", "sprint", "--bots", "human", "--level", "2", "--seed", "3", typed=typed)
    text = file.read_text(encoding="utf-8")
    assert '[seats "human, level@2"]' in text
    assert "Level-2 2" in text
    ran = run("play", str(file), typed="quit\n")
    assert ran.status == 0, "a recorded budget is read again"


@pytest.mark.parametrize("level", ["0", "11", "x"])
def test_there_are_ten_levels(level: str) -> None:
    assert run("play", "classic", "--level", level, typed="quit\n").status == 2


def test_a_level_for_nobody_is_refused() -> None:
    ran = run("play", "classic", "--level", "3", "--bots", "human,greedy", typed="quit\n")
    assert ran.status == 2
    assert "expected a seat that is not named with --level" in ran.err
