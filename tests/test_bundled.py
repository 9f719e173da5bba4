from pathlib import Path

import pytest

from splendor_dsl import bundled
from splendor_dsl.bundled import bundled_games, find_game, grammar_folder, variants_folder


def test_the_grammar_and_the_editions_are_there() -> None:
    assert (grammar_folder() / "game.lark").is_file()
    assert {"classic", "marvel"} <= bundled_games().keys()
    assert find_game("classic") == variants_folder() / "classic.rules"


@pytest.mark.parametrize("name", ["", "no such game", "../classic", "classic.rules", "/etc/passwd"])
def test_what_is_no_name_of_a_game_finds_nothing(name: str) -> None:
    assert find_game(name) is None


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a package with nothing in it or beside it."""
    folder = tmp_path / "splendor_dsl"
    folder.mkdir()
    monkeypatch.setattr(bundled, "_PACKAGE", folder)
    return folder


def write(folder: Path, name: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    return path


def test_a_wheel_has_them_inside_and_that_goes_first(package: Path) -> None:
    outside = write(package.parent, "variants/a.rules")
    assert bundled_games() == {"a": outside}
    inside = write(package, "_bundled/variants/b.rules")
    assert bundled_games() == {"b": inside}


def test_house_rules_are_games_too_but_give_way(package: Path) -> None:
    variants = package.parent / "variants"
    duel, classic = write(variants, "house/duel.rules"), write(variants, "classic.rules")
    write(variants, "house/classic.rules")
    write(variants, "cards.csv")
    assert bundled_games() == {"classic": classic, "duel": duel}
    assert list(bundled_games()) == ["classic", "duel"]


def test_without_a_folder_there_are_no_games(package: Path) -> None:
    assert bundled_games() == {}
