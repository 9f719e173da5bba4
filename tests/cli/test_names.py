"""`--language` of the commands that show a designer names: `list`, `show` and `test`."""

import re
from pathlib import Path

import pytest
from cli.program import run

FAILING = """\
splendor rules 2

variant night "Night" extends classic

example pair {
  when Ann plays "take 2 white"
  then white in purse of Ann = 3
}
"""


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("pl", "  solo               Sam na sam z kolekcjonerem (1 gracz)"),
        ("es", "  two_teams          Dos equipos de dos (4 jugadores)"),
        ("en", "  classic            Splendor (2 to 4 players)"),
    ],
)
def test_games_are_listed_by_their_titles_in_a_language(language: str, line: str) -> None:
    assert line in run("list", "--language", language).out.splitlines()


def test_clauses_are_shown_with_their_names_in_a_language() -> None:
    told = run("show", "classic", "--language", "pl").out
    assert '  purse: purse tokens of a player "tokens"  # pl: znaczniki\n' in told
    assert "# pl" not in run("show", "classic").out
    page = run("show", "classic", "zones.purse", "--language", "pl").out
    assert "title    tokens\npl       znaczniki\n" in page
    clauses = run("show", "classic", "zones", "--language", "es", "--json").json["clauses"]
    named = {each["path"]: each["names"] for each in clauses}
    assert named["zones.purse"] == ["fichas"]
    assert named["zones.purse.face"] == []


def test_the_table_of_a_test_that_fails_is_shown_in_a_language(tmp_path: Path) -> None:
    (tmp_path / "night.rules").write_text(FAILING, "utf-8")
    plain = run("test", "night.rules", "--games", "0", cwd=tmp_path)
    assert "table" not in plain.out
    english = run("test", "night.rules", "--games", "0", "--tables", cwd=tmp_path)
    assert "the table at this step:\n" in english.out
    assert "after: take 2 white\n" in english.out
    polish = run("test", "night.rules", "--games", "0", "--language", "pl", cwd=tmp_path)
    assert "stół w tym kroku:\n" in polish.out
    assert "po: weź 2 białe\n" in polish.out
    assert plain.status == english.status == polish.status == 1
    for ran in (plain, english, polish):
        assert "found 2 against 3" in ran.out


def test_the_table_of_a_test_that_fails_shows_the_hands_of_all(tmp_path: Path) -> None:
    hands = (
        'splendor rules 2\nvariant night "Night" extends classic\nexample a "a" {\n'
        "  given deck: white_1_4green\n"
        "  given hand of Ann: 1 cards where (level = 3)\n"
        "  given hand of Bob: 1 cards where (level = 2)\n"
        "  then round = 3\n}\n"
    )
    (tmp_path / "night.rules").write_text(hands, "utf-8")
    ran = run("test", "night.rules", "--games", "0", "--tables", cwd=tmp_path)
    assert ran.out.count("hand-1  ") == 2
    assert "hand-1  ?" not in ran.out


@pytest.mark.parametrize(
    ("language", "name"), [("en", "Player 1"), ("pl", "Gracz 1"), ("es", "Jugador 1")]
)
def test_who_has_no_name_is_called_by_the_seat(language: str, name: str) -> None:
    seats = ("--bots", "human,greedy", "--seed", "1")
    told = run("play", "classic", "--language", language, *seats, typed="quit\n").out
    assert name in told
    assert "Greedy 2" in told


@pytest.mark.parametrize("command", ["list", "show classic", "test sprint"])
def test_a_language_that_is_not_spoken_is_refused(command: str) -> None:
    ran = run(*command.split(), "--language", "xx")
    assert ran.status == 2
    assert re.search(r"expected a language \([a-z, ]+\), found 'xx'", ran.err)
