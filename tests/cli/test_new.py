"""`splendor new`: a variant that is sound as it stands, and never takes the place of anything."""

from pathlib import Path

import pytest
from cli.program import run, run_without_room
from cli.test_reports import ENVELOPE, FIELDS

from splendor_dsl.bundled import bundled_games
from splendor_dsl.cli.variant_template import starter
from splendor_dsl.extensions import load_extensions
from splendor_dsl.game.game import game
from splendor_dsl.pipeline import load_file, load_source
from splendor_dsl.source import source_from_text
from splendor_dsl.syntax.from_text import from_text
from splendor_dsl.syntax.to_text import to_text
from splendor_dsl.testing.suite import suite_of


def test_what_is_written_is_sound_shows_something_and_changes_something(tmp_path: Path) -> None:
    ran = run("new", "night", "--from", "classic", cwd=tmp_path)
    assert ran.status == 0, ran.err
    text = (tmp_path / "night.rules").read_text("utf-8")
    assert 'variant night "Night" extends classic' in text
    assert "\nexample " in text
    assert "\ninvariants " in text
    assert text.count("\n#") > 10
    for command in (("check",), ("test", "--games", "1"), ("fmt", "--check")):
        assert run(*command, "night.rules", cwd=tmp_path).status == 0
    watched = run("watch", "night.rules", "--once", "--paths", cwd=tmp_path)
    assert "~ parameters.target: " in watched.out


@pytest.mark.parametrize("base", ["classic", "marvel", "snake_draft", "solo", "turn_limit"])
def test_every_kind_of_game_has_a_variant(base: str, tmp_path: Path) -> None:
    extensions = load_extensions()
    loaded, path = load_file(bundled_games()[base]), tmp_path / "night.rules"
    text = starter(loaded, base, shown=base, path=path, extensions=extensions)
    made = load_source(source_from_text("night.rules", text, path))
    suite = suite_of(made)
    assert suite is not None, [problem.message() for problem in made.problems]
    assert not made.problems
    assert [each.ran.problem for each in suite.run(1) if each.ran.problem] == []
    assert game(suite.model).hash != game(loaded.model).hash if loaded.model else False
    parsed = from_text(source_from_text("night.rules", text))
    assert parsed.file is not None
    assert to_text(parsed.file) == text


def test_half_a_file_is_not_left_in_the_way(tmp_path: Path) -> None:
    done = run_without_room("new", "night", "--from", "classic", cwd=tmp_path)
    assert done.returncode == 2
    assert "cannot write 'night.rules'" in done.stderr
    assert [*tmp_path.iterdir()] == []


def test_a_variant_of_a_file_beside_it(tmp_path: Path) -> None:
    run("new", "night", "--from", "classic", cwd=tmp_path)
    assert run("new", "late", "--from", "night.rules", cwd=tmp_path).status == 0
    text = (tmp_path / "late.rules").read_text("utf-8")
    assert "extends night\n" in text
    assert "splendor show night.rules" in text
    assert run("test", "late.rules", "--games", "0", cwd=tmp_path).status == 0


def test_a_file_that_is_there_stays_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "night.rules"
    file.write_text("mine", "utf-8")
    ran = run("new", "night", "--from", "classic", cwd=tmp_path)
    assert ran.status == 2
    assert "'night.rules'" in ran.err
    assert file.read_text("utf-8") == "mine"
    (tmp_path / "late.rules").symlink_to(tmp_path / "nowhere")
    assert run("new", "late", "--from", "classic", cwd=tmp_path).status == 2
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize(
    "name",
    ["Night", "a b", "../night", "", "1st", "and", "because", "night.rules", "classic", "x" * 41],
)
def test_a_name_that_does_not_serve_is_refused(name: str, tmp_path: Path) -> None:
    ran = run("new", name, "--from", "classic", cwd=tmp_path)
    assert ran.status == 2
    assert "SPL707" in ran.err
    assert not list(tmp_path.iterdir())


def test_a_base_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "wrong.rules").write_text("splendor rules 2\n", "utf-8")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "far.rules").write_text(
        'splendor rules 2\n\nvariant far "Far" extends classic\n', "utf-8"
    )
    for base in ("clasic", "wrong.rules", "deep/far.rules", "none.rules"):
        assert run("new", "night", "--from", base, cwd=tmp_path).status in {1, 2}
    assert run("new", "night", cwd=tmp_path).status == 2
    assert not (tmp_path / "night.rules").exists()


def test_the_report_as_json_names_the_file(tmp_path: Path) -> None:
    ran = run("new", "night", "--from", "classic", "--json", cwd=tmp_path)
    assert ran.json.keys() == ENVELOPE | FIELDS["new"]
    assert ran.json["file"] == "night.rules"
